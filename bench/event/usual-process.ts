// The usual client: the plain one with zod, RxJS, fetch and two chained limiters of bottleneck.
//
//   argv: its task as JSON

import Bottleneck from 'bottleneck'
import { filter, fromEvent, map, mergeMap } from 'rxjs'
import { io } from 'socket.io-client'
import { fetch } from 'undici'
import { z } from 'zod'
import type { ClientTask } from './protocol.js'
import { Quoter } from './quoter.js'
import { type Ask, Wallet } from './signed-order.js'

const task: ClientTask = JSON.parse(process.argv[2] ?? '{}')
const wallet = new Wallet(task.privateKey)
let token = ''

const refill = (amount: number, everyMs: number) => ({
  reservoir: amount,
  reservoirRefreshAmount: amount,
  reservoirRefreshInterval: everyMs,
})
const limiter = new Bottleneck(refill(10_000, 1000)).chain(new Bottleneck(refill(600_000, 60_000)))

const update = z.object({
  conditionId: z.string(),
  seq: z.int().optional(),
  ts: z.number(),
  data: z.object({ tokenId: z.string(), side: z.enum(['BUY', 'SELL']), price: z.string(), size: z.string() }),
})
const market = z.object({
  id: z.string(),
  conditionId: z.string(),
  outcomes: z.array(z.object({ tokenId: z.string() })),
})
const fee = z.object({ feeRateBps: z.number() })
const placed = z.object({ orderHash: z.string(), status: z.string() })
const cancelled = z.object({ cancelled: z.number() })

const ask: Ask = (method, path, body) =>
  limiter.schedule(async () => {
    const answer = await fetch(`${task.url}${path}`, {
      method,
      headers: {
        'x-api-key': task.apiKey,
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const value: unknown = await answer.json()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(value)}`)
    return value
  })

const { profile } = await ask('GET', '/')
token = await wallet.signIn(ask, profile)
const quoter = new Quoter(task, {
  market: async (id) => market.parse(await ask('GET', `/markets/${id}`)),
  feeRateBps: async (id) => fee.parse(await ask('GET', `/markets/${id}/fee`)).feeRateBps,
  place: async (id, order) =>
    placed.parse(await ask('POST', `/markets/${id}/orders`, await wallet.order(order, profile))).orderHash,
  cancel: async (hash) => void cancelled.parse(await ask('POST', '/orders/cancel-many', { orderHashes: [hash] })),
})
const conditionIds = await quoter.list()
const socket = io(task.url, { path: profile.socket.path, transports: ['websocket'], auth: { apiKey: task.apiKey } })
fromEvent(socket, 'orderbook.update')
  .pipe(
    map((value) => update.safeParse(value)),
    filter(({ success }) => success),
    mergeMap(({ data }) => (data === undefined ? [] : quoter.heard(data))),
  )
  .subscribe()
socket.on('connect', () => {
  socket.emit('subscribe', { conditionIds, channels: ['orderbook'] }, () => process.send?.('ready'))
})
process.on('disconnect', () => process.exit(0))
