// Each limit of the table in docs/risk.md stops an order that is sent without it, and a metric of the bot counts it.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { explain } from '../../src/core/explain.js'
import { placeGate } from '../../src/core/standing/last-check.js'
import { NOTHING_WANTED } from '../../src/core/strategy/wanted-quotes.js'
import { Budget } from '../../src/execution/budget/budget.js'
import { FeeBook } from '../../src/execution/fees/fee-book.js'
import { OrderPlanner } from '../../src/execution/planning/order-planner.js'
import { OrderRate } from '../../src/risk/limits/order-rate.js'
import { riskLimits } from '../../src/risk/schema.js'
import { Headroom } from '../../src/risk/totals/headroom.js'
import { asLive } from '../../src/state/orders/exposures.js'
import { BotMetrics } from '../../src/telemetry/metrics/bot-metrics.js'
import { sumOf } from '../ci/metric-causes.js'
import { at, hashOf } from '../execution/builders.js'
import { leafKeys } from '../keys/key-rows.js'
import { A, limits, market, position, quote, raw } from '../risk/builders.js'
import { book, CoreDriver, cancelled, intents, quoting, settings } from './core-driver.js'
import { LIMITS, type LimitRow, runRow, settingsOf } from './limit-rows.js'

const BUILD = { version: '0', strategy: 's', mode: 'live' }

function metrics(): BotMetrics {
  return new BotMetrics(BUILD, { processMetrics: false })
}

/** As Prometheus reads it; 0 where there is no such series. */
async function counted(of: BotMetrics, { reason }: Pick<LimitRow, 'reason'>): Promise<number> {
  return sumOf(await of.text(), `quoin_quotes_refused_total{reason="${reason}"}`)
}

async function run(row: LimitRow, world: LimitRow['tight']) {
  const driver = new CoreDriver(settingsOf(world))
  const sent = runRow(row, driver, world).flatMap(intents).length
  const of = metrics()
  for (const decision of driver.decisions) of.onStep(decision, 1)
  const refusals = driver.decisions.flatMap(({ markets }) => markets.flatMap(({ refused }) => refused))
  return { sent, refused: await counted(of, row), refusals: refusals.filter(({ reason }) => reason === row.reason) }
}

describe.each(LIMITS)('$limit ($reason)', (row) => {
  it('stops an order that is sent without it, says what was compared, and is counted', async () => {
    const without = await run(row, row.loose ?? {})
    expect(without.sent).toBeGreaterThan(0)
    const within = await run(row, row.tight)
    expect(within.sent).toBeLessThan(without.sent)
    expect(within.refused).toBeGreaterThan(0)
    // a jump is unconfirmed for a moment, however short that may be
    expect(without.refused).toBeLessThan(within.refused)
    for (const { detail } of within.refusals) expect(detail).not.toBe('')
  })

  it('is checked where the table says', () => {
    expect(existsSync(join('src', row.checkedIn))).toBe(true)
  })
})

