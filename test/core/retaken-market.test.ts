// A market that is taken up anew on another tick or size step: what is counted in ticks and lots begins anew, what is known of the market itself
// is known on.

import { expect, it } from 'vitest'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { MarketBook } from '../../src/domain/market/book.js'
import type { Decision } from '../../src/domain/run/decision.js'
import { bothBids, defineStrategy, z } from '../../src/index.js'
import { riskLimits } from '../../src/risk/schema.js'
import { bindStrategy } from '../../src/strategy/parse-params.js'
import { at } from '../execution/builders.js'
import { A, market } from '../risk/builders.js'
import { book, CoreDriver, cancelled, intents } from './core-driver.js'

const TOXICITY = riskLimits.parse({
  toxicity: { horizonSec: 2, priorFills: 1, widenAbove: 0.01, pullAbove: 0.02, forSec: 60 },
})
/** From 100 ticks to 20. */
const COARSER = market(A, { ticksPerUnit: 20, endMs: at(1e9).venueMs })

/** Bids of the others in twentieths, 100 shares each. */
const twentieths = (yes: number, no: number): MarketBook => {
  const bid = (price: number) => ({ bids: [{ price: ticks(price), size: lots(10_000) }], asks: [] })
  return [bid(yes), bid(no)]
}

/** Nothing of ours rests, and the market is taken up. */
function retake(driver: CoreDriver): void {
  driver.gone(driver.core.beliefs.orders.livingOf(A).flatMap((order) => ('hash' in order ? (order.hash ?? []) : [])))
  driver.push({ kind: 'market', market: COARSER })
}

function live(driver: CoreDriver, seen: MarketBook) {
  driver.push({ kind: 'feed', conditionId: A, health: 'live', reason: 'snapshot' })
  return driver.push({ kind: 'book', conditionId: A, book: seen, via: 'socket' })
}

const stopped = ({ markets }: Decision) => markets[0]?.stopped
const signed = (driver: CoreDriver) => intents(driver.fee()).length

/** All of a bid on YES is matched at 0.45, and the others' mid is another then. */
function filledThen(change: ConstructorParameters<typeof CoreDriver>[0], then: MarketBook): CoreDriver {
  const driver = new CoreDriver(change)
  driver.start()
  const [hash] = driver.quote()
  driver.wake(1000)
  if (hash === undefined) throw new Error('no order')
  const { originalRaw: filledRaw } = driver.record(hash)
  driver.push({ kind: 'order', record: driver.record(hash, { filledRaw, remainingRaw: 0n, status: 'filled' }) })
  driver.push({ kind: 'book', conditionId: A, book: then, via: 'socket' })
  return driver
}

it('a market that is pulled since its fills go bad stays pulled', () => {
  const driver = filledThen({ risk: TOXICITY }, book(38, 58))
  expect(stopped(driver.wake(2500))).toMatch(/toxicity/)
  retake(driver)
  expect(stopped(live(driver, twentieths(7, 11)))).toMatch(/toxicity/)
})

it('fills that are not judged yet are judged by what happens then', () => {
  const driver = filledThen({ risk: TOXICITY }, book(48, 48))
  retake(driver)
  live(driver, twentieths(7, 11))
  expect(stopped(driver.wake(2500))).toMatch(/toxicity/)
})

it('what is held is worth what it was: nothing is won or lost by another tick', () => {
  const risk = riskLimits.parse({ killSwitch: { maxDrawdown: 1 } })
  const driver = filledThen({ risk, confirmMs: 0 }, book(70, 26))
  driver.wake(5000)
  const before = driver.core.snapshot(at(driver.monoMs)).totals.total
  expect(before).toBeGreaterThan(1.5)
  const { pnlMicro } = driver.core.conclusions()
  retake(driver)
  expect(driver.core.snapshot(at(driver.monoMs)).totals.total).toBeCloseTo(before, 9)
  expect(driver.core.standing.halted).toBeUndefined()
  expect(driver.core.conclusions().pnlMicro).toBe(pnlMicro)
})

it('a jump that nobody has confirmed is not followed for it', () => {
  const driver = new CoreDriver()
  driver.start()
  driver.quote()
  const moved = driver.push({ kind: 'book', conditionId: A, book: book(28, 68), via: 'socket' }, 100)
  expect(cancelled(moved).length).toBeGreaterThan(0)
  retake(driver)
  live(driver, twentieths(5, 13))
  const { estimates } = driver.core.beliefs
  expect(estimates.fair(COARSER)).toMatchObject({ p: expect.closeTo(0.5, 2), jump: -1 })
  // it is, once it has rested for as long as any
  driver.wake(4000)
  expect(estimates.fair(COARSER)).toMatchObject({ p: expect.closeTo(0.3, 2), jump: 0 })
})

it('a prior stands in for the last book no more than before', () => {
  const driver = new CoreDriver({ prior: { p: 0.5 } })
  driver.start()
  driver.push({ kind: 'book', conditionId: A, book: book(28, 68), via: 'socket' }, 100)
  driver.wake(4000)
  const nobody: MarketBook = [
    { bids: [], asks: [] },
    { bids: [], asks: [] },
  ]
  retake(driver)
  live(driver, nobody)
  driver.wake(31_000)
  expect(driver.core.beliefs.estimates.fair(COARSER)).toMatchObject({ basis: 'prior', jump: -1 })
})

it('a fee from before its change is not signed', () => {
  const driver = new CoreDriver()
  driver.start()
  const readAtMonoMs = driver.monoMs
  driver.push({ kind: 'fee-changed', conditionId: A })
  retake(driver)
  live(driver, twentieths(9, 9))
  const late = driver.push({ kind: 'fee', conditionId: A, feeRateBps: 0, readAtMonoMs })
  expect(intents(late)).toEqual([])
})

it('a stream that was wrong more than once is not believed at once', () => {
  const driver = new CoreDriver()
  driver.start()
  const { feeds } = driver.core.beliefs
  feeds.convict(A, 'poll', driver.monoMs)
  feeds.moved(A, driver.monoMs)
  feeds.snapshot(A, false, driver.monoMs)
  feeds.moved(A, driver.monoMs)
  feeds.convict(A, 'trade', driver.monoMs)
  retake(driver)
  live(driver, twentieths(9, 9))
  expect(feeds.trustsSocket(A, driver.monoMs)).toBe(false)
})

it.each([
  ['nobody', 2],
  ['a person', 0],
  ['a strategy that fails', 0],
  ['a failure of the venue', 0],
] as const)('what %s has pulled stays pulled', (who, orders) => {
  let isBroken = false
  const quoter = defineStrategy({
    ...{ name: 'two', description: 'for tests', params: z.strictObject({}), inputs: ['top'] },
    quote() {
      if (isBroken) throw new Error('broken')
      return { quotes: bothBids({ yes: 0.4, no: 0.4, size: 10 }) }
    },
  })
  const driver = new CoreDriver({ quoter: bindStrategy(quoter, {}) })
  driver.start()
  isBroken = who === 'a strategy that fails'
  driver.push({ kind: 'book', conditionId: A, book: book(47, 48), via: 'socket' })
  isBroken = false
  if (who === 'a person')
    driver.push({ kind: 'operator', action: 'pause', conditionId: A, actor: 'somebody', reason: 'to look' })
  if (who === 'a failure of the venue') {
    const failure = { code: 'market-not-open', message: 'closed', mayHaveHappened: false } as const
    driver.push({ kind: 'read-failed', read: 'fee', conditionId: A, failure })
  }
  retake(driver)
  live(driver, twentieths(9, 9))
  expect(signed(driver)).toBe(orders)
})
