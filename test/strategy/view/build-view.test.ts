import { expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { Level } from '../../../src/domain/market/book.js'
import type { FairValue } from '../../../src/domain/market/fair-value.js'
import { EVERYTHING, INPUTS } from '../../../src/strategy/inputs.js'
import { viewerOf } from '../../../src/strategy/view/build-view.js'
import type { FactSource, Facts } from '../../../src/strategy/view/facts.js'
import { marketInfo } from '../../../src/strategy/view/market-info.js'
import { restingOrder } from '../../execution/builders.js'
import { market, quote, raw } from '../../risk/builders.js'

const level = (price: number, shares: number): Level => ({ price: ticks(price), size: lots(shares * 100) })

const FAIR: FairValue = { p: 0.51, ageMs: 0, basis: 'two-sided', degraded: false, spread: 0.12, mid: 0.54, jump: 0 }

const show = viewerOf({ ...EVERYTHING, signals: ['model'] })

const SOURCE: FactSource = {
  volatility: () => 0.002,
  toxicity: () => [0.01, 0.02],
  trades: () => [],
  tradesSeen: () => 0,
  fills: () => [],
  signal: () => undefined,
}

function input(change: Partial<Facts> & { readonly nowVenueMs?: number } = {}): Facts {
  const { nowVenueMs = 4000, ...rest } = change
  const followed = rest.market ?? market(undefined, { endMs: 10_000 })
  return {
    market: followed,
    info: marketInfo(followed),
    at: { monoMs: 700, wallMs: nowVenueMs, venueMs: nowVenueMs },
    others: [
      { bids: [level(48, 5), level(47, 9)], asks: [level(55, 2)] },
      { bids: [level(40, 3)], asks: [] },
    ],
    fair: FAIR,
    tokensRaw: [raw(12), raw(4.5)],
    feeRateBps: 20,
    orders: [],
    source: SOURCE,
    ...rest,
  }
}

it('shows prices as probabilities and sizes as shares, best first', () => {
  const view = show(input())
  expect(view.depth?.().bids[0]).toEqual([
    { price: 0.48, size: 5 },
    { price: 0.47, size: 9 },
  ])
  expect(view.depth?.().asks[0]).toEqual([{ price: 0.55, size: 2 }])
  expect(view.bestBid).toEqual([
    { price: 0.48, size: 5 },
    { price: 0.4, size: 3 },
  ])
  expect(view.bestAsk).toEqual([{ price: 0.55, size: 2 }, undefined])
  expect(view.fair).toEqual({ p: 0.51, degraded: false, basis: 'two-sided', ageMs: 0, spread: 0.12 })
  expect(view.feeRateBps).toBe(20)
  expect(view.volatility).toBe(0.002)
})

it('leaves absent what is not known', () => {
  const empty = { bids: [], asks: [] }
  const view = show(
    input({ fair: undefined, others: [empty, empty], source: { ...SOURCE, volatility: () => undefined } }),
  )
  expect(view.fair).toBeUndefined()
  expect(view.volatility).toBeUndefined()
  expect(view.bestBid).toEqual([undefined, undefined])
})

it('says what the fair value rests on, and leaves the spread out where it rests on no book', () => {
  const fair: FairValue = { p: 0.51, ageMs: 700, basis: 'signal', degraded: true, jump: 0 }
  expect(show(input({ fair })).fair).toEqual({ p: 0.51, ageMs: 700, basis: 'signal', degraded: true })
})

it('counts inventory net and in full sets', () => {
  expect(show(input()).inventory).toEqual({ yes: 12, no: 4.5, net: 7.5, sets: 4.5 })
})

it('counts the time down to the end, never below nothing', () => {
  expect(show(input()).timeLeftMs).toBe(6000)
  expect(show(input({ nowVenueMs: 20_000 })).timeLeftMs).toBe(0)
})

it('shows own quotes that may rest, with what is left of them', () => {
  const bid = quote('BUY YES', 47, 10)
  const orders = [restingOrder(bid, 1, { restingRaw: raw(6) }), restingOrder(bid, 2, { restingRaw: 0n })]
  expect(show(input({ orders })).ownQuotes).toEqual([{ outcome: 0, side: 'BUY', price: 0.47, size: 6 }])
})

it('makes books, trades and fills only for whoever asks', () => {
  const asked: string[] = []
  const note = (what: string) => () => {
    asked.push(what)
    return []
  }
  const view = show(input({ source: { ...SOURCE, trades: note('trades'), fills: note('fills') } }))
  expect(asked).toEqual([])
  expect([view.trades?.(), view.fills?.()]).toEqual([[], []])
  expect(asked).toEqual(['trades', 'fills'])
})

it('shows trades newest first, in shares and probabilities', () => {
  const match = { outcome: 0, side: 'BUY', sizeRaw: raw(2), venueMs: 3000 } as const
  const fills = () => [
    { ...match, price: ticks(40) },
    { ...match, price: ticks(41), venueMs: 3500 },
  ]
  expect(show(input({ source: { ...SOURCE, fills } })).fills?.()).toEqual([
    { outcome: 0, side: 'BUY', price: 0.41, size: 2, atMs: 3500 },
    { outcome: 0, side: 'BUY', price: 0.4, size: 2, atMs: 3000 },
  ])
})

it('tells the age of a signal, and shows none that is not declared', () => {
  const { signal } = show(input({ source: { ...SOURCE, signal: () => ({ value: 0.4, atMonoMs: 450 }) } }))
  expect(signal?.('model')).toEqual({ value: 0.4, ageMs: 250 })
  expect(signal?.('other')).toBeUndefined()
})

it('holds what is declared and nothing else', () => {
  for (const declared of INPUTS) {
    const { market: _, ...view } = viewerOf({ ...EVERYTHING, inputs: [declared] })(input())
    expect(Object.keys(view).length).toBeLessThanOrEqual(2)
    expect(Object.keys(view).length).toBeGreaterThan(0)
  }
  expect(viewerOf({ ...EVERYTHING, inputs: [] })(input())).toEqual({ market: input().info })
})

it('what is held is the same frozen object until it moves, in place as well', () => {
  const showAll = viewerOf({ ...EVERYTHING, inputs: ['inventory'] })
  const tokensRaw: [bigint, bigint] = [5_000_000n, 2_000_000n]
  const facts = { ...input(), tokensRaw }
  const before = showAll(facts).inventory
  expect(before).toEqual({ yes: 5, no: 2, net: 3, sets: 2 })
  expect(showAll(facts).inventory).toBe(before)
  expect(Object.isFrozen(before)).toBe(true)
  tokensRaw[1] = 4_000_000n
  expect(showAll(facts).inventory).toEqual({ yes: 5, no: 4, net: 1, sets: 4 })
  expect(before).toEqual({ yes: 5, no: 2, net: 3, sets: 2 })
})

it('our fills are those of the market that is shown, as it was read last', () => {
  const fill = { outcome: 0, side: 'BUY', price: ticks(48), sizeRaw: raw(5), venueMs: 9 } as const
  const filled = { ...SOURCE, fills: () => [{ ...fill, conditionId: market().conditionId }] }
  const [coarse, fine] = [market(), market(undefined, { ticksPerUnit: 1000 })]
  const priceOf = (of: Partial<Facts>) => show(input(of)).fills?.()[0]?.price
  expect(priceOf({ market: coarse, source: filled })).toBe(0.48)
  expect(priceOf({ market: coarse, source: SOURCE })).toBeUndefined()
  expect(priceOf({ market: coarse, source: filled })).toBe(0.48)
  expect(priceOf({ market: fine, source: filled })).toBe(0.048)
})

it('toxicity is a list of its own, or one that nobody can change', () => {
  const [toxic, quiet] = [[0.01, 0] as const, [0, 0] as const]
  const shownOf = (seen: readonly [number, number]) =>
    show(input({ source: { ...SOURCE, toxicity: () => seen } })).toxicity
  expect(shownOf(toxic)).toEqual(toxic)
  expect(shownOf(toxic)).not.toBe(toxic)
  expect(shownOf(quiet)).toEqual(quiet)
  expect(Object.isFrozen(shownOf(quiet))).toBe(true)
})
