import { beforeEach, expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import { TradeEvidence } from '../../../src/state/market/trade-evidence.js'
import { A, market } from '../../risk/builders.js'

const at = (monoMs: number) => ({ monoMs })
const place = (price: number, outcome: 0 | 1 = 0) => ({ outcome, price: ticks(price) })
const level = (price: number, outcome: 0 | 1 = 0, shrank = true) => ({ ...place(price, outcome), shrank })
let evidence: TradeEvidence
beforeEach(() => {
  evidence = new TradeEvidence()
})
const traded = (price: number, ms: number, outcome: 0 | 1 = 0) =>
  evidence.traded(market(), { ...place(price, outcome), venueMs: 1e6 + ms }, at(ms))

it('a trade without a change of its level contradicts the book, once the grace is over by both clocks', () => {
  traded(40, 0)
  expect(evidence.contradicted(1e6 + 499, at(600))).toEqual([])
  // our own process slept, the stream is not further yet
  expect(evidence.contradicted(1e6 + 10, at(9000))).toEqual([])
  // the venue's stamps jumped
  expect(evidence.contradicted(1e6 + 600_000, at(20))).toEqual([])
  expect(evidence.contradicted(1e6 + 500, at(500))).toEqual([A])
})

it.each([
  ['after', 0, 300],
  ['before', 300, 0],
])('a change shortly %s the trade explains it', (_name, tradeMs, changeMs) => {
  for (const [ms, what] of [
    [tradeMs, 'trade'],
    [changeMs, 'change'],
  ].toSorted((a, b) => Number(a[0]) - Number(b[0]))) {
    if (what === 'trade') traded(40, Number(ms))
    else evidence.changed(market(), level(40), at(Number(ms)))
  }
  expect(evidence.contradicted(1e6 + 5000, at(5000))).toEqual([])
  expect(evidence.suspectedMonoMs(A)).toBe(Number.POSITIVE_INFINITY)
})

it('a change long before it, or of another price, does not', () => {
  evidence.changed(market(), level(40), at(0))
  traded(40, 501)
  evidence.changed(market(), level(41), at(510))
  expect(evidence.suspectedMonoMs(A)).toBe(1001)
  expect(evidence.contradicted(1e6 + 1001, at(1001))).toEqual([A])
})

it('a mint or a merge is seen at the complement', () => {
  traded(60, 0, 1)
  evidence.changed(market(), level(40, 0), at(5))
  expect(evidence.contradicted(1e6 + 5000, at(5000))).toEqual([])
})

it('every trade needs its own level; a snapshot settles all of them', () => {
  traded(40, 0)
  traded(41, 0)
  evidence.changed(market(), level(40), at(5))
  expect(evidence.contradicted(1e6 + 500, at(500))).toEqual([A])
  evidence.forget(A)
  expect(evidence.contradicted(1e6 + 500, at(500))).toEqual([])
})

it('a level that has only grown before it explains no trade, and any change after it does', () => {
  evidence.changed(market(), level(40, 0, false), at(0))
  traded(40, 100)
  expect(evidence.suspectedMonoMs(A)).toBe(600)
  evidence.changed(market(), level(40, 0, false), at(110))
  expect(evidence.suspectedMonoMs(A)).toBe(Number.POSITIVE_INFINITY)
})

it('an answer to what was asked once the grace was over contradicts the book', () => {
  traded(40, 0)
  expect(evidence.isContradicted(A, 499)).toBe(false)
  expect(evidence.isContradicted(A, 500)).toBe(true)
  evidence.changed(market(), level(40), at(510))
  expect(evidence.isContradicted(A, 600)).toBe(false)
})
