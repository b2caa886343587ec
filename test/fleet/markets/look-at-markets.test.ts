import { describe, expect, it } from 'vitest'
import { type BookLook, leaveMarkets, lookAtMarkets } from '../../../src/fleet/markets/look-at-markets.js'
import type { MarketBook } from '../../../src/fleet/markets/market-book.js'
import { bookOf, botOf } from './builders.js'

const NOW = { monoMs: 500_000, wallMs: Date.UTC(2026, 0, 1, 12) }
const ago = (ms: number) => ({ monoMs: NOW.monoMs - ms, wallMs: NOW.wallMs - ms })

/** As `a` looks; the others were first seen as they are `unheardMs` ago. */
function lookOf(more: Partial<BookLook> = {}, unheardMs = 0): BookLook {
  return {
    ...{ bot: 'a', label: 'bot a', weight: 1, run: 1, leaseMs: 12_000, restMs: 120_000 },
    ...{ wants: ['m', 'n'], holdings: [], isClear: () => true, last: undefined, now: NOW },
    ...{ redisRun: 'redis', newId: 'anew', witness: { botSince: () => ago(unheardMs), bookSince: () => ago(0) } },
    ...more,
  }
}
const b = botOf({ label: 'bot b', version: 10, wants: ['m', 'n'] })
const ofB: MarketBook['claims'] = { m: { bot: 'b', since: 4 }, n: { bot: 'b', since: 4 } }
const whyNot = (book: MarketBook, look: BookLook, market = 'm') => lookAtMarkets(book, look).others.get(market)

