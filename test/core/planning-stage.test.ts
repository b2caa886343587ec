import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { ConditionId } from '../../src/domain/market/market.js'
import type { OrderDraft } from '../../src/domain/orders/order.js'
import type { Decision } from '../../src/domain/run/decision.js'
import { riskLimits } from '../../src/risk/schema.js'
import { defineStrategy } from '../../src/strategy/contract.js'
import { bindStrategy } from '../../src/strategy/parse-params.js'
import { at, hashOf } from '../execution/builders.js'
import { A, B, market } from '../risk/builders.js'
import { book, CoreDriver, cancelled, intents, ofKind } from './core-driver.js'

const MARKETS = 30
const DRAFT: OrderDraft = {
  ...{ conditionId: B, outcome: 0, side: 'BUY', price: ticks(30), size: lots(1000), type: 'POST_ONLY', feeRateBps: 0 },
  expirationSec: at(1e6).venueMs / 1000,
}
const ids = Array.from({ length: MARKETS }, (_, i) => `0xd${i}` as ConditionId)

/** So many markets that want to be quoted, and few writes. */
function starving(perSecond: number): CoreDriver {
  const driver = new CoreDriver()
  driver.start(100_000)
  driver.push({ kind: 'budget', routeClass: 'write', perSecond, perMinute: 30 * perSecond })
  for (const conditionId of ids) {
    driver.push({ kind: 'market', market: market(conditionId, { endMs: at(1e9).venueMs }) })
    driver.push({ kind: 'feed', conditionId, health: 'live', reason: 'snapshot' })
    driver.push({ kind: 'book', conditionId, book: book(48, 48), via: 'socket' })
  }
  return driver
}

it('markets that wait for a budget are not worked on in each turn', () => {
  const driver = starving(2)
  let worked = 0
  for (let i = 0; i < 100; i++) worked += driver.push({ kind: 'clock', errorMs: 50 + (i % 2) }, 10).markets.length
  // once a second each by time alone, and those that are served
  expect(worked).toBeLessThan(4 * MARKETS)
})

it('those that wait are served one after the other, by time alone', () => {
  const driver = starving(30)
  const served = new Set<ConditionId>()
  let orders = 0
  const answer = (decision: Decision): void => {
    for (const command of decision.commands) {
      if (!('permits' in command)) continue
      for (const permit of command.permits) answer(driver.push({ kind: 'answered', permit, told: {} }))
    }
    for (const { conditionId } of ofKind(decision, 'read-fee')) {
      answer(driver.push({ kind: 'fee', conditionId, feeRateBps: 0, readAtMonoMs: driver.monoMs }))
    }
    for (const { intentId, draft } of intents(decision)) {
      orders++
      served.add(draft.conditionId)
      answer(driver.push({ kind: 'signed', intentId, hash: hashOf(intentId) }))
      answer(driver.push({ kind: 'submitted', intentId, hash: hashOf(intentId), status: 'open' }))
    }
  }
  for (const decision of [...driver.decisions]) answer(decision)
  const untilMonoMs = driver.monoMs + 8000
  while (driver.monoMs < untilMonoMs) {
    const { wakeAtMonoMs } = driver.decisions.at(-1) ?? {}
    answer(driver.wake(Math.max(1, (wakeAtMonoMs ?? untilMonoMs) - driver.monoMs)))
  }
  // the one that was there already is among them
  expect([served.size, orders]).toEqual([MARKETS + 1, 2 * (MARKETS + 1)])
})

