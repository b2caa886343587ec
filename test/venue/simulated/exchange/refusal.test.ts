import { expect, test } from 'vitest'
import { QuoinError } from '../../../../src/domain/error.js'
import { orThrow, Refusal } from '../../../../src/venue/simulated/exchange/refusal.js'
import { ALICE, BOB, CASH, newOrder, scenario } from './scenario.js'

test('a refusal is thrown with its code and text, anything else is handed on', () => {
  const value = { any: 1 }
  expect(orThrow(value)).toBe(value)
  expect(() => orThrow(new Refusal('not-found', 'none'))).toThrow(QuoinError)
  expect(() => orThrow(new Refusal('not-found', 'none'))).toThrow(
    expect.objectContaining({ code: 'not-found', message: 'none' }),
  )
})

/** Its code and text, as an error has them. */
function wordsOf(answer: unknown): Pick<Refusal, 'code' | 'message'> {
  if (!(answer instanceof Refusal)) throw new Error('expected a refusal')
  const { code, message } = answer
  return { code, message }
}

test('what is refused is a value, the same that is thrown, and leaves nothing behind', () => {
  const { exchange, events } = scenario()
  const order = newOrder({ hash: '0x77', account: ALICE, price: 40, size: 10 })
  const refused = [
    { ...order, price: 0 as typeof order.price },
    { ...order, feeRateBps: 1 },
    { ...order, size: 9e12 as typeof order.size },
    { ...order, account: '0xstranger' as const },
    { ...order, conditionId: '0x99' as typeof order.conditionId },
  ]
  for (const terms of refused) {
    const answer = exchange.trySubmit(terms, 0)
    expect(() => exchange.submit(terms, 0)).toThrow(expect.objectContaining(wordsOf(answer)))
  }
  expect(events).toEqual([])
  expect(exchange.ledger.collateral(ALICE).availableRaw).toBe(CASH)
  expect(exchange.ledger.accounts()).not.toContain('0xstranger')
})

test('cancels are refused as values too, in the same words', () => {
  const { exchange, place } = scenario()
  const { hash } = place(ALICE, { price: 40, size: 10 })
  exchange.cancel(hash, ALICE, 0)
  for (const [of, by] of [
    ['0x99', ALICE],
    [hash, BOB],
    [hash, ALICE],
  ] as const) {
    const answer = exchange.tryCancel(of, by, 0)
    expect(() => exchange.cancel(of, by, 0)).toThrow(expect.objectContaining(wordsOf(answer)))
  }
})
