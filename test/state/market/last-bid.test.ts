import { expect, it } from 'vitest'
import { LastBid } from '../../../src/state/market/last-bid.js'

/** What is remembered after these bids, each with the time from which it stands. */
function after(bids: readonly (readonly [price: number, atMs: number])[]): LastBid {
  const bid = new LastBid({ confirmMs: 3000 })
  for (const [price, atMs] of bids) bid.see(price, atMs)
  return bid
}

it('is raised at once, lowered when the lower bid has stood, and stays while nobody bids', () => {
  expect(new LastBid({ confirmMs: 3000 }).at(0)).toBeNaN()
  const bid = after([
    [0.5, 0],
    [0.52, 1000],
    [0.47, 2000],
  ])
  expect([bid.at(4999), bid.at(5000)]).toEqual([0.52, 0.47])
  bid.see(Number.NaN, 6000)
  expect(bid.at(60_000)).toBe(0.47)
})

it('is not lowered by a bid that replaces one that is lower by a little', () => {
  const bid = after([
    [0.5, 0],
    [0.49, 10_000],
    [0.2, 12_990],
  ])
  expect(bid.at(13_010)).toBe(0.49)
  bid.see(0.49, 13_020)
  expect(bid.at(60_000)).toBe(0.49)
})

it('follows bids that go on falling', () => {
  const bid = after([
    [0.5, 0],
    [0.49, 1000],
    [0.48, 2000],
    [0.47, 3000],
  ])
  expect([3999, 4000, 5999, 6000].map((atMs) => bid.at(atMs))).toEqual([0.5, 0.49, 0.49, 0.47])
  const late = after([
    [0.5, 0],
    [0.49, 1000],
    [0.3, 2000],
  ])
  expect(late.at(60_000)).toBe(0.3)
})

it('is lowered to the highest of those that came and went below it', () => {
  const bid = after([
    [0.5, 0],
    [0.3, 1000],
    [0.45, 1500],
    [0.4, 3500],
  ])
  expect([bid.at(3999), bid.at(4000), bid.at(6499), bid.at(6500)]).toEqual([0.5, 0.45, 0.45, 0.4])
})

it('follows at once where nothing has to stand', () => {
  const bid = new LastBid({ confirmMs: 0 })
  bid.see(0.5, 0)
  bid.see(0.3, 1000)
  expect(bid.at(1000)).toBe(0.3)
})
