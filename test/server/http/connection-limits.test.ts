// Clients that take their time, or too many connections: real sockets against a server with short limits.

import { connect, type Socket } from 'node:net'
import { WebSocket } from 'undici'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type RunningServer, startServer } from '../../../src/server/http/start-server.js'
import { serverConfig } from '../../../src/server/schema.js'

const KEY = 'a-personal-key-of-tests'
const PER_ADDRESS = 6
let server: RunningServer
const faults: unknown[] = []
const open: Socket[] = []

beforeAll(async () => {
  const keys = [{ name: 'tests', tier: 'INTERNAL', key: KEY } as const]
  const connections = { headTimeoutMs: 200, requestTimeoutMs: 400, perAddress: PER_ADDRESS }
  const config = serverConfig.parse({ port: 0, keys, connections })
  server = await startServer({ config, onFault: (error) => faults.push(error) })
})

afterEach(async () => {
  for (const socket of open.splice(0)) {
    if (socket.destroyed) continue
    const gone = new Promise((resolve) => socket.once('close', resolve))
    socket.destroy()
    await gone
  }
})

afterAll(async () => {
  await server.close()
  expect(faults).toEqual([])
})

/** A connection; `ended` is all that the server said, once it has closed it. */
async function raw(url = server.url): Promise<{ socket: Socket; ended: Promise<string> }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  open.push(socket)
  let text = ''
  socket.on('data', (data) => {
    text += data.toString()
  })
  socket.on('error', () => undefined)
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve)
    socket.once('close', resolve)
  })
  return { socket, ended }
}

/** Sends the text one character at a time for as long as the server listens. */
function trickle(socket: Socket, text: string): void {
  let at = 0
  const timer = setInterval(() => {
    if (socket.destroyed || !socket.writable) clearInterval(timer)
    else socket.write(text.charAt(at++ % text.length))
  }, 20)
  socket.once('close', () => clearInterval(timer))
}

const isWell = async () => expect((await fetch(`${server.url}/health`)).status).toBe(200)
const REFUSED = /^HTTP\/1\.1 408 [\s\S]*"statusCode":408/

describe('a request that does not arrive in time', () => {
  it('is cut while it trickles its headers, and nothing of it happens', async () => {
    const { socket, ended } = await raw()
    socket.write('POST /sandbox/faucet HTTP/1.1\r\nhost: x\r\nx-slow: ')
    trickle(socket, 'abcdefgh')
    expect(await ended).toMatch(REFUSED)
    await isWell()
  })

  it('is cut while it trickles its body', async () => {
    const { socket, ended } = await raw()
    const head = `POST /auth/refresh HTTP/1.1\r\nhost: x\r\nx-api-key: ${KEY}\r\ncontent-type: application/json\r\n`
    socket.write(`${head}content-length: 60000\r\n\r\n{"refreshToken":"`)
    trickle(socket, 'x')
    expect(await ended).toMatch(REFUSED)
    await isWell()
  })

  it('is cut while it trickles chunks without an end', async () => {
    const { socket, ended } = await raw()
    const head = `POST /auth/refresh HTTP/1.1\r\nhost: x\r\nx-api-key: ${KEY}\r\ncontent-type: application/json\r\n`
    socket.write(`${head}transfer-encoding: chunked\r\n\r\n`)
    trickle(socket, '1\r\nx\r\n')
    expect(await ended).toMatch(REFUSED)
    await isWell()
  })

  it('is cut when nothing comes at all', async () => {
    const { ended } = await raw()
    expect(await ended).toMatch(REFUSED)
  })
})

describe('a socket client', () => {
  const address = () => `${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  const closed = (socket: WebSocket) =>
    new Promise<void>((resolve) => socket.addEventListener('close', () => resolve()))

  it('that never shows a key is cut off', async () => {
    const socket = new WebSocket(address())
    await closed(socket)
    await isWell()
  })

  it('that never ends its upgrade is cut off', async () => {
    const { socket, ended } = await raw()
    socket.write('GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\n')
    expect(await ended).toMatch(REFUSED)
  })

  it('cannot upgrade anywhere else', async () => {
    const { socket, ended } = await raw()
    const head = 'GET /markets HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n'
    socket.write(`${head}sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`)
    expect(await ended).not.toMatch(/101/)
    await isWell()
  })
})

describe('one address', () => {
  it('holds so many connections and no more; a closed one makes room', async () => {
    const kept = await Promise.all(Array.from({ length: PER_ADDRESS }, () => raw()))
    const { ended } = await raw()
    expect(await ended).toBe('')
    const [first] = kept
    first?.socket.destroy()
    await first?.ended
    const asked = async () => {
      const again = await raw()
      again.socket.write('GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
      return await again.ended
    }
    // the server hears of the end a moment after us
    await vi.waitFor(async () => expect(await asked()).toMatch(/^HTTP\/1\.1 200/), { timeout: 10_000 })
  })
})

describe('HTTPS', () => {
  it('cuts a handshake that does not begin, and a slow request to the redirect', async () => {
    const secure = await startServer({
      config: serverConfig.parse({
        port: 0,
        https: { redirectPort: 0 },
        connections: { headTimeoutMs: 200, requestTimeoutMs: 400 },
      }),
    })
    try {
      const { ended: handshake } = await raw(secure.url)
      expect(await handshake).toBe('')
      const { socket, ended } = await raw(secure.redirectUrl)
      socket.write('GET / HTTP/1.1\r\nx-slow: ')
      trickle(socket, 'x')
      expect(await ended).toMatch(/^(HTTP\/1\.1 408|$)/)
    } finally {
      await secure.close()
    }
  })
})

describe('the settings', () => {
  it('refuse a whole request shorter than its head', () => {
    const wrong = serverConfig.safeParse({ connections: { headTimeoutMs: 500, requestTimeoutMs: 400 } })
    expect(wrong.error?.issues[0]).toMatchObject({
      path: ['connections', 'requestTimeoutMs'],
      message: 'expected at least headTimeoutMs',
    })
  })
})
