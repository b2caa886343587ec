// What orders of a killed run were matched for while no bot ran, told by the venue's list of fills: each match once and at its own price,
// whatever of it the killed run had counted, the next one finds settled, and the next one is told of later.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO, type Outcome, YES } from '../../../src/domain/market/side.js'
import type { Fill } from '../../../src/domain/orders/fill.js'
import type { CountedOrder, HeldTokens, Standing, StandingChange } from '../../../src/domain/run/standing.js'
import { book, CoreDriver } from '../../core/core-driver.js'
import { at, hashOf } from '../../execution/builders.js'
import { A, market, raw } from '../../risk/builders.js'
import { TrueOrder } from '../true-order.js'

const PNL = { day: 0, total: 0, dayStart: 0, start: 0, peak: 0, realised: 0 }
const FAILURE = { code: 'venue-failed', message: 'list: 500', mayHaveHappened: false } as const
/** The killed run kept what it held then, by the venue's clock. */
const KEPT_MS = at(900).venueMs
const BIDS = [0.48, 0.48] as const

/** What tokens count for, at the others' bids. */
function worth([yes, no]: readonly [number, number]): number {
  const net = yes - no
  return Math.min(yes, no) + Math.abs(net) * BIDS[net > 0 ? 0 : 1]
}

const units = (amount: bigint) => Number(amount) / 1e6
let lastHash = 0

function former(side: 'BUY' | 'SELL', price: number, outcome: Outcome = YES, size = 100): TrueOrder {
  return new TrueOrder(
    { conditionId: A, side, price, outcome, size: size * 100, hash: hashOf(1000 + ++lastHash) },
    KEPT_MS,
  )
}

/** All orders of the killed run, with what each has added to what it held. */
interface Death {
  readonly held: readonly [number, number]
  readonly counted: ReadonlyMap<TrueOrder, Pick<CountedOrder, 'matchedRaw' | 'tokensRaw' | 'cashRaw'>>
  readonly isOver?: (order: TrueOrder) => boolean
}

/** Counts now what the order was matched for. */
function countedNow(order: TrueOrder) {
  const { tokens, cash } = order.effect()
  return { matchedRaw: order.sumRaw('pending', 'settled'), tokensRaw: tokens, cashRaw: cash }
}

function standingOf({ held: [yes, no], counted }: Death): Standing {
  const held: HeldTokens[] = [{ conditionId: A, tokensRaw: [raw(yes), raw(no)], worth: worth([yes, no]) }]
  const orders = [...counted].flatMap(([{ hash }, amounts]) =>
    amounts.matchedRaw === 0n ? [] : { hash, ...amounts, sinceVenueMs: KEPT_MS },
  )
  return { pauses: [], pnl: PNL, held, counted: { atVenueMs: KEPT_MS, orders, unclear: [] } }
}

class Restarted {
  readonly driver = new CoreDriver()
  readonly #orders: readonly TrueOrder[]

  /** After a run that left this standing, or none of what it had counted. */
  constructor(death: Death, standing: Standing | 'none' = standingOf(death)) {
    const { counted, isOver = () => false } = death
    this.#orders = [...counted.keys()]
    const { counted: _counted, ...older } = standingOf(death)
    const left: Standing = standing === 'none' ? older : standing
    const { driver } = this
    driver.push({ kind: 'restored', standing: left })
    const orders = this.#orders.map((order) => ({ hash: order.hash, draft: order.draft, isOver: isOver(order) }))
    const matches = left.counted === undefined ? {} : { counted: left.counted }
    driver.push({ kind: 'verify', held: left.held ?? [], orders, listAfterMs: 0, ...matches })
    driver.push({ kind: 'session', signedIn: true, detail: 'signed in' })
    driver.push({ kind: 'market', market: market(A, { endMs: at(1e9).venueMs }) })
    const recovered = orders.filter((one) => !one.isOver)
    if (recovered.length > 0) driver.push({ kind: 'recovered', orders: recovered })
  }

  /** The account and a book: what is held counts. */
  opens([yes, no]: readonly [number, number]): this {
    this.driver.fund(1000, [yes, no], this.driver.seq)
    this.driver.push({ kind: 'feed', conditionId: A, health: 'live', reason: 'snapshot' })
    this.driver.push({ kind: 'book', conditionId: A, book: book(48, 48), via: 'socket' })
    return this
  }

  records(orders = this.#orders): this {
    for (const order of orders) this.driver.push({ kind: 'looked-up', hash: order.hash, record: order.record() })
    return this
  }

