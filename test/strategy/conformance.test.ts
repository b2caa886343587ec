import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { NO, YES } from '../../src/domain/side.js'
import type { Wish } from '../../src/domain/wish.js'
import { bothBids } from '../../src/strategy/both-bids.js'
import { checkStrategy } from '../../src/strategy/conformance.js'
import { defineStrategy, type MarketView, type Strategy } from '../../src/strategy/contract.js'
import { taperByInventory } from '../../src/strategy/overlays/taper.js'

function make(quote: (view: MarketView) => Wish, changes: Partial<Strategy<unknown>> = {}): Strategy<unknown> {
  const params = z.strictObject({ size: z.number().default(10) })
  return defineStrategy<unknown>({ name: 'sample', description: 'A sample.', params, quote, ...changes })
}

const sound = ({ fair, inventory }: MarketView): Wish => {
  if (fair === undefined) return { quotes: [] }
  const pair = bothBids({ yes: fair.p - 0.02, no: 1 - fair.p - 0.02, size: 20 })
  return { quotes: taperByInventory(pair, inventory.net, 200), fair: fair.p }
}

const rules = (strategy: Strategy<unknown>) => [...new Set(checkStrategy(strategy).map((finding) => finding.rule))]

describe('the kit passes a sound strategy and names what is wrong with others', () => {
  test('sound', () => {
    expect(checkStrategy(make(sound))).toEqual([])
  })

  test('throws on an empty book', () => {
    const found = checkStrategy(
      make((view) => {
        if (view.bestBid[YES] === undefined) throw new Error('no bid')
        return sound(view)
      }),
    )
    expect(found).toContainEqual({
      rule: 'does not throw, and does not change the view',
      view: 'bids on NO only',
      detail: 'Error: no bid',
    })
  })

  test('changes the view', () => {
    const vandal = make((view) => {
      Object.assign(view.inventory, { net: 0 })
      return sound(view)
    })
    expect(rules(vandal)).toEqual(['does not throw, and does not change the view'])
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
    const wrong = make((view) => sound({ ...view, inventory: { ...view.inventory, net: -view.inventory.net } }))
    expect(rules(wrong)).toEqual(['more inventory, less appetite', 'responds to inventory', 'inventory is bounded'])
  })

  test('does not care about inventory', () => {
    const flat = make((view) => sound({ ...view, inventory: { ...view.inventory, net: 0 } }))
    expect(rules(flat)).toEqual(['responds to inventory', 'inventory is bounded'])
  })

  test('chases itself', () => {
    const chaser = make((view) => {
      const own = view.ownQuotes.find((quote) => quote.outcome === YES)
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
})
