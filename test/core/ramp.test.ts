// The ramp in the core: what is quoted, what is kept for the next run, what is said of it.

import { expect, it } from 'vitest'
import { riskLimits } from '../../src/risk/schema.js'
import { BotMetrics } from '../../src/telemetry/metrics/bot-metrics.js'
import { at } from '../execution/builders.js'
import { A } from '../risk/builders.js'
import { book, CoreDriver, intents } from './core-driver.js'

const PNL = { day: 0, total: 0, dayStart: 0, start: 0, peak: 0, realised: 0 }
/** Of 10 shares the market takes 5 at least. */
const RAMP = { startAt: 0.6, step: 0.2, periodSec: 20, minFills: 1, maxMarkout: 0.01 }

function driverWith(ramp: object = RAMP): CoreDriver {
  return new CoreDriver({ risk: riskLimits.parse({ ramp, toxicity: { horizonSec: 2, widenAbove: 1, pullAbove: 1 } }) })
}

const sizes = (driver: CoreDriver) => intents(driver.fee()).map(({ draft }) => draft.size)

/** The first bid is filled; then so many seconds in which the others bid so much for YES. */
function filled(driver: CoreDriver, yes: number, seconds: number) {
  const order = [...driver.core.beliefs.orders.living()].find(({ draft }) => draft.outcome === 0)
  if (order?.phase !== 'open') throw new Error('expected a bid on YES')
  const filledRaw = order.restingRaw
  driver.push(
    { kind: 'order', record: driver.record(order.hash, { filledRaw, remainingRaw: 0n, status: 'filled' }) },
    1000,
  )
  const shown = { kind: 'book', conditionId: A, book: book(yes, 96 - yes), via: 'socket' } as const
  for (let second = 0; second < seconds; second++) driver.push(shown, 1000)
}

it('quotes that share of the wished sizes, but no less than the market takes', () => {
  const share = (startAt: number) => {
    const driver = driverWith({ ...RAMP, startAt })
    driver.start()
    return sizes(driver)
  }
  expect([1, 0.6, 0.05].map(share)).toEqual([
    [1000, 1000],
    [600, 600],
    [500, 500],
  ])
})

it('what closes the position is free of it, and what goes beyond is not', () => {
  const driver = driverWith()
  driver.start()
  driver.quote()
  filled(driver, 48, 1)
  const { approved = [] } = driver.decisions.findLast(({ markets }) => markets.length > 0)?.markets[0] ?? {}
  const reducing = approved.filter(({ outcome, side }) => (outcome === 1) === (side === 'BUY'))
  // six shares are held: they, and six tenths of the four that are wished beyond
  expect(reducing.reduce((sum, { size }) => sum + size, 0)).toBe(840)
})

it('grows after a good period, is kept, and says so once', () => {
  const driver = driverWith()
  driver.start()
  driver.quote()
  filled(driver, 48, 25)
  expect(driver.core.standing.ramp).toBeCloseTo(0.8, 9)
  expect(driver.core.standing.standing().ramp).toBeCloseTo(0.8, 9)
  const changes = driver.core.standing.takeChanges().filter(({ kind }) => kind === 'ramped')
  expect(changes).toEqual([
    { kind: 'ramped', from: 0.6, to: expect.closeTo(0.8, 9), reason: 'as expected over 1 fills' },
  ])
})

it('shrinks at once when a fill goes bad, and quotes less in the same turn', () => {
  const driver = driverWith({ ...RAMP, startAt: 0.5 })
  driver.push({ kind: 'restored', standing: { pauses: [], pnl: PNL, ramp: 1 } })
  driver.start()
  expect(driver.quote()).toHaveLength(2)
  filled(driver, 44, 5)
  expect(driver.core.standing.ramp).toBe(0.5)
  const { cautions } = driver.decisions.findLast(({ markets }) => markets.length > 0)?.markets[0] ?? {}
  expect(cautions).toEqual(['ramp: 50.0 % of the sizes that add'])
})

it('a restart takes it up', () => {
  const driver = driverWith()
  driver.push({ kind: 'restored', standing: { pauses: [], pnl: PNL, ramp: 0.8 } })
  driver.start()
  expect(sizes(driver)).toEqual([800, 800])
})

it.each([
  ['the share', RAMP, '0.6'],
  ['1 without a ramp', undefined, '1'],
])('the metric shows %s', async (_, ramp, value) => {
  const driver = new CoreDriver({ risk: riskLimits.parse(ramp === undefined ? {} : { ramp }) })
  driver.start()
  const metrics = new BotMetrics({ version: '0', strategy: 's', mode: 'live' }, { processMetrics: false })
  metrics.onSnapshot(driver.core.snapshot(at(driver.monoMs)))
  expect(await metrics.text()).toContain(`\nquoin_ramp_share ${value}\n`)
})
