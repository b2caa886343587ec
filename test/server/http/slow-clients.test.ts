import { connect, type Socket } from 'node:net'
import { type Socket as ClientSocket, io } from 'socket.io-client'
import { expect, it, vi } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import { type RunningServer, startServer } from '../../../src/server/http/start-server.js'
import { serverConfig } from '../../../src/server/schema.js'

const KEY = 'a-personal-key-of-tests'
const WALLET = '0x1111111111111111111111111111111111111111'

/** A text frame of a client, masked with zeros. */
function frame(text: string): Buffer {
  const body = Buffer.from(text)
  const length =
    body.length < 126 ? [0x80 | body.length] : [0x80 | 126, Math.floor(body.length / 256), body.length % 256]
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), body])
}

/** Subscribes to the book; answers pings it has not read. */
async function deafClient({ url, api }: RunningServer): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  const key = 'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
  const target = '/socket.io/?EIO=4&transport=websocket'
  socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n${key}\r\n`)
  let said = ''
  const heard = (text: string) =>
    new Promise<void>((resolve) => {
      const listen = (data: Buffer) => {
        said += data.toString('latin1')
        if (!said.includes(text)) return
        socket.off('data', listen)
        resolve()
      }
      socket.on('data', listen)
    })
  await heard('101')
  socket.write(frame(`40{"apiKey":"${KEY}"}`))
  await heard('40{"sid"')
  const conditionIds = [api.markets.all()[0]?.conditionId]
  socket.write(frame(`421${JSON.stringify(['subscribe', { conditionIds, channels: ['orderbook'] }])}`))
  await heard('431[')
  socket.pause()
  return socket
}

async function client({ url }: RunningServer): Promise<ClientSocket> {
  const options = { transports: ['websocket'], auth: { apiKey: KEY }, reconnection: false, forceNew: true }
  const socket = io(url, options)
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
  })
  return socket
}

it('a client that reads nothing is cut off, another takes its place, and one that reads stays', async () => {
  const config = serverConfig.parse({
    port: 0,
    maxSockets: 2,
    keys: [{ name: 'tests', tier: 'INTERNAL', key: KEY }],
    connections: { backlogChars: 500_000 },
    accounts: [{ address: WALLET, collateral: 1000 }],
  })
  const server = await startServer({ config })
  const deaf = await deafClient(server)
  const { exchange, markets } = server.api
  const conditionId = markets.all()[0]!.conditionId
  const good = await client(server)
  await good.emitWithAck('subscribe', { conditionIds: [conditionId], channels: ['orderbook'] })
  const pongs = setInterval(() => deaf.write(frame('3')), 300)
  const terms = { account: WALLET, conditionId, outcome: 0, side: 'BUY', type: 'GTC' } as const
  let count = 0
  /** Two events of the book each. */
  const churn = () => {
    for (let n = 0; n < 100; n++) {
      count += 1
      const hash = `0x${count.toString(16)}` as const
      const order = { ...terms, hash, price: ticks(40), size: lots(100), expirationSec: 0, feeRateBps: 0 }
      exchange.submit(order, Date.now())
      exchange.cancel(hash, WALLET, Date.now())
    }
  }
  await vi.waitFor(
    async () => {
      churn()
      const next = await client(server)
      next.disconnect()
    },
    { timeout: 20_000, interval: 10 },
  )
  expect(count).toBeGreaterThan(500)
  expect(good.connected).toBe(true)
  good.disconnect()
  clearInterval(pongs)
  deaf.destroy()
  await server.close()
})