it('there is no setting of risk that bounds something and has no row', () => {
  const sections = new Set(['calendar', 'toxicity'])
  // the ramp cuts down what is wished and refuses nothing, and a pause after trouble is no limit
  const isNone = (path: string) => path.startsWith('ramp.') || path === 'quoteAgainAfterSec'
  const bounding = leafKeys(riskLimits).filter((path) => !isNone(path))
  const rows = bounding.map((path) => [path, path.split(/[.[]/)[0] ?? ''].find((key) => sections.has(key)) ?? path)
  const named = LIMITS.flatMap(({ keys }) => keys).filter((key) => !key.startsWith('estimates.'))
  expect([...new Set(named)].sort()).toEqual([...new Set(rows)].sort())
})

describe('two orders of one intent', () => {
  /** Everything is as it is, but the planner sees no order that stands. */
  function blindPlan() {
    const { driver } = quoting()
    const { beliefs } = driver.core
    const room = new Headroom({ limits: limits(), collateralRaw: () => raw(1000), heldRaw: () => 0n })
    room.count(position(), beliefs.orders.livingOf(A).map(asLive))
    const rate = new OrderRate({ perSecond: 10, perMinute: 10 })
    const gate = placeGate({ beliefs, room, rate, isReduceOnly: () => false, nowMonoMs: driver.monoMs })
    const { execution } = settings()
    const [budget, fees] = [new Budget(), new FeeBook(execution.feeMaxAgeMs)]
    budget.hear({ kind: 'budget', routeClass: 'write', perSecond: 100, perMinute: 100 }, driver.monoMs)
    const now = at(driver.monoMs)
    fees.hear({ kind: 'fee', conditionId: A, feeRateBps: 0, readAtMonoMs: driver.monoMs, seq: 1, at: now })
    const approved = [quote('BUY YES', 47, 10), quote('BUY YES', 46, 10)]
    const planner = new OrderPlanner(
      budget,
      fees,
      { ...execution, lifetimeSec: 120, stopMatchingBeforeSec: 0 },
      () => false,
    )
    const markets = [{ market: market(), approved, orders: [], closedFor: undefined }]
    return planner.plan({ markets, quotes: 2, now, gate, nextIntentId: () => 99 })
  }

  it('never stand beside each other: the second is held back at the last check, and counted', async () => {
    const plan = blindPlan()
    const placed = plan.commands.flatMap((command) => (command.kind === 'place' ? command.intents : []))
    expect(placed.map(({ draft }) => draft.price)).toEqual([46])
    const wanted = NOTHING_WANTED
    const approval = { approved: [], refused: [] }
    const decided = explain({ conditionId: A, wanted }, { approval, plans: [plan], stop: undefined })
    const of = metrics()
    of.onStep({ seq: 1, markets: [decided], commands: [], ended: [], corrected: [], faults: [] }, 1)
    expect(await counted(of, { reason: 'duplicate' })).toBe(1)
  })

  it('may, where a cancel of the first is sent', () => {
    const { driver, hashes } = quoting()
    const { beliefs } = driver.core
    const room = new Headroom({ limits: limits(), collateralRaw: () => raw(1000), heldRaw: () => 0n })
    room.count(position(), beliefs.orders.livingOf(A).map(asLive))
    const rate = new OrderRate({ perSecond: 10, perMinute: 10 })
    const gate = placeGate({ beliefs, room, rate, isReduceOnly: () => false, nowMonoMs: driver.monoMs })
    const order = beliefs.orders.byHash(hashes[0] ?? '0x')
    if (order?.phase === 'open') gate.leaves(order)
    expect(gate.refuses(quote('BUY YES', 47, 10))).toBeUndefined()
    expect(gate.refuses(quote('BUY NO', 47, 10))?.refusal?.reason).toBe('duplicate')
  })
})

describe('the order rate', () => {
  it('lets orders through again when the window has moved on, by time alone', () => {
    const driver = new CoreDriver({ risk: limits({ orderRate: { perSecond: 1, perMinute: 100 } }) })
    driver.start()
    const [first] = intents(driver.fee())
    // for as long as it is being signed it may leave at any time
    driver.push({ kind: 'fee', conditionId: A, feeRateBps: 0, readAtMonoMs: driver.monoMs })
    expect(intents(driver.wake(1100))).toEqual([])
    driver.push({ kind: 'signed', intentId: first?.intentId ?? 0, hash: hashOf(1) })
    driver.push({ kind: 'fee', conditionId: A, feeRateBps: 0, readAtMonoMs: driver.monoMs })
    expect(intents(driver.wake(900))).toEqual([])
    driver.push({ kind: 'fee', conditionId: A, feeRateBps: 0, readAtMonoMs: driver.monoMs })
    const [second] = intents(driver.wake(150))
    expect([first?.draft.outcome, second?.draft.outcome]).toEqual([0, 1])
  })

  it('leaves an order where it is that could not be placed again', () => {
    const moved = (perMinute: number) => {
      const driver = new CoreDriver({ risk: limits({ orderRate: { perSecond: 100, perMinute } }), fairTauMs: 0 })
      driver.start()
      driver.quote()
      const shown = { kind: 'book', conditionId: A, book: book(50, 47), via: 'socket' } as const
      return [driver.push(shown, 2000), driver.fee(), driver.fee()].flatMap(cancelled).length
    }
    expect(moved(100)).toBeGreaterThan(0)
    expect(moved(2)).toBe(0)
  })
})
