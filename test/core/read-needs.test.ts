import { expect, it } from 'vitest'
import { mayRest } from '../../src/core/read-needs.js'
import type { RefusalReason } from '../../src/domain/orders/quote.js'
import { A, quote } from '../risk/builders.js'
import { TrueOrder } from '../state/true-order.js'
import { CoreDriver } from './core-driver.js'

const refused = (...reasons: readonly RefusalReason[]) => ({
  approved: [],
  refused: reasons.map((reason) => ({ quote: quote('BUY YES', 40, 10), reason, detail: '' })),
})

it('something may rest where something is approved, or would be if our own orders left it room', () => {
  expect(mayRest({ approved: [quote('BUY YES', 40, 10)], refused: [] })).toBe(true)
  expect(mayRest(refused())).toBe(false)
  expect(mayRest(refused('halted', 'holdings-differ', 'paused'))).toBe(false)
  expect(mayRest(refused('would-cross'))).toBe(false)
  expect(mayRest(refused('would-cross', 'not-held'))).toBe(true)
  expect(mayRest(refused('total-collateral'))).toBe(true)
})

it('the account is read again at once where what a former order settled came after the first reading', () => {
  const driver = new CoreDriver()
  driver.start()
  const answered = () => driver.fund(1000, [0, 0], driver.seq)
  /** Milliseconds until the account is asked for. */
  const asked = () => {
    for (let ms = 50; ms <= 20_000; ms += 50)
      if (driver.wake(50).commands.some(({ kind }) => kind === 'read-account')) return ms
    return Number.POSITIVE_INFINITY
  }
  asked()
  answered()
  const order = new TrueOrder({ conditionId: A, hash: '0x1' })
  order.match(40, 2)
  order.settle('settled', 3)
  driver.push({ kind: 'orders-listed', records: [order.record()], askedSeq: driver.seq })
  expect(asked()).toBeLessThan(1000)
  answered()
  expect(asked()).toBeGreaterThan(1000)
})
