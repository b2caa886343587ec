import { describe, expect, it } from 'vitest'
import { type ChainPolicy, paidRaw, type Spare, takenRaw, wantedActs } from '../../src/chain/policy.js'
import type { ChainReading } from '../../src/domain/account/chain-transaction.js'
import { A, B, market, raw } from '../risk/builders.js'

const SPENDER = '0xAbCd1234567890123456789012345678901234Ef'
const POLICY: ChainPolicy = { actions: 'all', mergeMin: 5, maxCostShare: 0.01 }
const reading = (change: Partial<ChainReading> = {}): ChainReading => ({
  ...{ costs: { split: 0, merge: 0, redeem: 0, approve: 0 }, collateralRaw: 0n, allowances: [] },
  ...change,
})
const spare = (yes: number, no: number, change: Parameters<typeof market>[1] = {}, id = A): Spare => ({
  market: market(id, change),
  tokensRaw: [raw(yes), raw(no)],
})
const wanted = (held: readonly Spare[], policy: Partial<ChainPolicy> = {}, change: Partial<ChainReading> = {}) =>
  wantedActs(held, reading(change), { ...POLICY, ...policy })

describe('full sets', () => {
  it('are merged from the fewest on, as many as there are of the rarer token', () => {
    expect(wanted([spare(7, 5)])).toEqual([{ kind: 'merge', conditionId: A, setsRaw: raw(5) }])
    expect(wanted([spare(7, 4.99)])).toEqual([])
    expect(wanted([spare(7, 4.99)], { mergeMin: 4 })).toHaveLength(1)
    expect(wanted([spare(7, 5)], { actions: 'redeem' })).toEqual([])
  })

  it.each(['CLOSED', 'RESOLVED'] as const)(
    'of a market that is %s and whose winner nobody knows are merged too',
    (status) => {
      expect(wanted([spare(9, 9, { status })])).toEqual([{ kind: 'merge', conditionId: A, setsRaw: raw(9) }])
    },
  )
})

describe('a market that is over', () => {
  it('pays the winner, and takes both tokens', () => {
    const [act] = wanted([spare(2, 30, { status: 'RESOLVED', winner: 1 })], { actions: 'redeem' })
    expect(act).toEqual({ kind: 'redeem', conditionId: A, tokensRaw: [raw(2), raw(30)], paidRaw: raw(30) })
    expect(act && [paidRaw(act), takenRaw(act)]).toEqual([raw(30), [raw(2), raw(30)]])
  })

  it('pays half a unit for each token where it is cancelled', () => {
    expect(wanted([spare(2, 30, { status: 'CANCELLED' })])).toMatchObject([{ kind: 'redeem', paidRaw: raw(16) }])
  })

  it('is left alone where there is nothing to get, or nobody knows who won', () => {
    expect(wanted([spare(0, 30, { status: 'RESOLVED', winner: 0 })])).toEqual([])
    expect(wanted([spare(9, 0, { status: 'RESOLVED' })])).toEqual([])
  })
})

describe('what a transaction costs', () => {
  const costs = { split: 0, merge: 0.1, redeem: 0.2, approve: 0 }

  it('must be a small share of what it brings', () => {
    expect(wanted([spare(10, 10)], {}, { costs })).toHaveLength(1)
    expect(wanted([spare(9.99, 9.99)], {}, { costs })).toEqual([])
    expect(wanted([spare(9.99, 9.99)], { maxCostShare: 0.02 }, { costs })).toHaveLength(1)
    expect(wanted([spare(19, 0, { status: 'RESOLVED', winner: 0 })], {}, { costs })).toEqual([])
  })

  it('counts in what comes first', () => {
    const over = spare(20, 0, { status: 'RESOLVED', winner: 0 }, B)
    expect(wanted([spare(19.95, 19.95), over], {}, { costs }).map(({ kind }) => kind)).toEqual(['merge', 'redeem'])
    expect(wanted([spare(19.8, 19.8), over], {}, { costs }).map(({ kind }) => kind)).toEqual(['redeem', 'merge'])
  })
})

describe('an allowance', () => {
  const allowance = { spender: SPENDER, raw: raw(1000), refillBelowRaw: raw(100) } as const
  const left = (amount: number) => ({
    allowances: [{ spender: SPENDER.toLowerCase() as typeof SPENDER, raw: raw(amount) }],
  })

  it('is given again, bounded, before anything else, when it has run low', () => {
    const approval = { kind: 'approve', spender: SPENDER, amountRaw: raw(1000) }
    expect(wanted([spare(9, 9)], { allowance }, left(99))[0]).toEqual(approval)
    expect(wanted([], { allowance }, left(100))).toEqual([])
    expect(wanted([], { allowance, actions: 'merge' }, left(0))).toEqual([])
  })

  it('that the chain does not tell of is not given', () => {
    expect(wanted([], { allowance })).toEqual([])
  })
})