describe('what is approved beside an order that takes more than approved, within the tolerance of price', () => {
  /** YES rests a tick dearer than it is wanted by now: with ten NO beside it that is a tenth of a unit beyond the limit. */
  function cramped() {
    const wished = { yes: 48, no: 0 }
    const wish = (outcome: 0 | 1, price: number) => ({ outcome, side: 'BUY', price: price / 100, size: 10 }) as const
    const strategy = defineStrategy({
      name: 'wished',
      description: 'Bids as the test says.',
      params: z.strictObject({}),
      inputs: ['top'],
      quote: () => ({ quotes: [wish(0, wished.yes), ...(wished.no > 0 ? [wish(1, wished.no)] : [])] }),
    })
    const driver = new CoreDriver({
      quoter: bindStrategy(strategy, {}),
      risk: riskLimits.parse({ maxMarketCollateral: 9.6 }),
    })
    driver.start()
    const [dearer] = driver.quote()
    Object.assign(wished, { yes: 47, no: 49 })
    let shown = 0
    const goOn = (afterMs: number) => {
      const top = book(48 + (++shown % 2), 48)
      return [driver.push({ kind: 'book', conditionId: A, book: top, via: 'socket' }, afterMs), driver.fee()]
    }
    return { driver, wished, dearer, goOn }
  }

  it('is given room after two seconds, and not sooner', () => {
    const { driver, dearer, goOn } = cramped()
    const sooner = [0, 900, 900].flatMap(goOn)
    expect(sooner.flatMap(cancelled)).toEqual([])
    expect(sooner.flatMap(intents)).toEqual([])
    expect(sooner.flatMap(({ markets }) => markets[0]?.waiting ?? []).join()).toMatch(/room: maxMarketCollateral/)
    const given = goOn(900)
    expect(given.flatMap(cancelled)).toEqual([dearer])
    const placed = [...given, driver.gone([dearer ?? '0x']), driver.fee()].flatMap(intents)
    const prices = placed.map(({ draft }) => [draft.outcome, draft.price])
    expect(prices.toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
      [0, 47],
      [1, 49],
    ])
  })

  it('is given none in the turn in which it is wanted no more', () => {
    const { wished, goOn } = cramped()
    for (const afterMs of [0, 900, 900]) goOn(afterMs)
    wished.no = 0
    expect(goOn(900).flatMap(cancelled)).toEqual([])
  })
})

it('the reserve of the writes is left alone while some order is of unknown outcome, and not otherwise', () => {
  const placed = (isSomeUnknown: boolean) => {
    const driver = new CoreDriver()
    driver.start()
    driver.push({ kind: 'market', market: market(B, { endMs: at(1e9).venueMs }) })
    driver.push({ kind: 'budget', routeClass: 'write', perSecond: 2, perMinute: 100 })
    if (isSomeUnknown) driver.push({ kind: 'recovered', orders: [{ hash: hashOf(77), draft: DRAFT }] })
    return intents(driver.fee()).length
  }
  expect([placed(false), placed(true)]).toEqual([2, 1])
})

describe('a bid at what it is worth, from which the value moves away', () => {
  /** The bid on NO rests at 50, as it is wished, and is worth 47 afterwards; of the bid on YES nobody knows whether it came. */
  function movedAway(yesIs: 'open' | 'unknown') {
    let worth = 0.5
    const quoter = () => ({
      fair: worth,
      quotes: [
        { outcome: 0, side: 'BUY', price: worth - 0.05, size: 10 },
        { outcome: 1, side: 'BUY', price: 1 - worth, size: 10 },
      ] as const,
    })
    const driver = new CoreDriver({ quoter })
    driver.start()
    const [yes, no] = intents(driver.fee()).map(({ intentId }) => ({ intentId, hash: hashOf(intentId) }))
    if (yes === undefined || no === undefined) throw new Error('expected two orders')
    for (const one of [yes, no]) driver.push({ kind: 'signed', ...one })
    driver.push({ kind: 'submitted', ...no, status: 'open' })
    const failure = { code: 'unreachable', message: 'no answer', mayHaveHappened: true } as const
    if (yesIs === 'open') driver.push({ kind: 'submitted', ...yes, status: 'open' })
    else driver.push({ kind: 'submit-failed', intentId: yes.intentId, failure })
    worth = 0.53
    const moved = driver.push({ kind: 'book', conditionId: A, book: book(51, 45), via: 'socket' }, 100)
    return { pulled: cancelled(moved), no: no.hash }
  }

  it('is cancelled at once where nothing may take its place', () => {
    const { pulled, no } = movedAway('unknown')
    expect(pulled).toEqual([no])
  })

  it('keeps the pace of reprices where it can be replaced', () => {
    expect(movedAway('open').pulled).toEqual([])
  })
})