  lists(fills: readonly Fill[] = this.#orders.flatMap((order) => order.fills())): this {
    this.driver.push({ kind: 'fills-listed', fills, askedSeq: this.driver.seq })
    return this
  }

  passes(ms: number): this {
    this.driver.wake(ms)
    return this
  }

  get total(): number {
    return this.driver.core.standing.total
  }

  get standing(): Standing {
    return this.driver.core.standing.standing()
  }

  /** How it was told, once. */
  get missed(): Extract<StandingChange, { kind: 'missed' }>[] {
    return this.driver.core.standing.takeChanges().flatMap((change) => (change.kind === 'missed' ? change : []))
  }
}

const NOTHING = { matchedRaw: 0n, tokensRaw: 0n, cashRaw: 0n }

/** A bid on YES and an offer of YES, both matched whole and settled while nobody listened: nothing is held of it, and five were earned. */
function roundTrip() {
  const [bid, offer] = [former('BUY', 45), former('SELL', 50)]
  for (const order of [bid, offer]) {
    order.match(10_000, KEPT_MS + 10)
    order.settle('settled', KEPT_MS + 20)
  }
  return {
    death: { held: [0, 0] as const, counted: new Map([bid, offer].map((order) => [order, NOTHING])) },
    bid,
    offer,
  }
}

describe('orders of a killed run that were matched while nobody listened', () => {
  it('count at their own prices, a round trip too', () => {
    const next = new Restarted(roundTrip().death).opens([0, 0]).records()
    expect(next.total).toBe(0)
    next.lists()
    expect(next.total).toBeCloseTo(5, 6)
    expect(next.missed).toMatchObject([{ pnl: expect.closeTo(5, 6), listedOrders: 2, unlistedShares: 0 }])
    next.lists().passes(20_000)
    expect(next.total).toBeCloseTo(5, 6)
  })

  it('that ended right before the kill too, and not before a list has come', () => {
    const next = new Restarted({ ...roundTrip().death, isOver: () => true }).opens([0, 0])
    expect(next.total).toBe(0)
    expect(next.lists().total).toBeCloseTo(5, 6)
  })

  it('are asked for at once and as far back as their first match that was counted, until the list has told', () => {
    const bid = former('BUY', 45)
    bid.match(1000, KEPT_MS - 400_000)
    const death = { held: [10, 0] as const, counted: new Map([[bid, countedNow(bid)]]) }
    const next = new Restarted(death)
    next.driver.push({ kind: 'budget', routeClass: 'read', perSecond: 2000, perMinute: 2000 })
    next.opens([10, 0]).passes(1500)
    const asked = next.driver.decisions.flatMap(({ commands }) => commands).filter(({ kind }) => kind === 'list-fills')
    expect(asked).toMatchObject([{ sinceVenueMs: KEPT_MS - 120_000 }])
  })

  it('count only for what the killed run had not heard of, and not at all where that failed', () => {
    const bid = former('BUY', 45)
    bid.match(3000, KEPT_MS - 10)
    const known = countedNow(bid)
    bid.settle('failed', KEPT_MS + 5)
    bid.match(2000, KEPT_MS + 10)
    bid.settle('settled', KEPT_MS + 20)
    const next = new Restarted({ held: [30, 0], counted: new Map([[bid, known]]) }).opens([20, 0]).records().lists()
    expect(next.total).toBeCloseTo(-20 * 0.45 + 30 * 0.45 + worth([20, 0]) - worth([30, 0]), 6)
  })

  it('pay what the list says: a fee that was only assumed is what it was', () => {
    const bid = new TrueOrder({ conditionId: A, price: 45, size: 10_000, hash: hashOf(77), feeRateBps: 200 }, KEPT_MS)
    bid.match(10_000, KEPT_MS - 10)
    const known = countedNow(bid)
    const free = bid.fills().map((fill) => ({ ...fill, feeRaw: 0n, status: 'settled' as const }))
    bid.settle('settled', KEPT_MS + 5)
    const held = [units(known.tokensRaw), 0] as const
    const next = new Restarted({ held, counted: new Map([[bid, known]]), isOver: () => true })
      .opens([100, 0])
      .lists(free)
    expect(next.total).toBeCloseTo(worth([100, 0]) - worth(held), 6)
    expect(next.missed).toMatchObject([{ unlistedShares: 0 }])
  })

  it('are those of the list alone that the record tells of, too: a list that is ahead, or behind, waits', () => {
    const { death, bid, offer } = roundTrip()
    const early = [...bid.fills(), ...offer.fills()]
    const next = new Restarted(death).opens([0, 0]).records([bid]).lists()
    expect(next.total).toBe(0)
    // two more, of which no record tells yet
    next.records([offer])
    expect(next.total).toBeCloseTo(5, 6)
    const late = new Restarted(death).opens([0, 0]).records().lists(early.slice(0, 1))
    expect(late.total).toBe(0)
    expect(late.lists().total).toBeCloseTo(5, 6)
  })
})

