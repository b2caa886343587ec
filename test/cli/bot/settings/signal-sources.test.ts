// What a configuration says of signals, as it is seen at a file and at a service: each key by what it changes.

import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signalSources } from '../../../../src/cli/bot/settings/signal-sources.js'
import type { SignalSource } from '../../../../src/signals/signal-source.js'
import { scrub } from '../../../../src/venue/transport/secret.js'
import { configWith } from '../../../keys/bot-file.js'
import { clock, listen, until } from '../../../signals/listening.js'

const TOKEN = 'Bearer 5dQ8xWq2LpR7'

let server: Server
let url: string
let asked: { readonly request: IncomingMessage; readonly atMs: number }[]
let folder: string
let running: SignalSource[]
let body: string
let delayMs: number
beforeEach(async () => {
  asked = []
  running = []
  body = JSON.stringify({ p: 0.4, other: 0.5, ms: 1_760_000_000_000 })
  delayMs = 0
  folder = mkdtempSync(join(tmpdir(), 'quoin-signals-'))
  server = createServer((request, response) => {
    asked.push({ request, atMs: performance.now() })
    setTimeout(() => response.end(body), delayMs)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/fair`
})
afterEach(() => {
  for (const source of running) source.stop()
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

const warnings: string[] = []
function sources(signals: object, env: Readonly<Record<string, string>> = {}): SignalSource[] {
  running = signalSources(configWith({ signals }), { env, clock, warn: (message) => warnings.push(message) })
  return running
}

function heardFrom(signals: object, env?: Readonly<Record<string, string>>) {
  const [source] = sources(signals, env)
  if (source === undefined) throw new Error('no source')
  return { source, heard: listen(source) }
}

const http = (change: object = {}) => ({ http: [{ name: 'model', url, value: '/p', everySec: 0.1, ...change }] })

it('there are none by default', () => {
  expect(sources({})).toEqual([])
})

describe('a file', () => {
  it('is found by its path, and looked at every so often', async () => {
    const path = join(folder, 'model.json')
    writeFileSync(path, '{ "model": 0.4 }')
    const { source, heard } = heardFrom({ files: [{ path, everyMs: 50 }] })
    expect(source.label).toBe('model.json')
    await until(() => heard.words.length === 1)
    writeFileSync(path, '{ "model": 0.55 }')
    await until(() => heard.words.at(-1)?.value === 0.55)
    const slow = heardFrom({ files: [{ path, everyMs: 3_600_000 }] }).heard
    await until(() => slow.words.length === 1)
    writeFileSync(path, '{ "model": 0.665 }')
    await new Promise((done) => setTimeout(done, 150))
    expect(slow.words).toHaveLength(1)
  })
})

describe('a service', () => {
  it('is asked at its url for the value under its name, of all markets', async () => {
    const { source, heard } = heardFrom(http())
    expect(source.label).toBe('model')
    await until(() => heard.words.length > 0)
    expect(heard.words[0]).toEqual({ name: 'model', value: 0.4, atMs: expect.any(Number) })
    expect(asked[0]?.request.url).toBe('/fair')
  })

  it.each<[string, object, object]>([
    ['value', { value: '/other' }, { value: 0.5 }],
    ['at', { at: '/ms' }, { atMs: 1_760_000_000_000 }],
    ['market', { market: 'm1' }, { market: 'm1' }],
    ['name', { name: 'drift' }, { name: 'drift' }],
  ])('has its %s from the configuration', async (_key, change, word) => {
    const { heard } = heardFrom(http(change))
    await until(() => heard.words.length > 0)
    expect(heard.words[0]).toMatchObject(word)
  })

  it('is asked everySec seconds', async () => {
    const { heard } = heardFrom(http({ everySec: 0.2 }))
    await until(() => heard.words.length > 2)
    const [first, second] = asked
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThan(190)
  })

  it('is given up after timeoutMs, and not read beyond maxBytes', async () => {
    delayMs = 200
    const late = heardFrom(http({ timeoutMs: 50 })).heard
    await until(() => late.failures.length > 0)
    expect(late.failures[0]).toContain('no answer within 50 ms')
    delayMs = 0
    const long = heardFrom(http({ maxBytes: 5 })).heard
    await until(() => long.failures.length > 0)
    expect(long.failures[0]).toContain('more than 5 bytes')
  })

  it('is shown the header that authorizationEnv names, and nobody else is', async () => {
    const { heard } = heardFrom(http({ authorizationEnv: 'MODEL_TOKEN' }), { MODEL_TOKEN: TOKEN })
    await until(() => heard.words.length > 0)
    expect(asked[0]?.request.headers.authorization).toBe(TOKEN)
    expect(warnings.at(-1)).toContain('MODEL_TOKEN is read from the environment')
    expect(scrub(`it was ${TOKEN}`)).toBe('it was [secret]')
  })

  it('is refused without the header that it names, or with one over plain http', () => {
    const named = { authorizationEnv: 'MODEL_TOKEN' }
    expect(() => sources(http(named))).toThrow('signals.http.0.authorizationEnv: expected MODEL_TOKEN to be set')
    const plain = http({ ...named, url: 'http://model.example/fair' })
    expect(() => sources(plain, { MODEL_TOKEN: TOKEN })).toThrow(
      'signals.http.0.url: expected https with authorizationEnv',
    )
  })
})

describe('the configuration refuses', () => {
  it.each<[string, object, string]>([
    ['a place that is no pointer', { value: 'p' }, 'signals.http.0.value: expected a JSON pointer'],
    ['another protocol', { url: 'ftp://model.example' }, 'signals.http.0.url: expected an http or https address'],
    ['a password in the address', { url: 'https://me:pw@model.example' }, 'without user and password'],
  ])('%s', (_name, change, message) => {
    expect(() => configWith({ signals: http(change) })).toThrow(message)
  })
})
