import { expect, it } from 'vitest'
import { mayRest } from '../../src/core/read-needs.js'
import type { RefusalReason } from '../../src/domain/orders/quote.js'
import { quote } from '../risk/builders.js'

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
