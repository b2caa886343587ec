// The plain client: socket.io-client, undici, viem, and nothing else.
//
//   argv: its task as JSON

import { io } from 'socket.io-client'
import { PlainClient } from './plain-client.js'
import type { ClientTask } from './protocol.js'
import { Quoter } from './quoter.js'
import { type Ask, Wallet } from './signed-order.js'

const task: ClientTask = JSON.parse(process.argv[2] ?? '{}')
const client = new PlainClient(task)
const wallet = new Wallet(task.privateKey)

const ask: Ask = async (method, path, body) => {
  const { status, text } = await client.request(method, path, body)
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
  return JSON.parse(text)
}

const { profile } = await ask('GET', '/')
client.token = await wallet.signIn(ask, profile)
const quoter = new Quoter(task, {
  market: (id) => ask('GET', `/markets/${id}`),
  feeRateBps: async (id) => (await ask('GET', `/markets/${id}/fee`)).feeRateBps,
  place: async (id, order) =>
    (await ask('POST', `/markets/${id}/orders`, await wallet.order(order, profile))).orderHash,
  cancel: async (hash) => void (await ask('POST', '/orders/cancel-many', { orderHashes: [hash] })),
})
const conditionIds = await quoter.list()
const socket = io(task.url, { path: profile.socket.path, transports: ['websocket'], auth: { apiKey: task.apiKey } })
socket.on('orderbook.update', (update) => void quoter.heard(update))
socket.on('connect', () => {
  socket.emit('subscribe', { conditionIds, channels: ['orderbook'] }, () => process.send?.('ready'))
})
process.on('disconnect', () => process.exit(0))
