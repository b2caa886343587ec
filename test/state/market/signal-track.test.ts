import { describe, expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { MarketBook } from '../../../src/domain/market/book.js'
import { A_MOMENT_MS } from '../../../src/domain/time.js'
import { type EstimateSettings, Estimates } from '../../../src/state/market/estimates.js'
import { A, B, market } from '../../risk/builders.js'

const VENUE_MS = 1_790_000_000_000
const SETTINGS: EstimateSettings = {
  ...{ fairTauMs: 1000, volatilityTauMs: 60_000, confirmMs: 3000, maxFairAgeMs: 30_000 },
  fairSignal: { name: 'model', maxAgeMs: 10_000, maxJump: 0.05 },
}
const bids = (price: number) => ({ bids: [{ price: ticks(price), size: lots(500) }], asks: [] })
const book = (yes: number, no: number): MarketBook => [bids(yes), bids(no)]
const ONE_SIDE: MarketBook = [bids(21), { bids: [], asks: [] }]
/** 21 to 23. */
const AROUND_22 = book(21, 77)

/** One market, its others and a model, from moment to moment. */
class Told {
  readonly estimates: Estimates

  constructor(change: Partial<EstimateSettings> = {}) {
    this.estimates = new Estimates({ ...SETTINGS, ...change })
    this.estimates.advance({ monoMs: 0, venueMs: VENUE_MS })
    this.estimates.open(market())
  }

  says(monoMs: number, value: number, madeMs = monoMs) {
    this.estimates.advance({ monoMs, venueMs: VENUE_MS + monoMs })
    this.estimates.signalled({ name: 'model', conditionId: A }, value, VENUE_MS + madeMs)
    return this.at(monoMs)
  }

  shows(monoMs: number, shown: MarketBook) {
    this.estimates.observe(market(), shown, monoMs)
    return this.at(monoMs)
  }

  at(monoMs: number) {
    this.estimates.advance({ monoMs, venueMs: VENUE_MS + monoMs })
    return this.estimates.fair(market())
  }

  held(monoMs: number) {
    this.at(monoMs)
    return this.estimates.marks(market()).fair
  }
}

const p = (value: number) => expect.closeTo(value, 6)

describe('a signal alone', () => {
  it('is the value at once where there is none, and followed at once in small steps, however fast', () => {
    const told = new Told()
    expect(told.says(0, 0.3)).toMatchObject({ p: 0.3, basis: 'signal', jump: 0, ageMs: 0 })
    for (let step = 1; step <= 12; step++) {
      expect(told.says(step * 50, 0.3 + 0.05 * step)).toMatchObject({
        p: p(0.3 + 0.05 * step),
        jump: 0,
        degraded: false,
      })
    }
  })

  it.each([
    ['up', 0.9, 1],
    ['down', 0.1, -1],
  ] as const)(
    'that jumps %s is told of at once, and followed once a later reading says so too',
    (_way, value, jump) => {
      const told = new Told()
      told.says(0, 0.5)
      expect(told.says(1000, value)).toMatchObject({ p: 0.5, basis: 'signal', jump, ageMs: 1000, degraded: true })
      expect(told.says(3999, value)).toMatchObject({ p: 0.5, jump })
      // that it stands says nothing, only that it is said again
      expect(told.at(5000)).toMatchObject({ p: 0.5, jump })
      expect(told.held(5000)).toBe(0.5)
      expect(told.says(5001, value)).toMatchObject({ p: value, jump: 0, ageMs: 0, degraded: false })
      expect(told.held(5001)).toBe(value)
    },
  )

  it('that is wrong once moves nothing, and one that is made before confirms nothing', () => {
    const told = new Told()
    told.says(0, 0.5)
    told.says(1000, 0.9)
    expect(told.says(4500, 0.9, 1000)).toMatchObject({ p: 0.5, jump: 1 })
    expect(told.says(5000, 0.52)).toMatchObject({ p: 0.52, jump: 0 })
    // the next one begins anew
    expect(told.says(6000, 0.9)).toMatchObject({ p: 0.52, jump: 1 })
    expect(told.says(7000, 0.1)).toMatchObject({ p: 0.52, jump: -1 })
    expect(told.says(9500, 0.1)).toMatchObject({ p: 0.52, jump: -1 })
  })

  it('that is no probability is not quoted on', () => {
    for (const nonsense of [0, 1, 52, -3]) {
      const told = new Told()
      told.says(0, 0.5)
      expect(told.says(1000, nonsense)).toBeUndefined()
      expect(told.says(9000, nonsense)).toBeUndefined()
      expect(told.held(9000)).toBe(0.5)
    }
  })

  it('is taken at once where the value before it has grown too old', () => {
    const told = new Told()
    told.says(0, 0.5)
    told.says(9000, 0.9)
    expect(told.estimates.nextMonoMs(A)).toBe(10_000 + A_MOMENT_MS)
    expect(told.at(10_000)).toMatchObject({ p: 0.5, jump: 1 })
    expect(told.at(10_000 + A_MOMENT_MS)).toMatchObject({ p: 0.9, jump: 0 })
    expect(told.at(19_000 + A_MOMENT_MS)).toBeUndefined()
  })

  it('is followed at once wherever it jumps with a maxJump of 1, and with a confirmMs of 0', () => {
    for (const change of [{ fairSignal: { name: 'model', maxAgeMs: 10_000, maxJump: 1 } }, { confirmMs: 0 }]) {
      const told = new Told(change)
      told.says(0, 0.1)
      expect(told.says(10, 0.9)).toMatchObject({ p: 0.9, jump: 0 })
      told.shows(20, book(85, 9))
      told.says(30, 0.2)
      told.shows(9000, ONE_SIDE)
      expect(told.at(9000)).toMatchObject({ p: 0.2, basis: 'signal', jump: 0 })
    }
  })

  it('of all markets counts in each of them, also in one that is taken up later', () => {
    const told = new Told()
    told.estimates.signalled({ name: 'model' }, 0.5, VENUE_MS)
    told.estimates.open(market(B))
    told.at(1000)
    told.estimates.signalled({ name: 'model' }, 0.9, VENUE_MS + 1000)
    for (const id of [A, B]) expect(told.estimates.fair(market(id))).toMatchObject({ p: 0.5, jump: 1 })
    told.at(4000)
    told.estimates.signalled({ name: 'model' }, 0.9, VENUE_MS + 4000)
    for (const id of [A, B]) expect(told.estimates.fair(market(id))).toMatchObject({ p: 0.9, jump: 0 })
  })
})

describe('a signal where one side of the book goes', () => {
  it('and that was near carries at once, within the width of the book', () => {
    const told = new Told()
    told.shows(0, book(30, 50))
    told.says(5000, 0.49)
    expect(told.shows(6000, ONE_SIDE)).toMatchObject({ p: 0.49, basis: 'signal', jump: 0 })
  })

  it('and that moves afterwards is followed by its next readings', () => {
    const told = new Told()
    told.shows(0, AROUND_22)
    told.says(500, 0.23)
    told.shows(1000, ONE_SIDE)
    expect(told.says(2000, 0.9)).toMatchObject({ p: 0.23, basis: 'signal', jump: 1 })
    expect(told.says(4999, 0.9)).toMatchObject({ p: 0.23, jump: 1 })
    expect(told.says(5000, 0.9)).toMatchObject({ p: 0.9, jump: 0 })
  })

  it('and that moved a moment before it is news too, confirmed by what it says from then on', () => {
    const told = new Told()
    told.shows(0, AROUND_22)
    told.says(500, 0.9)
    expect(told.shows(1000, ONE_SIDE)).toMatchObject({ p: p(0.22), jump: 1 })
    expect(told.says(3999, 0.9)).toMatchObject({ p: p(0.22), jump: 1 })
    expect(told.says(4000, 0.9)).toMatchObject({ p: 0.9, basis: 'signal', jump: 0 })
  })

  it('is not followed where it spoke against the book for long, before the value of that is too old', () => {
    const told = new Told()
    told.shows(0, AROUND_22)
    for (let monoMs = 500; monoMs <= 20_000; monoMs += 500) told.says(monoMs, 0.9)
    told.shows(20_100, ONE_SIDE)
    for (let monoMs = 20_500; monoMs <= 50_000; monoMs += 500) {
      expect(told.says(monoMs, 0.9)).toMatchObject({ p: p(0.22), basis: 'one-sided', jump: 1 })
      expect(told.held(monoMs)).toBeCloseTo(0.22, 6)
    }
    expect(told.says(50_101, 0.9)).toMatchObject({ p: 0.9, basis: 'signal', jump: 0 })
  })

  it('nor where the book moved, or was gone, for a moment in between', () => {
    const told = new Told()
    told.shows(0, AROUND_22)
    told.says(500, 0.9)
    told.shows(5000, book(60, 38))
    told.says(5500, 0.9)
    told.shows(6000, AROUND_22)
    told.says(9000, 0.9)
    told.shows(9500, ONE_SIDE)
    expect(told.says(13_000, 0.9)).toMatchObject({ p: p(0.22), jump: 1 })
    told.shows(13_100, AROUND_22)
    told.says(13_200, 0.9)
    told.shows(13_300, ONE_SIDE)
    expect(told.says(19_000, 0.9)).toMatchObject({ p: p(0.22), jump: 1 })
  })

  it('a value from before the book says nothing any more', () => {
    const told = new Told()
    told.says(0, 0.9)
    told.says(3000, 0.9)
    told.shows(3100, AROUND_22)
    told.says(3200, 0.9)
    // confirmed after three seconds
    expect(told.at(6200)).toMatchObject({ p: p(0.22), basis: 'two-sided' })
    told.says(6300, 0.9)
    told.shows(9400, ONE_SIDE)
    expect(told.says(9500, 0.9)).toMatchObject({ p: p(0.22), jump: 1 })
  })

  it('a book that comes back far from the signal that carries must be confirmed, be it near the old one or not', () => {
    const told = new Told()
    told.shows(0, AROUND_22)
    told.says(500, 0.23)
    told.shows(1000, ONE_SIDE)
    told.says(2000, 0.9)
    told.says(5000, 0.9)
    expect(told.shows(6000, AROUND_22)).toMatchObject({ p: 0.9, basis: 'signal', jump: -1 })
    expect(told.held(6000)).toBe(0.9)
    expect(told.at(8999)).toMatchObject({ p: 0.9, jump: -1 })
    expect(told.at(9000)).toMatchObject({ p: p(0.22), basis: 'two-sided', jump: 0 })
  })

  it('where book and signal have jumped to opposite sides nobody knows anything', () => {
    const told = new Told({ maxFairAgeMs: 5000 })
    told.says(0, 0.5)
    told.says(1000, 0.9)
    expect(told.shows(1100, AROUND_22)).toBeUndefined()
    expect(told.estimates.isKnown(market())).toBe(false)
    expect(told.held(1100)).toBe(0.5)
  })

  it('one that has gone leaves the older book with the side off that it spoke against', () => {
    const told = new Told()
    told.shows(0, AROUND_22)
    told.says(500, 0.23)
    told.shows(1000, ONE_SIDE)
    told.says(2000, 0.9)
    told.says(5000, 0.9)
    expect(told.at(15_001)).toMatchObject({ p: p(0.22), basis: 'one-sided', jump: 1 })
    // what is held is worth what was known last
    expect(told.held(15_001)).toBe(0.9)
  })

  it('one that is no probability is as good as one that speaks against the older book', () => {
    const told = new Told()
    told.shows(0, AROUND_22)
    told.says(500, 1)
    expect(told.shows(1000, ONE_SIDE)).toMatchObject({ p: p(0.22), jump: 1 })
    expect(told.says(9000, 100)).toMatchObject({ p: p(0.22), jump: 1 })
  })
})

describe('a prior', () => {
  it('carries with the side off that the last book endangers', () => {
    const { fairSignal: _none, ...rest } = SETTINGS
    for (const [prior, jump] of [
      [0.9, -1],
      [0.1, 1],
      [0.23, 0],
    ] as const) {
      const estimates = new Estimates({ ...rest, prior: { p: prior } })
      estimates.advance({ monoMs: 0, venueMs: VENUE_MS })
      estimates.observe(market(), AROUND_22, 0)
      // against another prior the book had to be confirmed first
      estimates.advance({ monoMs: 4000, venueMs: VENUE_MS + 4000 })
      estimates.fair(market())
      estimates.observe(market(), ONE_SIDE, 5000)
      estimates.advance({ monoMs: 36_000, venueMs: VENUE_MS + 36_000 })
      expect(estimates.fair(market())).toMatchObject({ p: prior, basis: 'prior', jump })
    }
  })

  it('carries with the side off that the last signal endangers', () => {
    const told = new Told({ prior: { p: 0.3 } })
    told.says(0, 0.8)
    expect(told.at(11_000)).toMatchObject({ p: 0.3, basis: 'prior', jump: 1 })
    const near = new Told({ prior: { p: 0.3 } })
    near.says(0, 0.34)
    expect(near.at(11_000)).toMatchObject({ p: 0.3, basis: 'prior', jump: 0 })
  })
})