describe('an order that may never have been sent', () => {
  it('was not matched once the venue does not know it', () => {
    const { death, bid, offer } = roundTrip()
    const unsent = former('BUY', 40)
    const next = new Restarted({ ...death, counted: new Map([...death.counted, [unsent, NOTHING]]) }).opens([0, 0])
    next.records([bid, offer]).lists()
    expect(next.total).toBe(0)
    next.driver.push({ kind: 'looked-up', hash: unsent.hash })
    expect(next.total).toBeCloseTo(5, 6)
  })
})

describe('where no list tells', () => {
  it.each<[name: string, list: (next: Restarted) => unknown]>([
    ['that it is never answered', () => undefined],
    ['that it fails', (next) => next.driver.push({ kind: 'read-failed', read: 'fills', failure: FAILURE })],
    ['that it is cut off', (next) => next.lists([])],
  ])('%s, what is held alone counts after ten seconds, as far as orders may explain it', (_name, list) => {
    const { death, bid } = roundTrip()
    const next = new Restarted(death).opens([20, 0]).records()
    list(next)
    next.passes(9000)
    expect(next.total).toBe(0)
    next.passes(1100)
    const corrected = 20 * (BIDS[0] - bid.draft.price / 100)
    expect(next.total).toBeCloseTo(corrected, 6)
    expect(next.missed).toMatchObject([{ listedOrders: 0, unlistedShares: 20 }])
    // too late: it would count twice
    next.lists().passes(5000)
    expect(next.total).toBeCloseTo(corrected, 6)
    expect(next.standing.counted?.unclear).toEqual([...death.counted.keys()].map(({ hash }) => hash))
  })

  it('nor can, as after an older release, nothing is waited for', () => {
    const next = new Restarted(roundTrip().death, 'none').opens([20, 0])
    expect(next.total).toBeCloseTo(20 * (BIDS[0] - 0.45), 6)
  })

  it('what it does not explain came by other hands, at its value', () => {
    const next = new Restarted(roundTrip().death).opens([0, 30]).records().lists().passes(10_100)
    expect(next.total).toBeCloseTo(5, 6)
    expect(next.missed).toMatchObject([{ listedOrders: 2, unlistedShares: 30 }])
  })

  it('an order that is over and counted so long ago that it is kept no more is not counted again', () => {
    const bid = former('BUY', 45)
    bid.match(10_000, KEPT_MS - 60_000)
    bid.settle('settled', KEPT_MS - 50_000)
    const counted = new Map([[bid, NOTHING]])
    const next = new Restarted({ held: [100, 0], counted, isOver: () => true }).opens([100, 0]).lists()
    expect(next.total).toBeCloseTo(0, 6)
  })
})

describe('a start that is killed before it has judged', () => {
  it('leaves to the next what it has found itself, and what it has earned since', () => {
    const { death } = roundTrip()
    const killed = new Restarted(death).opens([0, 0]).records()
    const { held = [], counted, heldMs, pnl } = killed.standing
    expect(heldMs).toBeUndefined()
    expect(held).toMatchObject([{ conditionId: A, tokensRaw: [0n, 0n], fromRaw: [0n, 0n], worth: 0 }])
    expect([counted?.atVenueMs, counted?.orders, pnl.total]).toEqual([KEPT_MS, [], 0])
  })

  it.each([true, false])(
    'costs nothing and counts nothing twice, however many are killed (%s: by a list)',
    (isListed) => {
      const bid = former('BUY', 45)
      bid.match(2000, KEPT_MS + 10)
      bid.settle('settled', KEPT_MS + 20)
      const death = { held: [100, 0] as const, counted: new Map([[bid, NOTHING]]) }
      let left = new Restarted(death).opens([120, 0]).records().standing
      // the next one hears of ten more before it is killed, too
      const second = new Restarted(death, left).opens([120, 0]).records()
      bid.match(1000, KEPT_MS + 30)
      left = second.records().standing
      bid.settle('settled', KEPT_MS + 40)
      const last = new Restarted(death, left).opens([130, 0]).records()
      if (isListed) last.lists()
      else last.passes(10_100)
      expect(last.total).toBeCloseTo(worth([130, 0]) - worth([100, 0]) - 30 * 0.45, 6)
      expect(last.missed).toMatchObject([{ listedOrders: isListed ? 1 : 0, unlistedShares: isListed ? 0 : 30 }])
    },
  )

  it('knows which matches it has counted once it has', () => {
    const { death, bid, offer } = roundTrip()
    const { counted, held } = new Restarted(death).opens([0, 0]).records().lists().standing
    expect(held).toEqual([])
    expect(counted?.orders.map(({ hash, cashRaw }) => [hash, cashRaw])).toEqual([
      [bid.hash, -raw(45)],
      [offer.hash, raw(50)],
    ])
  })
})

