import { expect, it } from 'vitest'
import type { Market } from '../../../src/domain/market/market.js'
import { type CountParts, countsAgainst } from '../../../src/state/account/reading-counts.js'
import { KnownMarkets } from '../../../src/state/known-markets.js'
import { A, B, market } from '../../risk/builders.js'
import { account } from '../believer.js'

const C = '0xc3' as typeof A

function known(markets: readonly Market[]): KnownMarkets {
  const all = new KnownMarkets()
  for (const one of markets) all.set(one.conditionId, one)
  return all
}

/** We count 5 YES in `A`, nothing elsewhere; nothing of ours is under way. */
function parts(change: Partial<CountParts> = {}): CountParts {
  const markets = [market(A), market(B), market(C, { status: 'CLOSED' })]
  const tokensRaw = (id: typeof A) => (id === A ? ([5n, 0n] as const) : ([0n, 0n] as const))
  const none = { assumedFeeRaw: [0n, 0n], costRaw: 0n, cashFlowRaw: 0n } as const
  return {
    markets: known(markets),
    orders: { livingOf: () => [], recentOf: () => [], settling: () => [] },
    positions: { tokensRaw, position: (m) => ({ market: m, tokensRaw: tokensRaw(m.conditionId), ...none }) },
    isAbsent: () => false,
    isConcerned: () => false,
    movedMonoMs: () => Number.NEGATIVE_INFINITY,
    onChain: () => undefined,
    holdingsLagMs: 1000,
    ...change,
  }
}
const counted = (held: Parameters<typeof account>[1], change?: Partial<CountParts>) =>
  countsAgainst(account(0n, held), 0, parts(change)).map(({ conditionId }) => conditionId)

it('names the markets in which the reading differs from the count, in either direction and outcome', () => {
  expect(counted({ [A]: [5n, 0n] })).toEqual([])
  expect(counted({ [A]: [4n, 0n] })).toEqual([A])
  expect(counted({ [A]: [5n, 1n] })).toEqual([A])
  expect(counted({})).toEqual([A])
  expect(counted({ [A]: [5n, 0n], [B]: [0n, 2n] })).toEqual([B])
})

it('and those that agree, where that may end a doubt', () => {
  expect(counted({ [A]: [5n, 0n] }, { isConcerned: (id) => id === A })).toEqual([A])
})

it('holds what was held of those that are past against the reading, and names those in which it differs', () => {
  const part = { pnl: { spread: 0, inventory: 0, fees: 0, total: 0 }, fills: 0, worstCaseLoss: 0 }
  const past = (yes: bigint) => {
    const markets = known([market(A), market(B)])
    const held = { conditionId: A, tokensRaw: [yes, 0n] } as const
    markets.leave(A, { part, over: undefined, held: yes === 0n ? undefined : held })
    return { markets }
  }
  expect(counted({ [A]: [5n, 0n] }, past(5n))).toEqual([])
  expect(counted({ [A]: [4n, 0n] }, past(5n))).toEqual([A])
  expect(counted({}, past(5n))).toEqual([A])
  expect(counted({}, past(0n))).toEqual([])
  expect(counted({ [A]: [0n, 1n] }, past(0n))).toEqual([A])
})

it('says nothing of a market between its end and its outcome', () => {
  expect(counted({ [A]: [5n, 0n], [C]: [3n, 0n] })).toEqual([])
})

it('a market in which something happens on the chain is not quiet, and may be counted off by so much', () => {
  const onChain = () => ({ below: [2n, 0n], above: [0n, 3n] }) as const
  const [here] = countsAgainst(account(0n, { [A]: [4n, 0n] }), 0, parts({ onChain }))
  expect(here).toMatchObject({
    isQuiet: false,
    slack: [
      { below: 2n, above: 0n },
      { below: 0n, above: 3n },
    ],
  })
  expect(countsAgainst(account(0n, {}), 0, parts())[0]).toMatchObject({ isQuiet: true, tokensRaw: [5n, 0n] })
})
