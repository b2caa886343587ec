import { runInThisContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { NO, YES } from '../../../src/domain/market/side.js'
import type { Wish } from '../../../src/domain/orders/wish.js'
import { bothBids } from '../../../src/strategy/both-bids.js'
import { checkStrategy } from '../../../src/strategy/conformance/conformance.js'
import type { AnyMarketStrategy } from '../../../src/strategy/contract.js'
import { INPUTS } from '../../../src/strategy/inputs.js'
import { taperByInventory } from '../../../src/strategy/overlays/taper.js'
import type { Inventory, PartialView } from '../../../src/strategy/view/market-view.js'
import { asLogit } from '../../../strategies/as-logit.js'

const PARAMS = z.strictObject({ size: z.number().default(10) })
const INPUTS_READ = INPUTS.filter((input) => input !== 'signals')

function make(quote: AnyMarketStrategy['quote'], changes: Partial<AnyMarketStrategy> = {}): AnyMarketStrategy {
  return { name: 'sample', description: 'A sample.', params: PARAMS, inputs: INPUTS_READ, quote, ...changes }
}

const sound = ({ fair, inventory }: PartialView): Wish => {
  if (fair === undefined || inventory === undefined) return { quotes: [] }
  const pair = bothBids({ yes: fair.p - 0.02, no: 1 - fair.p - 0.02, size: 20 })
  return { quotes: taperByInventory(pair, inventory.net, 200), fair: fair.p }
}

function holding(view: PartialView, of: (net: number) => number): PartialView {
  const { inventory } = view
  if (inventory === undefined) return view
  const other: Inventory = { ...inventory, net: of(inventory.net) }
  return { ...view, inventory: other }
}

const rules = (strategy: AnyMarketStrategy) => [...new Set(checkStrategy(strategy).map((finding) => finding.rule))]

describe('the kit passes a sound strategy and names what is wrong with others', () => {
  test('sound', () => {
    expect(checkStrategy(make(sound))).toEqual([])
  })

  // each quotes nothing in a normal book, a day before the end, of which no trade and no signal is known
  const quoting: Record<string, Partial<AnyMarketStrategy> & { quotes: (view: PartialView) => boolean }> = {
    'after a trade': { quotes: ({ trades }) => (trades?.().length ?? 0) > 0 },
    'by a signal': {
      ...{ inputs: [...INPUTS_READ, 'signals'], signals: ['model'] },
      quotes: (view) => view.signal?.('model') !== undefined,
    },
    'near the end': { quotes: ({ timeLeftMs = Number.POSITIVE_INFINITY }) => timeLeftMs < 40_000 },
  }
  test.each(Object.entries(quoting))('one that quotes only %s, by its inventory', (_, { quotes, ...changes }) => {
    expect(checkStrategy(make((view) => (quotes(view) ? sound(view) : { quotes: [] }), changes))).toEqual([])
    const careless = make((view) => (quotes(view) ? sound(holding(view, () => 0)) : { quotes: [] }), changes)
    expect(rules(careless)).toEqual(['responds to inventory', 'inventory is bounded'])
  })

  test('throws on an empty book', () => {
    const found = checkStrategy(
      make((view) => {
        if (view.bestBid?.[YES] === undefined) throw new Error('no bid')
        return sound(view)
      }),
    )
    expect(found).toContainEqual({
      rule: 'does not throw, and does not change the view or its memory',
      view: 'bids on NO only',
      detail: expect.stringMatching(/^it threw: no bid \(.*conformance\.test\.ts:\d+:\d+\)$/),
    })
  })

  test('changes the view', () => {
    const vandal = make((view) => {
      Object.assign(Object(view.inventory), { net: 0 })
      return sound(view)
    })
    expect(rules(vandal)).toEqual(['does not throw, and does not change the view or its memory'])
  })

  // as a file of CommonJS is read: there an assignment to what is frozen does nothing, and says nothing
  test.each([
    ['the view', 'view.fair = undefined'],
    ['a field of the view', 'view.inventory.net = 0'],
    ['an element of a list', 'view.bestBid[0] = undefined'],
    ['the memory', 'memory.calls += 1'],
    ['a field of the memory', 'memory.last.price = 0.5'],
  ])('changes %s without strict mode', (_, change) => {
    const write = runInThisContext(`(function (view, memory) { ${change} })`)
    const memory = { calls: 0, last: { price: 0 } }
    const vandal = make((view, _params, kept) => {
      write(view, kept)
      return { ...sound(view), memory: structuredClone(kept) }
    })
    const found = checkStrategy({ ...vandal, init: () => memory })
    expect([...new Set(found.map(({ rule }) => rule))]).toEqual([
      'does not throw, and does not change the view or its memory',
    ])
    // not where the kit refuses it
    expect(found[0]?.detail).toMatch(/read-only \(evalmachine\.<anonymous>:1:\d+\)$/)
  })

  test('may take copies of what it is given', () => {
    const copies = make((view, _params, kept) => {
      const { calls } = structuredClone(Object(kept))
      const own = {
        ...view,
        ownQuotes: [...(view.ownQuotes ?? [])].reverse(),
      }
      return { ...sound(Object.assign(own, { note: 'mine' })), memory: { calls: calls + 1 } }
    })
    expect(checkStrategy({ ...copies, init: () => ({ calls: 0 }) })).toEqual([])
  })

  test('remembers', () => {
    let calls = 0
    expect(rules(make((view) => ({ ...sound(view), note: `call ${calls++}` })))).toEqual([
      'the same view gives the same wish',
    ])
  })

  test.each([
    ['a price of NaN', { price: Number.NaN }],
    ['a price of 1', { price: 1 }],
    ['a size of 0', { size: 0 }],
    ['an endless size', { size: Infinity }],
  ])('wishes %s', (_name, wrong) => {
    const quotes = [{ outcome: NO, side: 'BUY' as const, price: 0.5, size: 1, ...wrong }]
    expect(rules(make(() => ({ quotes })))).toEqual(['wishes legal numbers'])
  })

  test('a fair value outside [0, 1]', () => {
    expect(rules(make((view) => ({ ...sound(view), fair: 1.2 })))).toEqual(['wishes legal numbers'])
  })

  test('skews the wrong way', () => {
    const wrong = make((view) => sound(holding(view, (net) => -net)))
    expect(rules(wrong)).toEqual(['more inventory, less appetite', 'responds to inventory', 'inventory is bounded'])
  })

  test('says for how many shares its quotes were: of too many, what is left of one side is priced better', () => {
    const details = checkStrategy(asLogit, { size: 2000, maxNet: 100 }).map(({ detail }) => detail)
    expect(details[0]).toMatch(/^bid 0\.\d{1,6} for 1800 shares when long, bid 0\.\d{1,6} for 2000 shares when short$/)
    expect(details[1]).toMatch(/^ask 0\.\d{1,6} for 2000 shares when long, ask 0\.\d{1,6} for 1800 shares when short$/)
    const [never] = checkStrategy(asLogit, { size: 1_000_000, maxNet: 200 })
    expect(never?.detail).toBe(
      'the wish never changes: no bid, no ask, long or short; its note in a normal book: the half-spread leaves no price above 0 on a side',
    )
  })

  test('quotes nothing in a normal book, and says why', () => {
    const silent = make(({ bestAsk }) => (bestAsk?.[0] ? { quotes: [] } : { quotes: [], note: 'no two-sided book' }))
    expect(checkStrategy(silent)).toEqual([
      expect.objectContaining({
        rule: 'responds to inventory',
        detail: 'the wish never changes: no bid, no ask, long or short; its note in a normal book: no two-sided book',
      }),
    ])
  })

  test('does not care about inventory', () => {
    const flat = make((view) => sound(holding(view, () => 0)))
    expect(rules(flat)).toEqual(['responds to inventory', 'inventory is bounded'])
  })

  test('chases itself', () => {
    const chaser = make((view) => {
      const own = view.ownQuotes?.find((quote) => quote.outcome === YES)
      const wish = sound(view)
      if (own === undefined) return wish
      const quotes = wish.quotes.map((q) => (q.outcome === YES ? { ...q, price: own.price + 0.01 } : q))
      return { ...wish, quotes }
    })
    expect(rules(chaser)).toEqual(['does not chase its own quotes'])
  })

  test('a sloppy definition', () => {
    const sloppy = make(sound, { name: 'My Bot', description: ' ', params: z.object({}) })
    expect(rules(sloppy)).toEqual(['has a name of lower-case words', 'has a description', 'refuses unknown keys'])
    expect(rules(make(sound, { params: z.strictObject({ size: z.number() }) }))).toEqual(['has defaults'])
    expect(checkStrategy(make(sound, { params: z.strictObject({ size: z.number() }) }), { size: 1 })).toEqual([])
  })

  test('reads what it has not declared', () => {
    const fair = make(sound, { inputs: ['inventory'] })
    expect(checkStrategy(fair)[0]).toEqual({
      rule: 'reads only what it declares',
      view: 'a normal book',
      detail: "view.fair: expected 'fair' among inputs",
    })
    const peeping = make((view) => ('depth' in view ? { quotes: [] } : sound(view)), { inputs: ['fair', 'inventory'] })
    expect(rules(peeping)).toEqual(['reads only what it declares'])
    const hears = (view: PartialView) => ({ ...sound(view), note: `${view.signal?.('other')?.value}` })
    const wrong = make(hears, { inputs: ['fair', 'inventory', 'signals'], signals: ['model'] })
    expect(checkStrategy(wrong).map(({ detail }) => detail)).toEqual([
      "view.signal(other): expected 'other' among signals",
    ])
  })

  test('wishes what nobody reads: a part that is misspelt', () => {
    const quote = (view: PartialView) => ({ ...sound(view), fairValue: 0.5 })
    expect(checkStrategy(make(quote))).toEqual([
      {
        rule: 'wishes only what is read',
        view: 'a normal book',
        detail: 'fairValue: expected no parts but quotes, fair, note, terms, memory',
      },
    ])
  })

  test('declares nothing, or what there is not', () => {
    const none: object = { inputs: undefined }
    expect(rules(Object.assign(make(sound), none))).toEqual(['declares what it reads'])
    expect(rules(make(sound, { everyMs: 1 }))).toEqual(['declares what it reads'])
  })

  test('needs a signal that may be missing', () => {
    const needy = (view: PartialView) => {
      const { value } = view.signal?.('model') ?? Object(undefined)
      return { ...sound(view), terms: { model: value } }
    }
    const found = checkStrategy(make(needy, { inputs: ['fair', 'inventory', 'signals'], signals: ['model'] }))
    expect(found).toMatchObject([{ rule: 'wishes legal numbers', view: 'no signal known' }])
  })
})

describe('the kit looks after memory and terms', () => {
  const counting = (quote: AnyMarketStrategy['quote'], first: () => unknown = () => ({ calls: 0 })) =>
    make(quote, { init: first })
  const callsOf = (memory: unknown) => Number(Object(memory).calls)

  test('one that counts in it is sound', () => {
    const counts = counting((view, _params, memory) => ({ ...sound(view), memory: { calls: callsOf(memory) + 1 } }))
    expect(checkStrategy(counts)).toEqual([])
  })

  test('one that counts beside it is not', () => {
    let calls = 0
    expect(rules(counting((view) => ({ ...sound(view), memory: { calls: calls++ } })))).toEqual([
      'the same view gives the same wish',
    ])
  })

  test.each<[string, AnyMarketStrategy['quote'], string]>([
    [
      'changes it in place',
      (view, _params, memory) => {
        Object.assign(Object(memory), { calls: 1 })
        return sound(view)
      },
      'does not throw, and does not change the view or its memory',
    ],
    ['puts a map there', (view) => ({ ...sound(view), memory: new Map() }), 'remembers plain data of at most 4 KB'],
    [
      'lets it grow',
      (view, _params, memory) => ({ ...sound(view), memory: { ...Object(memory), [`at ${view.nowMs}`]: 1 } }),
      'remembers plain data of at most 4 KB',
    ],
  ])('one that %s is not', (_name, quote, rule) => {
    expect(rules(counting(quote))).toEqual([rule])
  })

  test('one that grows by a few bytes with each call is not, and one that looks back so far and no further is', () => {
    const seen = (most: number) =>
      make(
        (view, _params, memory) => {
          const prices: readonly unknown[] = Object(memory).prices
          return { ...sound(view), memory: { prices: [...prices, 1].slice(-most) } }
        },
        { init: () => ({ prices: [] }) },
      )
    expect(rules(seen(Number.POSITIVE_INFINITY))).toEqual(['remembers plain data of at most 4 KB'])
    expect(rules(seen(2000))).toEqual([])
  })

  test('one that has none, and yet gives one, is not', () => {
    expect(rules(make((view) => ({ ...sound(view), memory: {} })))).toEqual(['remembers plain data of at most 4 KB'])
  })

  test('one that begins with none is not', () => {
    expect(rules(counting(sound, () => () => 1))).toEqual(['remembers plain data of at most 4 KB'])
  })

  test('terms are numbers', () => {
    expect(checkStrategy(make((view) => ({ ...sound(view), terms: { fair: 0.5 } })))).toEqual([])
    expect(rules(make((view) => ({ ...sound(view), terms: { fair: Number.NaN } })))).toEqual(['wishes legal numbers'])
  })
})
