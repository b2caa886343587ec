// What a strategy does amiss, in a bot process at a real venue: it costs its own market, and nobody else.

import { afterEach, describe, expect, it, vi } from 'vitest'
import { EXIT_CODES } from '../../src/domain/exit-codes.js'
import type { ConditionId } from '../../src/domain/market/market.js'
import type { BotSnapshot } from '../../src/domain/run/snapshot.js'
import { type BotProcess, killAll, runLive } from '../loopback/bot-process.js'
import { BUSY_WORLD, type LoopbackVenue, openVenue } from '../loopback/loopback-venue.js'
import { lineOf, type ToldStrategy, toldStrategy } from '../loopback/told-strategy.js'
import { sumOf } from './metric-causes.js'

const WAIT = { timeout: 40_000, interval: 50 }
/** The promise of a stop, and the scheduling of a loaded machine. */
const STOP_MS = 5000 + 1000
/** Slower than this is never called slow. */
const PATIENT = { slowAfterMs: 1000 }

let venue: LoopbackVenue
let bot: BotProcess
afterEach(async () => {
  killAll()
  await venue.close()
})

function start(strategy: ToldStrategy): void {
  bot = runLive(strategy.config)
}

function address(name: 'metrics' | 'status'): string {
  if (bot.isOver) throw new Error(bot.stderr)
  return String(Reflect.get(Object(bot.line('running')), name))
}

async function metrics(): Promise<string> {
  return (await fetch(address('metrics'))).text()
}

async function status(): Promise<BotSnapshot> {
  return (await (await fetch(address('status'))).json()) as BotSnapshot
}

const faultsOf = (text: string, market: ConditionId) => sumOf(text, `quoin_market_faults_total{market="${market}"}`)

async function allQuoted(markets: readonly ConditionId[]): Promise<void> {
  await vi.waitFor(() => {
    if (bot.isOver) throw new Error(bot.stderr)
    expect(markets.filter((id) => !venue.isTwoSided(id))).toEqual([])
  }, WAIT)
}

async function stopsClean(): Promise<void> {
  bot.signal('SIGTERM')
  const { code, ms } = await bot.ended()
  expect(ms).toBeLessThan(STOP_MS)
  expect([EXIT_CODES.ok.code, EXIT_CODES.pending.code]).toContain(code)
  expect(bot.line('stopped')).toMatchObject({ verified: true, openOrders: [] })
  expect(venue.resting()).toEqual([])
}

describe('a strategy that computes', () => {
  it.each([
    { busyMs: 20, count: 5, least: 5 },
    { busyMs: 50, count: 5, least: 5 },
    { busyMs: 20, count: 20, least: 15 },
    // a second of work for one round: not each round is in time
    { busyMs: 50, count: 20, least: 4 },
  ])(
    '$busyMs ms a call in $count markets leaves the bot its ears',
    async ({ busyMs, count, least }) => {
      venue = await openVenue({ world: { ...BUSY_WORLD, markets: { ...BUSY_WORLD.markets, count } } })
      const strategy = toldStrategy(venue, {
        settings: PATIENT,
        markets: `{ select: { max: ${count}, minTimeLeftSec: 2 } }`,
      })
      strategy.tell({ all: { busyMs } })
      start(strategy)
      const quoted = new Set<ConditionId>()
      await vi.waitFor(() => {
        if (bot.isOver) throw new Error(bot.stderr)
        for (const id of venue.open) if (venue.isTwoSided(id)) quoted.add(id)
        expect(quoted.size).toBeGreaterThanOrEqual(least)
      }, WAIT)
      const before = await metrics()
      await vi.waitFor(async () => {
        const now = await metrics()
        // what the sockets bring is heard
        for (const kind of ['level', 'trade', 'order']) {
          const series = `quoin_events_total{kind="${kind}"}`
          expect(sumOf(now, series), series).toBeGreaterThan(sumOf(before, series))
        }
        expect(sumOf(now, 'quoin_orders_placed_total')).toBeGreaterThan(sumOf(before, 'quoin_orders_placed_total'))
      }, WAIT)
      expect((await status()).halted).toBeUndefined()
      await stopsClean()
    },
    120_000,
  )
})

