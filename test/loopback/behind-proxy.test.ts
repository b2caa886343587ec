// A live bot on a machine that reaches the venue through a proxy alone: its requests, its socket, and what doctor says of it.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { selfSigned } from '../../src/server/http/self-signed.js'
import { type AProxy, openProxy } from './a-proxy.js'
import { BotProcess, killAll, runLive } from './bot-process.js'
import { type LoopbackVenue, openVenue } from './loopback-venue.js'
import { expectStoppedClean } from './stopped-clean.js'

/** No name server knows it: the proxy does. */
const NAME = 'venue.test'
const PASSWORD = 'proxy-password-of-this-test'
const WAIT = { timeout: 60_000, interval: 100 }

const folder = mkdtempSync(join(tmpdir(), 'quoin-proxy-'))
const certFile = join(folder, 'venue.pem')
let venue: LoopbackVenue
let proxy: AProxy
let config: string

beforeAll(async () => {
  const { certPem, keyPem } = selfSigned([NAME], Date.now())
  writeFileSync(certFile, certPem)
  writeFileSync(join(folder, 'key.pem'), keyPem, { mode: 0o600 })
  venue = await openVenue({ https: { certFile, keyFile: join(folder, 'key.pem') } })
  proxy = await openProxy(Number(new URL(venue.server.url).port), `bot:${PASSWORD}`)
  config = venue.config()
  writeFileSync(config, readFileSync(config, 'utf8').replace(`url: "${venue.server.url}"`, `url: "https://${NAME}"`))
})
afterAll(async () => {
  killAll()
  await proxy.close()
  await venue.close()
  rmSync(folder, { recursive: true, force: true })
})

const env = () => ({ HTTPS_PROXY: proxy.url.href, NODE_EXTRA_CA_CERTS: certFile, QUOIN_STATE_DIR: folder })
const resting = () => venue.resting().length

it('quotes, hears of its fills, and cancels everything at its end', async () => {
  const bot = runLive(config, env())
  await vi.waitFor(() => expect(resting()).toBeGreaterThan(3), WAIT)
  await vi.waitFor(() => expect(venue.fills().length).toBeGreaterThan(0), WAIT)
  bot.signal('SIGTERM')
  expect((await bot.ended()).code).toBe(0)
  expectStoppedClean(bot.line('stopped'), venue)
  expect(resting()).toBe(0)
  expect(bot.line('running')).toMatchObject({ proxy: proxy.url.origin })
  const shown = `Basic ${Buffer.from(`bot:${PASSWORD}`).toString('base64')}`
  expect(new Set(proxy.asked.map((one) => one.join(' ')))).toEqual(new Set([`CONNECT ${NAME}:443 ${shown}`]))
  expect(bot.stdout + bot.stderr).not.toContain(PASSWORD)
})

it('waits while the proxy lets nothing through, and goes on', async () => {
  const bot = runLive(config, env())
  await vi.waitFor(() => expect(resting()).toBeGreaterThan(3), WAIT)
  proxy.refuse(503)
  await vi.waitFor(() => expect(bot.stderr).toMatch(/status 503 \(through the proxy 127/), WAIT)
  proxy.refuse(undefined)
  const before = venue.ordersEver().length
  await vi.waitFor(() => {
    expect(venue.ordersEver().length).toBeGreaterThan(before)
    expect(resting()).toBeGreaterThan(3)
  }, WAIT)
  bot.signal('SIGTERM')
  expect((await bot.ended()).code).toBe(0)
  expect(resting()).toBe(0)
})

async function doctor(more: Readonly<Record<string, string>> = {}): Promise<string> {
  const program = new BotProcess(['doctor', config], { ...env(), ...more })
  await program.ended()
  return program.stdout + program.stderr
}

it('is told by doctor what it goes through, or why it does not', async () => {
  const well = await doctor()
  expect(well).toMatch(/GET \/ of venue\.test answers 200 in \d+ ms, through the proxy 127\.0\.0\.1:\d+/)
  expect(well).toMatch(/certificate good for 36\d days/)
  proxy.refuse('silently')
  expect(await doctor()).toMatch(/venue\.test: no (?:tunnel|connection) within \d+ ms \(through the proxy /)
  proxy.refuse(403)
  const refused = await doctor()
  proxy.refuse(undefined)
  expect(refused).toMatch(/venue\.test: status 403 \(through the proxy 127\.0\.0\.1:\d+\)/)
  expect(refused).toContain('NO_PROXY=venue.test')
  expect(await doctor({ NO_PROXY: '.test' })).toMatch(/no name server knows venue\.test/)
  expect(await doctor({ HTTPS_PROXY: 'socks5://127.0.0.1:1' })).toContain(
    'HTTPS_PROXY, HTTP_PROXY or ALL_PROXY: expected http://host:port or https://host:port, got one of socks5://',
  )
  expect(well + refused).not.toContain(PASSWORD)
})
