import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MarketMap } from '../../../src/domain/collections/market-map.js'
import type { ConditionId } from '../../../src/domain/market/market.js'

/** Another string each time, as each event brings its own. */
const idOf = (market: number) => ['0x', market].join('') as ConditionId

it('says what a map says, whatever was looked up before', () => {
  const anyAct = fc.tuple(fc.constantFrom('get', 'set', 'delete', 'has'), fc.nat(2), fc.nat())
  fc.assert(
    fc.property(fc.array(anyAct, { maxLength: 30 }), (acts) => {
      const [ours, theirs] = [new MarketMap<number>(), new Map<ConditionId, number>()]
      for (const [act, market, value] of acts) {
        for (const map of [ours, theirs]) {
          if (act === 'set') map.set(idOf(market), value)
          if (act === 'delete') map.delete(idOf(market))
        }
        expect(ours.get(idOf(market))).toBe(theirs.get(idOf(market)))
        expect(ours.has(idOf(market))).toBe(theirs.has(idOf(market)))
        expect([...ours.values()]).toEqual([...theirs.values()])
        expect([...ours.entries()]).toEqual([...theirs.entries()])
      }
    }),
  )
})
