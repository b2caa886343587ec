import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Socket as ClientSocket, io } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SocketConn } from '../../../src/server/api/socket/socket-conn.js'
import type { VenueApi } from '../../../src/server/api/venue-api.js'
import { socketShell } from '../../../src/server/http/socket-shell.js'

const CLIENTS = 3
const server = createServer()
const conns: SocketConn[] = []
const clients: ClientSocket[] = []
/** Sends that wait, as for the disk. */
let held: (() => void)[] | undefined

const api = {
  profile: { socket: { path: '/socket.io' } },
  refusesSocket: () => undefined,
  connect: (conn: SocketConn) => conns.push(conn),
  disconnect: () => undefined,
}
const shell = socketShell({
  server,
  // all that the shell asks of a venue here
  api: api as unknown as VenueApi,
  ...{ maxSockets: 10, maxBacklogChars: 1_000_000, handshakeTimeoutMs: 5000 },
  tell: (send) => (held === undefined ? send() : held.push(send)),
  nowMs: () => 0,
  onActivity: () => undefined,
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  for (let n = 0; n < CLIENTS; n++) {
    const client = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true, reconnection: false })
    await new Promise<void>((resolve) => client.on('connect', resolve))
    clients.push(client)
  }
})

afterAll(async () => {
  for (const client of clients) client.disconnect()
  await shell.close()
})

/** What each client hears next. */
const heard = () => Promise.all(clients.map((client) => new Promise((resolve) => client.once('event', resolve))))

it('an event for many is encoded once, and each hears it', async () => {
  let encoded = 0
  const payload = {
    toJSON: () => {
      encoded += 1
      return { question: 'Regnet es morgen in Köln? ☔' }
    },
  }
  const all = heard()
  for (const conn of conns) conn.send('event', payload)
  expect(await all).toEqual(clients.map(() => ({ question: 'Regnet es morgen in Köln? ☔' })))
  expect(encoded).toBe(1)
})

const AROUND = Buffer.byteLength('42["event",""]')

it.each([125, 126, 65_535, 65_536, 200_000])('is whole as a message of %i bytes', async (bytes) => {
  const text = 'x'.repeat(bytes - AROUND)
  const all = heard()
  for (const conn of conns) conn.send('event', text)
  expect((await all).map((heardText) => heardText === text)).toEqual(clients.map(() => true))
})

it('is as it was when it was sent, each its own, however long it waits', async () => {
  held = []
  const said: unknown[] = []
  clients[0]!.on('event', (payload) => said.push(payload))
  const [conn] = conns
  const second = { n: 2 }
  conn!.send('event', { n: 1 })
  conn!.send('event', second)
  conn!.send('other', second)
  conn!.send('event', second)
  const last = new Promise((resolve) => clients[0]!.once('last', resolve))
  conn!.send('last', second)
  for (const send of held) send()
  held = undefined
  await last
  expect(said).toEqual([{ n: 1 }, { n: 2 }, { n: 2 }])
})
