import { expect, it } from 'vitest'
import { OwnMatches } from '../../../src/state/account/own-matches.js'
import { restingOrder } from '../../execution/builders.js'
import { A, B, quote, raw } from '../../risk/builders.js'

const order = (intentId: number, matched: number, price = 40) => ({
  ...restingOrder(quote('BUY YES', price, 10), intentId),
  matchedRaw: raw(matched),
})

const shares = (matches: OwnMatches) => matches.recent(A).map(({ sizeRaw, price }) => [price, Number(sizeRaw) / 1e6])

it('books what is newly matched of an order, once, at its price', () => {
  const matches = new OwnMatches()
  matches.orderChanged(order(1, 0), 100)
  matches.orderChanged(order(1, 4), 200)
  matches.orderChanged(order(1, 4), 300)
  matches.orderChanged(order(2, 1, 41), 350)
  matches.orderChanged(order(1, 6), 400)
  expect(shares(matches)).toEqual([
    [40, 4],
    [41, 1],
    [40, 2],
  ])
  expect(matches.recent(A).map(({ venueMs }) => venueMs)).toEqual([200, 350, 400])
  expect(matches.recent(B)).toEqual([])
})

it('takes back what a failed settlement takes back, the newest of that order first', () => {
  const matches = new OwnMatches()
  matches.orderChanged(order(1, 4), 100)
  matches.orderChanged(order(2, 5), 150)
  matches.orderChanged(order(1, 6), 200)
  matches.orderChanged(order(1, 3), 300)
  expect(shares(matches)).toEqual([
    [40, 3],
    [40, 5],
  ])
})

it('keeps the last hundred, and forgets orders that change no more', () => {
  const matches = new OwnMatches()
  for (let n = 1; n <= 130; n++) {
    matches.orderChanged(order(n, 1), n)
    matches.forget({ intentId: n })
  }
  expect(matches.recent(A)).toHaveLength(100)
  expect(matches.recent(A)[0]?.venueMs).toBe(31)
})

it('forgets a market that is over, and counts none of its orders again', () => {
  const matches = new OwnMatches()
  matches.orderChanged(order(1, 4), 100)
  matches.forgetMarket(A)
  expect(matches.recent(A)).toEqual([])
  expect(matches.orderChanged(order(1, 4), 200)).toBe(0n)
})