describe('a look at the book of markets', () => {
  it('takes what is free, and acts on it when every other bot has looked since', () => {
    const alone = lookAtMarkets(bookOf({}), lookOf())
    expect([...alone.held].sort()).toEqual(['m', 'n'])
    expect(alone.book).toMatchObject({ version: 11, claims: { m: { bot: 'a', since: 11 } } })
    const beside = lookAtMarkets(bookOf({ b: { ...b, wants: [] } }), lookOf())
    expect(beside.held).toEqual(new Set())
    expect(Object.keys(beside.book.claims).sort()).toEqual(['m', 'n'])
    expect(beside.others.get('m')?.detail).toBe('its claim is not known to every bot of the fleet yet')
    const seen = { ...beside.book, version: 12, bots: { ...beside.book.bots, b: { ...b, version: 12, wants: [] } } }
    expect(lookAtMarkets(seen, lookOf()).held.size).toBe(2)
    // one that is lost knows nothing that counts
    const lost = bookOf({ b: { ...b, isLost: true } })
    expect(lookAtMarkets(lost, lookOf()).held.size).toBe(2)
  })

  it('gives up what another is to have, not before the look after the one that has pulled it, and only when nothing rests', () => {
    const mine = bookOf({ a: botOf(), b }, { claims: { m: { bot: 'a', since: 1 }, n: { bot: 'a', since: 1 } } })
    const last = { book: mine, agoMs: 1000, held: new Set(['m', 'n']) }
    const first = lookAtMarkets(mine, lookOf({ last }))
    expect(first.held.size).toBe(1)
    expect(Object.values(first.book.claims).map(({ bot }) => bot)).toEqual(['a', 'a'])
    const [given = ''] = ['m', 'n'].filter((market) => !first.held.has(market))
    expect(first.others.get(given)).toEqual({
      reason: 'other-bot',
      detail: 'bot b is to quote it, as soon as nothing of ours rests there',
    })
    const after = { book: first.book, agoMs: 1000, held: first.held }
    const resting = lookAtMarkets(first.book, lookOf({ last: after, isClear: () => false }))
    expect(resting.book.claims[given]?.bot).toBe('a')
    expect(lookAtMarkets(first.book, lookOf({ last: after })).book.claims[given]).toBeUndefined()
  })

  it('leaves the markets of a bot that is not heard of until nothing of it can rest, and frees those of one that is gone', () => {
    const claimed = bookOf({ b }, { claims: ofB })
    expect(whyNot(claimed, lookOf({}, 11_000))).toEqual({ reason: 'other-bot', detail: 'bot b quotes it' })
    expect(whyNot(claimed, lookOf({}, 12_000))).toEqual({
      reason: 'unclaimed',
      detail:
        'bot b held it, and was last heard of at 11:59:48 UTC: what it left there may rest until 12:01:52 UTC at the latest',
    })
    expect(lookAtMarkets(claimed, lookOf({}, 123_999)).held.size).toBe(0)
    expect(lookAtMarkets(claimed, lookOf({}, 124_000)).held.size).toBe(2)
    const gone = bookOf({ b: { ...b, isGone: true } }, { claims: ofB })
    const taken = lookAtMarkets(gone, lookOf({}, 1_000))
    expect(Object.values(taken.book.claims).map(({ bot }) => bot)).toEqual(['a', 'a'])
    // it may have been stopped, and know what it knew
    expect(taken.held.size).toBe(0)
    expect(lookAtMarkets(taken.book, lookOf({}, 12_000)).held.size).toBe(2)
  })

  it('goes on with what it held while others tell Redis what it forgot, and takes nothing meanwhile', () => {
    const mine = bookOf({ a: botOf(), b }, { claims: { m: { bot: 'a', since: 1 } } })
    const last = { book: mine, agoMs: 1000, held: new Set(['m']) }
    const told = lookAtMarkets(undefined, lookOf({ last }))
    expect([told.book.memory, [...told.held]]).toEqual(['told', ['m']])
    expect(told.others.get('n')?.detail).toBe(
      'Redis had forgotten who quotes what, and the bots tell it again: nothing is given out until 12:00:12 UTC',
    )
    // a new process does not know that it was told all
    expect(lookAtMarkets(told.book, lookOf({ run: 2 })).held.size).toBe(0)
    const since = { botSince: () => ago(0), bookSince: () => ago(12_000) }
    expect(lookAtMarkets(told.book, lookOf({ last: { ...last, book: told.book }, witness: since })).book.memory).toBe(
      'sure',
    )
  })

  it('quotes nothing by a book that nobody remembers, until whatever may rest has expired', () => {
    const fresh = lookAtMarkets(undefined, lookOf())
    expect([fresh.book.memory, fresh.held.size]).toEqual(['forgotten', 0])
    expect(fresh.others.get('m')).toEqual({
      reason: 'unclaimed',
      detail: 'Redis knows of no market who quotes it: what an unknown bot has left there may rest until 12:02:04 UTC',
    })
    const unseenFor = (ms: number) => ({ botSince: () => ago(0), bookSince: () => ago(ms) })
    expect(lookAtMarkets(fresh.book, lookOf({ witness: unseenFor(123_999) })).book.memory).toBe('forgotten')
    expect(lookAtMarkets(fresh.book, lookOf({ witness: unseenFor(124_000) })).held.size).toBe(2)
    // another's orders live longer
    const longer = bookOf({ b: { ...b, restMs: 300_000 } }, { memory: 'forgotten' })
    expect(lookAtMarkets(longer, lookOf({ witness: unseenFor(124_000) })).book.memory).toBe('forgotten')
  })

  it('refuses a past process, and one with another lease: they leave no trace', () => {
    const later = bookOf({ a: botOf({ run: 2, label: 'the later one' }) })
    const past = lookAtMarkets(later, lookOf())
    expect(past).toMatchObject({ isRefused: true, book: later })
    expect(past.others.get('m')?.detail).toContain(
      'a later process takes part in the fleet for this bot: the later one',
    )
    const other = bookOf({ b: { ...b, leaseMs: 30_000 } })
    expect(lookAtMarkets(other, lookOf()).book).toBe(other)
    expect(whyNot(other, lookOf())?.detail).toBe(
      'fleet.leaseSec: expected the same for all bots of a fleet, got 12; bot b has 30',
    )
    expect(lookAtMarkets(bookOf({ b: { ...b, leaseMs: 30_000, isLost: true } }), lookOf()).held.size).toBe(2)
  })
})

describe('a bot that leaves', () => {
  const mine = bookOf({ a: botOf(), b }, { claims: { ...ofB, n: { bot: 'a', since: 1 } } })

  it('is gone from the book where nothing of it rests', () => {
    const left = leaveMarkets(mine, { bot: 'a', run: 1, isClear: () => true })
    expect(left).toEqual({ ...mine, version: 11, bots: { b }, claims: { m: ofB['m'] } })
  })

  it('leaves what may rest to time, and a later process alone', () => {
    expect(leaveMarkets(mine, { bot: 'a', run: 1, isClear: () => false })).toEqual({ ...mine, version: 11 })
    const later = bookOf({ a: botOf({ run: 2 }) })
    expect(leaveMarkets(later, { bot: 'a', run: 1, isClear: () => true })).toBe(later)
  })
})