/** When a match happens, and what becomes of it. */
type Fate =
  | 'heard, settled'
  | 'heard, settled since'
  | 'heard, failed'
  | 'unheard'
  | 'unheard, failed'
  | 'pending'
  | 'heard, pending'
  | 'later'

const fates: readonly Fate[] = [
  ...(['heard, settled', 'heard, settled since', 'heard, failed', 'unheard', 'unheard, failed', 'pending'] as const),
  ...(['heard, pending', 'later'] as const),
]
const anOrder = fc.record({
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  outcome: fc.constantFrom<Outcome>(YES, NO),
  price: fc.integer({ min: 5, max: 95 }),
  matches: fc.array(fc.record({ fate: fc.constantFrom(...fates), size: fc.integer({ min: 1, max: 2000 }) }), {
    maxLength: 6,
  }),
})

describe('each match counts once', () => {
  it('however matches fall to the killed run, to the list, and to what is told afterwards', () => {
    const script = fc.record({ orders: fc.array(anOrder, { minLength: 1, maxLength: 4 }), isListFirst: fc.boolean() })
    fc.assert(
      fc.property(script, ({ orders, isListFirst }) => {
        const counted = new Map<TrueOrder, ReturnType<typeof countedNow>>()
        const later: (() => void)[] = []
        const kept = { tokens: [raw(500), raw(500)] as [bigint, bigint], cash: 0n }
        const real = { tokens: [raw(500), raw(500)] as [bigint, bigint] }
        const all = orders.map(({ matches, ...terms }, index) => {
          const order = new TrueOrder({ conditionId: A, size: 20_000, hash: hashOf(5000 + index), ...terms }, KEPT_MS)
          const isHeard = ({ fate }: { readonly fate: Fate }) => fate.startsWith('heard')
          let nowMs = KEPT_MS - 50
          for (const { fate, size } of matches.filter(isHeard)) {
            order.match(size, ++nowMs)
            if (fate === 'heard, settled') order.trades.at(-1)!.status = 'settled'
          }
          const known = countedNow(order)
          counted.set(order, known)
          kept.tokens[terms.outcome] += known.tokensRaw
          kept.cash += known.cashRaw
          const heard = matches.filter(isHeard)
          for (const [i, trade] of order.trades.entries()) {
            const fate = heard[i]?.fate
            if (fate === 'heard, settled since') trade.status = 'settled'
            if (fate === 'heard, failed') trade.status = 'failed'
          }
          for (const { fate, size } of matches) {
            if (fate !== 'pending' && !fate.startsWith('unheard')) continue
            order.match(size, ++nowMs + 100)
            const trade = order.trades.at(-1)!
            if (fate === 'unheard') trade.status = 'settled'
            if (fate === 'unheard, failed') trade.status = 'failed'
          }
          order.updatedMs = KEPT_MS + 500
          real.tokens[terms.outcome] += order.effectOf('settled').tokens
          later.push(() => {
            for (const { fate, size } of matches) if (fate === 'later') order.match(size, KEPT_MS + 1000)
            order.updatedMs = KEPT_MS + 1000
          })
          return order
        })
        const heldOf = ([yes, no]: readonly [bigint, bigint]) => [units(yes), units(no)] as const
        const before = heldOf(kept.tokens)
        const next = new Restarted({ held: before, counted })
        const found = heldOf(real.tokens)
        if (isListFirst) next.lists().opens(found).records()
        else next.opens(found).records().lists()
        expect(next.missed.every(({ unlistedShares }) => unlistedShares === 0)).toBe(true)
        for (const match of later) match()
        next.records().lists().passes(12_000)
        const end = { tokens: [raw(500), raw(500)] as [bigint, bigint], cash: 0n }
        for (const order of all) {
          const { tokens, cash } = order.effect()
          end.tokens[order.draft.outcome] += tokens
          end.cash += cash
        }
        const truth = units(end.cash - kept.cash) + worth(heldOf(end.tokens)) - worth(before)
        expect(next.total).toBeCloseTo(truth, 4)
      }),
    )
  })
})
