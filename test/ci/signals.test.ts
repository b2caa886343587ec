// A value from outside on its way into a bot process: from a file and from a service to the quotes, the status and the metrics.

import { once } from 'node:events'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { BotProcess, killAll } from '../loopback/bot-process.js'
import { type LoopbackVenue, openVenue } from '../loopback/loopback-venue.js'
import { sumOf } from './metric-causes.js'

const WAIT = { timeout: 30_000, interval: 100 }

/** Quotes around what it is told, and counts its calls. */
const SOURCE = `import { bothBids, defineStrategy, z } from '${process.cwd()}/src/index.ts'

export const told = defineStrategy({
  name: 'told',
  description: 'Bids five cents below what it is told.',
  params: z.strictObject({}),
  inputs: ['signals'],
  signals: ['model', 'drift'],
  init: () => ({ calls: 0 }),
  quote(view, _params, memory) {
    const model = view.signal('model')
    const next = { memory: { calls: memory.calls + 1 } }
    if (model === undefined) return { quotes: [], ...next }
    const p = model.value + (view.signal('drift')?.value ?? 0)
    const quotes = bothBids({ yes: p - 0.05, no: 0.95 - p, size: 10 })
    return { quotes, fair: p, terms: { model: model.value, calls: memory.calls }, ...next }
  },
})
`

const status = z.object({
  signals: z.array(z.object({ name: z.string(), value: z.number(), ageMs: z.number() })),
  markets: z.array(z.object({ terms: z.record(z.string(), z.number()).optional() })),
})

let venue: LoopbackVenue
let service: Server
afterEach(async () => {
  killAll()
  service.close()
  await venue.close()
})

it('a file and a service move the quotes; what they cannot say is told, and the old value ages', async () => {
  venue = await openVenue()
  service = createServer((_request, response) => response.end('{ "drift": 0.01 }'))
  await once(service.listen(0, '127.0.0.1'), 'listening')
  const { port } = service.address() as AddressInfo
  const http = { name: 'drift', url: `http://127.0.0.1:${port}/?key=hush`, value: '/drift', everySec: 0.2 }
  const signals = { files: [{ path: './model.json', everyMs: 50 }], http: [http] }
  const config = venue.config(`signals: ${JSON.stringify(signals)}\n`)
  const folder = join(config, '..')
  const say = (text: string) => {
    writeFileSync(join(folder, 'model.new'), text)
    renameSync(join(folder, 'model.new'), join(folder, 'model.json'))
  }
  writeFileSync(join(folder, 'told.ts'), SOURCE)
  const strategy = JSON.stringify({ file: './told.ts' })
  const asPaper = (text: string) =>
    text
      .replace('mode: live', 'mode: paper')
      .replace('{ name: as-logit }', strategy)
      .replace('logLevel: error', 'logLevel: warn')
  writeFileSync(config, asPaper(readFileSync(config, 'utf8')))
  say('{ "model": 0.4 }')
  const bot = new BotProcess(['run', config, '--json'])
  const address = (name: string) => String(Reflect.get(Object(bot.line('running')), name))
  const look = async () => status.parse(await (await fetch(address('status'))).json())
  const termsOf = async () => (await look()).markets.flatMap(({ terms }) => (terms ? [terms] : []))
  await vi.waitFor(async () => {
    expect((await termsOf()).map(({ model }) => model)).toEqual([0.4, 0.4, 0.4, 0.4])
    const told = Object.fromEntries((await look()).signals.map(({ name, value }) => [name, value]))
    expect(told).toEqual({ drift: 0.01, model: 0.4 })
  }, WAIT)
  say('{ "model": 0.6 }')
  await vi.waitFor(async () => expect((await termsOf()).every(({ model }) => model === 0.6)).toBe(true), WAIT)
  say('{ "model": "high" }')
  const metrics = async () => (await fetch(address('metrics'))).text()
  await vi.waitFor(async () => expect(sumOf(await metrics(), 'quoin_signal_failures_total')).toBe(1), WAIT)
  await vi.waitFor(async () => {
    expect(sumOf(await metrics(), 'quoin_signal_age_seconds{signal="model"}')).toBeGreaterThan(1.5)
    expect(sumOf(await metrics(), 'quoin_signal_age_seconds{signal="drift"}')).toBeLessThan(1.5)
  }, WAIT)
  expect((await termsOf()).every(({ model }) => model === 0.6)).toBe(true)
  expect(bot.stderr).toContain('a source of signals cannot be read')
  expect(bot.stderr).toContain('model: expected a number')
  expect(bot.stderr + bot.stdout).not.toContain('hush')
  bot.signal('SIGTERM')
  await bot.ended()
})
