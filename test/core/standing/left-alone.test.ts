// A start that finds an order of a former run resting: what it does of it before it can judge it.

import { expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { OrderDraft } from '../../../src/domain/orders/order.js'
import type { CoreInput } from '../../../src/domain/run/core-event.js'
import { at, hashOf } from '../../execution/builders.js'
import { A, market } from '../../risk/builders.js'
import { book, CoreDriver, cancelled } from '../core-driver.js'

const HASH = hashOf(900)
/** As the strategy wants it of a book of 48 and 48. */
const DRAFT: OrderDraft = {
  ...{ conditionId: A, outcome: 0, side: 'BUY', price: ticks(47), size: lots(1000), type: 'POST_ONLY', feeRateBps: 0 },
  expirationSec: at(1e6).venueMs / 1000,
}

/** Signed in, and it is known that the order rests; neither book nor account are. */
function begun(): CoreDriver {
  const driver = new CoreDriver()
  for (const routeClass of ['read', 'write', 'cancel', 'account'] as const)
    driver.push({ kind: 'budget', routeClass, perSecond: 2000, perMinute: 2000 })
  driver.push({ kind: 'clock', errorMs: 50 })
  driver.push({ kind: 'verify', held: [], orders: [], listAfterMs: 0 })
  driver.push({ kind: 'market', market: market(A, { endMs: at(1e9).venueMs }) })
  driver.push({ kind: 'recovered', orders: [{ hash: HASH, draft: DRAFT }] })
  driver.push({ kind: 'session', signedIn: true, detail: 'signed in' })
  driver.push({ kind: 'orders-listed', records: [driver.record(HASH)], askedSeq: driver.seq })
  return driver
}

const BOOK: readonly CoreInput[] = [
  { kind: 'feed', conditionId: A, health: 'live', reason: 'snapshot' },
  { kind: 'book', conditionId: A, book: book(48, 48), via: 'socket' },
]

/** What is cancelled by its decisions from here on, over so many milliseconds. */
function cancelledIn(driver: CoreDriver, forMs: number) {
  const found = []
  for (let ms = 0; ms < forMs; ms += 100) found.push(...cancelled(driver.wake(100)))
  return found
}

it('one that is as it should be stays, whichever is known first', () => {
  for (const isBookFirst of [true, false]) {
    const driver = begun()
    expect(cancelledIn(driver, 1000)).toEqual([])
    if (isBookFirst) expect(cancelled(driver.pushAll(BOOK))).toEqual([])
    expect(cancelled(driver.fund(1000, [0, 0], driver.seq))).toEqual([])
    if (!isBookFirst) expect(cancelled(driver.pushAll(BOOK))).toEqual([])
    expect(cancelledIn(driver, 1500)).toEqual([])
  }
})

it('one that is not is cancelled as soon as both are known', () => {
  const driver = begun()
  driver.fund(1000, [0, 0], driver.seq)
  const [feed] = BOOK
  const told: CoreInput = { kind: 'book', conditionId: A, book: book(20, 76), via: 'socket' }
  expect(cancelled(driver.pushAll(feed === undefined ? [told] : [feed, told]))).toEqual([HASH])
})

it.each([
  ['the book', (driver: CoreDriver) => driver.fund(1000, [0, 0], driver.seq)],
  ['the account', (driver: CoreDriver) => driver.pushAll(BOOK)],
])('is cancelled after five seconds where %s does not come', (_what, tell) => {
  const driver = begun()
  tell(driver)
  expect(cancelledIn(driver, 4500)).toEqual([])
  expect(cancelledIn(driver, 1500)).toEqual([HASH])
})

it.each([
  ['halted', { kind: 'operator', action: 'halt', actor: 'ann', reason: 'lunch' }],
  ['paused', { kind: 'operator', action: 'pause', conditionId: A, actor: 'ann', reason: 'odd' }],
  ['closed', { kind: 'market-status', conditionId: A, status: 'CLOSED' }],
] as const)('is cancelled at once where the market is %s', (_what, input) => {
  const driver = begun()
  expect([...cancelled(driver.push(input)), ...cancelledIn(driver, 500)]).toEqual([HASH])
})