describe('a strategy that fails in some markets', () => {
  it('costs those alone, named with file and line, until it stops failing', async () => {
    venue = await openVenue({ world: { ...BUSY_WORLD, markets: { ...BUSY_WORLD.markets, count: 7 } } })
    const strategy = toldStrategy(venue, { settings: PATIENT, markets: '{ select: { max: 7, minTimeLeftSec: 2 } }' })
    start(strategy)
    const markets = venue.open
    await allQuoted(markets)
    const [throwing, third, nan, nonsense, flood, ...well] = markets
    if (!throwing || !third || !nan || !nonsense || !flood) throw new Error('expected seven markets')
    const failing = [throwing, third, nan, nonsense, flood]

    strategy.tell({
      [throwing]: 'throws',
      [third]: 'throws every third call',
      [nan]: 'NaN',
      [nonsense]: 'nonsense',
      [flood]: 'flood',
    })
    const at = (text: string) => `${strategy.file}:${lineOf(text)}`
    const named = new Map([
      [throwing, ['as it was told', at("'as it was told'")]],
      [third, ['the third time', at("'the third time'")]],
      [nan, ['expected a number, got NaN', at('quote(view, params) {')]],
      [nonsense, ['wish: expected { quotes }', at('quote(view, params) {')]],
      [flood, ['expected at most 200, got 10000', at('quote(view, params) {')]],
    ])
    await vi.waitFor(async () => {
      const [text, { markets: rows }] = [await metrics(), await status()]
      const always = failing.filter((id) => id !== third)
      expect(venue.resting().filter(({ conditionId }) => always.includes(conditionId))).toEqual([])
      for (const [id, words] of named) {
        expect(faultsOf(text, id), `faults of ${id}`).toBeGreaterThan(0)
        const logged = bot.stderr.split('\n').filter((line) => line.includes(id))
        expect(
          logged.some((line) => words.every((word) => line.includes(word))),
          `the log names ${words.join(' ')}`,
        ).toBe(true)
        if (id === third) continue
        const row = rows.find(({ conditionId }) => conditionId === id)
        for (const word of words) expect(row?.fault).toContain(word)
      }
    }, WAIT)
    // the others know nothing of it
    for (const id of well) expect(faultsOf(await metrics(), id)).toBe(0)
    await allQuoted(well)
    expect((await status()).halted).toBeUndefined()

    strategy.tell({})
    await allQuoted(markets)
    await vi.waitFor(async () => {
      expect((await status()).markets.flatMap(({ fault }) => fault ?? [])).toEqual([])
    }, WAIT)
    await stopsClean()
  }, 180_000)
})

describe('a strategy that is too slow in one market', () => {
  it('is slowed there, then pulled and named, and nobody else; it comes back when it is fast', async () => {
    venue = await openVenue()
    // patient enough for a loaded machine
    const strategy = toldStrategy(venue, { settings: { slowAfterMs: 40 } })
    start(strategy)
    const markets = venue.open
    await allQuoted(markets)
    const [slow, ...well] = markets
    if (!slow) throw new Error('expected a market')
    const row = async (id: ConditionId) => (await status()).markets.find(({ conditionId }) => conditionId === id)

    strategy.tell({ [slow]: { busyMs: 60 } })
    await vi.waitFor(async () => expect(await row(slow)).toMatchObject({ slowed: true }), WAIT)
    await vi.waitFor(async () => {
      expect((await row(slow))?.fault).toMatch(/it took \d+\.\d ms, allowed 40 ms/)
      expect((await row(slow))?.fault).toContain(`${strategy.file}:${lineOf('quote(view, params) {')}`)
      expect(venue.resting(slow)).toEqual([])
    }, WAIT)
    for (const id of well)
      expect(sumOf(await metrics(), `quoin_market_faults_total{market="${id}",kind="strategy"}`)).toBe(0)

    strategy.tell({})
    await allQuoted(markets)
    await vi.waitFor(async () => {
      expect((await row(slow))?.slowed).toBeUndefined()
      expect((await row(slow))?.fault).toBeUndefined()
    }, WAIT)
    await stopsClean()
  }, 180_000)
})
