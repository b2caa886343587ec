import { EventEmitter, once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askBot } from '../../src/control/ask-bot.js'
import type { ControlAnswer, ControlRequest } from '../../src/control/control-protocol.js'
import type { ControlPlace } from '../../src/control/place.js'
import { type ControlServer, serveControl } from '../../src/control/serve-control.js'

let folder: string
let servers: ControlServer[] = []
let sockets: Socket[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-control-'))
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers) await server.close()
  servers = []
  sockets = []
  rmSync(folder, { recursive: true, force: true })
})

const place = (name = 'bot.sock'): ControlPlace => ({ kind: 'socket', path: join(folder, name) })
const echo = async (request: ControlRequest): Promise<ControlAnswer> => ({ ok: true, data: request })

async function serve(at: ControlPlace, answer = echo): Promise<ControlServer> {
  const server = await serveControl(at, answer)
  servers.push(server)
  return server
}

/** A client that says what it likes; resolves with the lines it hears until it has `count`, or the connection ends. */
function client(path: string, text: string, count = 1): Promise<string[]> {
  return new Promise((done) => {
    const socket = createConnection({ path }, () => socket.write(text))
    sockets.push(socket)
    let heard = ''
    const lines = () => heard.split('\n').filter((line) => line !== '')
    socket.on('data', (chunk) => {
      heard += chunk
      if (lines().length >= count) done(lines())
    })
    socket.on('error', () => undefined)
    socket.on('close', () => done(lines()))
  })
}

function connected(path: string): Promise<Socket> {
  return new Promise((done) => {
    const socket = createConnection({ path }, () => done(socket))
    socket.on('error', () => done(socket))
    sockets.push(socket)
  })
}

const ME = { actor: 'ann' }
const status = { command: 'status', ...ME } as const

describe('a socket', () => {
  it('is its owner’s alone, answers, and goes with the bot', async () => {
    const server = await serve(place())
    expect(statSync(server.at).mode & 0o777).toBe(0o600)
    expect(await askBot(place(), status)).toEqual(status)
    await server.close()
    expect(existsSync(server.at)).toBe(false)
    await expect(askBot(place(), status)).rejects.toThrow(/unreachable|expected a bot that answers/)
  })

  it('that a killed bot left behind is replaced', async () => {
    // a file that nobody listens at is what a kill leaves
    writeFileSync(join(folder, 'bot.sock'), '')
    await serve(place())
    expect(await askBot(place(), status)).toEqual(status)
  })

  it('of a live bot is refused, and goes on answering', async () => {
    await serve(place())
    await expect(serveControl(place(), echo)).rejects.toThrow(/control\.socket: .* another bot answers/)
    expect(await askBot(place(), status)).toEqual(status)
  })

  it('with too long a path, or in a folder that cannot be made, is refused by the name of its setting', async () => {
    await expect(serveControl(place('x'.repeat(200)), echo)).rejects.toThrow('control.socket')
    writeFileSync(join(folder, 'file'), '')
    await expect(serveControl(place('file/bot.sock'), echo)).rejects.toThrow('control.socket')
  })
})

describe('loopback', () => {
  it('asks for the token', async () => {
    const token = 'a-token-of-some-length'
    const free = createServer()
    await new Promise<void>((done) => free.listen(0, '127.0.0.1', done))
    const address = free.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    await new Promise((done) => free.close(done))
    await serve({ kind: 'loopback', port, token })
    expect(await askBot({ kind: 'loopback', port, token }, status)).toEqual({ ...status, token })
    await expect(askBot({ kind: 'loopback', port, token: 'another' }, status)).rejects.toThrow(
      'token: expected the one',
    )
  })
})

describe('clients that do as they like', () => {
  it.each([
    ['no JSON', 'garbage\n', /expected one line of JSON/],
    ['no request', '{"command":"sell everything","actor":"x"}\n', /command: /],
    ['a field too many', '{"command":"status","actor":"x","more":1}\n', /more/],
    ['no actor', '{"command":"status"}\n', /actor: /],
    ['no reason', '{"command":"halt","actor":"x"}\n', /reason: /],
  ])('%s is refused with what is wrong', async (_name, text, wanted) => {
    let asked = 0
    await serve(place(), async (request) => {
      asked++
      return echo(request)
    })
    const [line = ''] = await client(join(folder, 'bot.sock'), text)
    expect(JSON.parse(line)).toMatchObject({
      ok: false,
      error: { code: 'bad-request', message: expect.stringMatching(wanted) },
    })
    expect(asked).toBe(0)
  })

  it('a line without an end is cut off', async () => {
    const { at } = await serve(place())
    const lines = await client(at, 'x'.repeat(300_000), 2)
    expect(lines.length).toBeLessThan(2)
    expect(await askBot(place(), status)).toEqual(status)
  })

  it('several at once, some that hang, and one that asks twice', async () => {
    const { at } = await serve(place())
    void client(at, '')
    void client(at, '{"comm')
    const asked = Array.from({ length: 8 }, () => askBot(place(), status))
    expect(await Promise.all(asked)).toEqual(Array(8).fill(status))
    const twice = await client(at, `${JSON.stringify(status)}\n${JSON.stringify(status)}\n`, 2)
    expect(twice).toHaveLength(2)
  })

  it.each([
    ['say nothing', ''],
    ['never end their line', '{"comm'],
    ['ask nonsense and read no answer', 'garbage\n'.repeat(7000)],
  ])('who %s keep nobody out, however many they are', async (_name, text) => {
    const { at } = await serve(place())
    const crowd = await Promise.all(Array.from({ length: 40 }, () => connected(at)))
    for (const socket of crowd) socket.pause().write(text)
    for (let n = 0; n < 20; n++) expect(await askBot(place(), status)).toEqual(status)
  })

  it('who wait for an answer are not let go for others', async () => {
    const steps = new EventEmitter()
    const { at } = await serve(place(), async (request) => {
      const released = once(steps, 'released')
      steps.emit('heard')
      await released
      return { ok: true, data: request }
    })
    const heard = once(steps, 'heard')
    const first = askBot(place(), status)
    await heard
    // all but those for whom there is room are let go, and it would be the first one's turn before theirs
    let gone = 0
    const let24Go = new Promise<void>((done) => steps.on('gone', () => (++gone === 24 ? done() : undefined)))
    for (let n = 0; n < 40; n++) void connected(at).then((socket) => socket.once('close', () => steps.emit('gone')))
    await let24Go
    steps.emit('released')
    expect(await first).toEqual(status)
  })

  it('one that does not read is let go', async () => {
    const big = 'x'.repeat(1_000_000)
    const { at } = await serve(place(), async () => ({ ok: true, data: big }))
    const socket = createConnection({ path: at })
    sockets.push(socket)
    socket.pause()
    socket.write(`${JSON.stringify(status)}\n`.repeat(40))
    // others are answered meanwhile
    expect(await askBot(place(), status)).toBe(big)
  })

  it('a fault of the answer is an answer', async () => {
    await serve(place(), async () => {
      throw new Error('a planted fault')
    })
    await expect(askBot(place(), status)).rejects.toMatchObject({ code: 'internal', message: 'a planted fault' })
    await expect(askBot(place(), status)).rejects.toMatchObject({ code: 'internal' })
  })
})
