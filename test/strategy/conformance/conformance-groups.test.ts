// The kit on strategies of groups.

import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Wish } from '../../../src/domain/orders/wish.js'
import { bothBids } from '../../../src/strategy/both-bids.js'
import { checkStrategy } from '../../../src/strategy/conformance/conformance.js'
import type { AnyGroupStrategy } from '../../../src/strategy/contract.js'
import { taperByInventory } from '../../../src/strategy/overlays/taper.js'
import type { GroupedWish, GroupWish, PartialGroupView } from '../../../src/strategy/view/group-view.js'

type Market = PartialGroupView['markets'][number]

const wishIn = ({ fair, inventory }: Market): Wish => {
  if (fair === undefined || inventory === undefined) return { quotes: [] }
  const pair = bothBids({ yes: fair.p - 0.02, no: 1 - fair.p - 0.02, size: 20 })
  return { quotes: taperByInventory(pair, inventory.net, 200), fair: fair.p }
}
const grouped = (of: Market, wish: Wish): GroupedWish => ({ conditionId: of.market.conditionId, ...wish })
const sound = ({ markets }: PartialGroupView): GroupWish => ({
  markets: markets.flatMap((of) => (of.stopped === undefined ? grouped(of, wishIn(of)) : [])),
})

function make(quote: AnyGroupStrategy['quote'], changes: Partial<AnyGroupStrategy> = {}): AnyGroupStrategy {
  const params = z.strictObject({ size: z.number().default(10) })
  const base = { name: 'sample', description: 'A sample.', params, scope: 'group' as const }
  return { ...base, inputs: ['fair', 'inventory'], quote, ...changes }
}

const rules = (strategy: AnyGroupStrategy) => [...new Set(checkStrategy(strategy).map(({ rule }) => rule))]

describe('the kit passes a sound strategy of groups and names what is wrong with others', () => {
  test('sound', () => {
    expect(checkStrategy(make(sound))).toEqual([])
  })

  test('one that keeps a count for each group in its memory', () => {
    const init: AnyGroupStrategy['init'] = ({ markets }) => ({ calls: 0, of: markets.length })
    const counts = (view: PartialGroupView, _params: unknown, memory: unknown) => ({
      ...sound(view),
      memory: { calls: Number(Object(memory).calls) + 1 },
    })
    expect(checkStrategy(make(counts, { init }))).toEqual([])
    expect(rules(make(counts))).toEqual(['remembers plain data of at most 4 KB'])
  })

  describe('signals', () => {
    const bySignal =
      (otherwise: number | undefined): AnyGroupStrategy['quote'] =>
      ({ markets }) => ({
        markets: markets.flatMap((of) => {
          if (of.stopped !== undefined) return []
          const p = of.signal?.('model')?.value ?? of.fair?.p ?? otherwise
          return grouped(
            of,
            wishIn({ ...of, fair: p === undefined ? undefined : { p, degraded: false, basis: 'signal', ageMs: 0 } }),
          )
        }),
      })
    const reads = { inputs: ['fair', 'signals', 'inventory'], signals: ['model'] } satisfies Partial<AnyGroupStrategy>

    test('one that goes by its own signal where there is no fair value', () => {
      expect(checkStrategy(make(bySignal(undefined), reads))).toEqual([])
    })

    test('one that goes by nothing where neither is there', () => {
      expect(rules(make(bySignal(0.5), reads))).toEqual(['wishes nothing where nothing may rest, or nothing is known'])
    })
  })

  test.each<[string, AnyGroupStrategy['quote'], string]>([
    [
      'counts beside its memory',
      ((calls) => (view: PartialGroupView) => {
        const wish = sound(view)
        return { markets: wish.markets.map((of) => ({ ...of, note: `${calls++}` })) }
      })(0),
      'the same view gives the same wish',
    ],
    [
      'misspells a part of its wish',
      (view) => ({ markets: sound(view).markets.map((of) => ({ ...of, fairValue: 0.5 })) }),
      'wishes only what is read',
    ],
    [
      'expects three markets',
      (view) => {
        if (view.markets[2] === undefined) throw new Error('no third')
        return sound(view)
      },
      'does not throw, and does not change the view or its memory',
    ],
    [
      'changes the list of markets',
      (view) => {
        Object(view.markets).reverse()
        return sound(view)
      },
      'does not throw, and does not change the view or its memory',
    ],
    [
      'wishes where nothing may rest',
      ({ markets }) => ({
        markets: markets.map((of) =>
          grouped(of, of.stopped === undefined ? wishIn(of) : { quotes: bothBids({ yes: 0.4, no: 0.4, size: 9 }) }),
        ),
      }),
      'wishes nothing where nothing may rest, or nothing is known',
    ],
    [
      'wishes where nothing is known',
      ({ markets }) => ({
        markets: markets.flatMap((of) => {
          if (of.stopped !== undefined) return []
          return grouped(of, of.fair === undefined ? { quotes: bothBids({ yes: 0.1, no: 0.1, size: 9 }) } : wishIn(of))
        }),
      }),
      'wishes nothing where nothing may rest, or nothing is known',
    ],
    [
      'names another market',
      (view) => ({ markets: [...sound(view).markets, { conditionId: '0xother', quotes: [] }] }),
      'wishes legal numbers',
    ],
    ['answers as for one market', () => Object({ quotes: [] }), 'wishes legal numbers'],
  ])('one that %s', (_name, quote, rule) => {
    expect(rules(make(quote))).toContain(rule)
  })

  test('one that does not care about inventory, and one that reads what it does not declare', () => {
    const flat = ({ markets }: PartialGroupView) => ({
      markets: markets.flatMap((of) => {
        const { fair } = of
        if (of.stopped !== undefined || fair === undefined) return []
        return grouped(of, { quotes: bothBids({ yes: fair.p - 0.02, no: 1 - fair.p - 0.02, size: 9 }) })
      }),
    })
    expect(rules(make(flat))).toEqual(['responds to inventory', 'inventory is bounded'])
    const [first] = checkStrategy(make(sound, { inputs: ['inventory'] }))
    expect(first).toMatchObject({
      rule: 'reads only what it declares',
      detail: "view.fair: expected 'fair' among inputs",
    })
  })
})
