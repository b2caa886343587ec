import { once } from 'node:events'
import { connect } from 'node:net'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../../../src/server/http/start-server.js'
import { serverConfig } from '../../../src/server/schema.js'

let server: RunningServer
beforeAll(async () => {
  server = await startServer({ config: serverConfig.parse({ port: 0 }) })
})
afterAll(() => server.close())

const UPGRADE = [
  'connection: upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
]

/** The whole answer to these bytes, until the server closes the line. */
async function raw(start: string, headers: readonly string[] = []): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  let said = ''
  socket.on('data', (data) => {
    said += data.toString('latin1')
  })
  socket.write(`${[`${start} HTTP/1.1`, 'host: x', ...headers].join('\r\n')}\r\n\r\n`)
  await once(socket, 'close')
  return said
}

it.each([
  ['an unknown transport', 'GET /socket.io/?EIO=4&transport=pigeon', [], 400],
  ['no transport', 'GET /socket.io/', [], 400],
  ['polling, which is not offered', 'GET /socket.io/?EIO=4&transport=polling', [], 400],
  ['a websocket without an upgrade', 'GET /socket.io/?EIO=4&transport=websocket', [], 400],
  ['an unknown session', 'GET /socket.io/?EIO=4&transport=websocket&sid=nobody', [], 400],
  ['another method', 'POST /socket.io/?EIO=4&transport=polling', ['content-length: 0'], 405],
  ['another method with a body that does not come', 'PUT /socket.io/?EIO=4', ['content-length: 9'], 405],
  ['an upgrade of an unknown transport', 'GET /socket.io/?EIO=4&transport=pigeon', UPGRADE, 400],
  ['an upgrade of an unknown session', 'GET /socket.io/?EIO=4&transport=websocket&sid=nobody', UPGRADE, 400],
  ['an upgrade of an old protocol', 'GET /socket.io/?EIO=3&transport=websocket', UPGRADE, 400],
  ['an upgrade by another method', 'POST /socket.io/?EIO=4&transport=websocket', UPGRADE, 405],
] as const)('%s gets the error body of the venue', async (_name, start, headers, status) => {
  const answer = await raw(start, headers)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer.toLowerCase()).toContain('content-type: application/json; charset=utf-8')
  const body: unknown = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
  const code = status === 405 ? 'method_not_allowed' : 'bad_request'
  expect(body).toMatchObject({ code, statusCode: status, message: expect.stringContaining('expected') })
})

/** `connect`, or what `connect_error` says. */
async function handshake(transports: string[], apiKey: string): Promise<string> {
  const socket = io(server.url, { transports, auth: { apiKey }, reconnection: false, forceNew: true })
  try {
    return await new Promise((resolve) => {
      socket.on('connect', () => resolve('connect'))
      socket.on('connect_error', ({ message }) => resolve(message))
    })
  } finally {
    socket.close()
  }
}

it('a client by websocket gets in, or hears why not; one by polling hears that it failed', async () => {
  expect(await handshake(['websocket'], server.sharedKey)).toBe('connect')
  expect(await handshake(['websocket'], 'no such key')).not.toBe('websocket error')
  expect(await handshake(['polling'], server.sharedKey)).toBe('xhr poll error')
})
