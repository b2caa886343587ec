import { describe, expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { MarketBook } from '../../../src/domain/market/book.js'
import { FairTrack } from '../../../src/state/market/fair-track.js'

type Pair = readonly [price: number, size: number]
const side = (pairs: readonly Pair[]) => ({
  bids: pairs.map(([price, size]) => ({ price: ticks(price), size: lots(size) })),
  asks: [],
})
const book = (yes: readonly Pair[], no: readonly Pair[]): MarketBook => [side(yes), side(no)]

const SETTINGS = { fairTauMs: 1000, confirmMs: 3000, maxFairAgeMs: 30_000 }
const USUAL = 2000
const seen = (track: FairTrack, others: MarketBook, nowMs: number) => {
  track.observe(others, { ticksPerUnit: 100, nowMs, carried: undefined, usualLots: USUAL })
  return track
}
/** Sixty shares on each side, and one share that bids 58. */
const WITH_ONE_IN_FRONT = book(
  [
    [58, 100],
    [40, 6000],
  ],
  [[40, 6000]],
)

describe('the first book', () => {
  it('is the value at once', () => {
    expect(seen(new FairTrack(SETTINGS), book([[40, 6000]], [[50, 6000]]), 0).p).toBeCloseTo(0.45, 9)
  })

  it('is priced for the usual size while we have no order: a small one in front says little', () => {
    const track = seen(new FairTrack(SETTINGS), WITH_ONE_IN_FRONT, 0)
    expect(track.p).toBeCloseTo(0.504, 2)
    expect(track.spread).toBeCloseTo(0.19, 2)
  })

  it('and for our own size from our first order on', () => {
    const track = new FairTrack(SETTINGS)
    track.ordered(100)
    expect(seen(track, WITH_ONE_IN_FRONT, 0).spread).toBeCloseTo(0.02, 9)
  })

  it('with less than the usual size is taken for what it is', () => {
    expect(seen(new FairTrack(SETTINGS), book([[40, 5]], [[50, 5]]), 0).p).toBeCloseTo(0.45, 9)
  })
})

describe('between two books', () => {
  it('is due when the average has come a tick nearer the standing book, and not for less', () => {
    const track = seen(new FairTrack(SETTINGS), book([[44, 6000]], [[44, 6000]]), 0)
    expect(track.nextMs()).toBe(Number.POSITIVE_INFINITY)
    // three ticks higher, within the spread
    seen(track, book([[50, 6000]], [[44, 6000]]), 0)
    for (const expected of [0.51, 0.52]) {
      const dueMs = track.nextMs()
      track.advance(dueMs)
      expect(track.p).toBeCloseTo(expected, 3)
    }
    // less than a tick is left
    track.advance(track.nextMs() + 1)
    expect(track.nextMs()).toBe(Number.POSITIVE_INFINITY)
  })
})

describe('where a lot is another size', () => {
  it('a book is priced for the same size of ours', () => {
    const track = new FairTrack(SETTINGS)
    track.ordered(10_000)
    track.resized(1 / 100)
    expect(seen(track, WITH_ONE_IN_FRONT, 0).spread).toBeCloseTo(0.02, 9)
  })

  it('what was traded beyond the value counts on', () => {
    const track = new FairTrack(SETTINGS)
    track.ordered(1000)
    seen(track, book([[40, 6000]], [[50, 6000]]), 0)
    seen(track, book([[60, 10]], [[30, 10]]), 100)
    track.traded(0.6, 600, 200)
    track.resized(1 / 100)
    track.traded(0.6, 3, 300)
    expect(track.p).toBeCloseTo(0.45, 9)
    track.traded(0.6, 1, 400)
    expect(track.p).toBeCloseTo(0.65, 9)
  })
})

describe('a jump that something else has carried the value over', () => {
  /** 0.45 so far; the others stand at 0.72 for a second, go, and come back beside what carries the value by now. */
  function carriedOver(): FairTrack {
    const track = seen(new FairTrack(SETTINGS), book([[44, 6000]], [[54, 6000]]), 0)
    const jumped = book([[71, 6000]], [[27, 6000]])
    seen(track, jumped, 1000)
    track.observe(book([[71, 6000]], []), { ticksPerUnit: 100, nowMs: 2000, carried: 0.73, usualLots: USUAL })
    track.observe(jumped, { ticksPerUnit: 100, nowMs: 2200, carried: 0.73, usualLots: USUAL })
    return track
  }

  it('is over once what had rested has faded, which is due by itself, and the book is the value: not what the average was before', () => {
    const track = carriedOver()
    expect(track.isBorne).toBe(false)
    const dueMs = track.nextMs()
    expect(dueMs).toBeCloseTo(3000, 1)
    track.advance(dueMs)
    expect([track.isBorne, track.jump]).toEqual([true, 0])
    expect(track.p).toBeCloseTo(0.72, 9)
  })

  it('is brought back by what was kept of it', () => {
    const track = carriedOver()
    const bringBack = track.keep()
    track.advance(9000)
    bringBack()
    expect([track.isBorne, track.isFromCarried]).toEqual([false, true])
    track.advance(9000)
    expect(track.p).toBeCloseTo(0.72, 9)
  })
})
