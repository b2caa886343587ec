import { expect, it } from 'vitest'
import { caughtUp, KeptHeld } from '../../../src/core/standing/kept-held.js'
import type { ChainAct, DoneTransaction } from '../../../src/domain/account/chain-transaction.js'
import type { Hex } from '../../../src/domain/market/market.js'
import type { HeldTokens, Standing } from '../../../src/domain/run/standing.js'
import { A, B, market, raw } from '../../risk/builders.js'

const UNIT_RAW = raw(1)
const pnl = { day: 0, total: 0, dayStart: 0, start: 0, peak: 0, realised: 0 }
const left = (held: readonly HeldTokens[], exchanged?: Hex): Standing => ({
  ...{ pauses: [], pnl, held },
  ...(exchanged === undefined ? {} : { exchanged }),
})
const merge = (sets: number): ChainAct => ({ kind: 'merge', conditionId: A, setsRaw: raw(sets) })
const redeem: ChainAct = { kind: 'redeem', conditionId: B, tokensRaw: [raw(4), 0n], paidRaw: raw(4) }
const done = (...acts: ChainAct[]): DoneTransaction[] =>
  acts.map((act, index) => ({ act, hash: `0x0${index + 1}`, atMs: index }))

const BEGUN: readonly HeldTokens[] = [
  { conditionId: A, tokensRaw: [raw(50), raw(30)], worth: 38 },
  { conditionId: B, tokensRaw: [raw(4), raw(9)], worth: 2 },
]

it.each([
  ['all, where none is known', undefined, [20, 0], 8],
  ['those after the last that is known', '0x01', [30, 10], 18],
  ['all, where the last that is known is long over', '0xff', [20, 0], 8],
] as const)('takes from what was kept what was exchanged since: %s', (_name, exchanged, tokens, worth) => {
  const all = done(merge(10), merge(20))
  const { held } = caughtUp(left(BEGUN, exchanged), { done: all }, UNIT_RAW)
  expect(held).toEqual([{ conditionId: A, tokensRaw: tokens.map(raw), worth }, BEGUN[1]])
})

it('takes nothing from what knows of all, or is not known', () => {
  const standing = left(BEGUN, '0x02')
  expect(caughtUp(standing, { done: done(merge(10), merge(20)) }, UNIT_RAW)).toBe(standing)
  expect(caughtUp(standing, {}, UNIT_RAW)).toBe(standing)
  const unknown: Standing = { pauses: [], pnl }
  expect(caughtUp(unknown, { done: done(merge(10)) }, UNIT_RAW)).toBe(unknown)
})

it('takes all tokens by a redemption: what they were kept at too low is left as a worth below nothing', () => {
  const caught = caughtUp(left(BEGUN), { done: done(redeem) }, UNIT_RAW)
  expect(caught.held?.[1]).toEqual({ conditionId: B, tokensRaw: [0n, 0n], worth: -2 })
  expect(caught.exchanged).toBe('0x01')
})

it('follows what is confirmed while it runs, and nothing else', () => {
  const kept = new KeptHeld()
  kept.restore(left(BEGUN, '0x01'))
  const end = { kind: 'chain-ended', act: merge(20), hash: '0x02', cost: 0 } as const
  const markets = new Map([[A, market(A)]])
  for (const outcome of ['reverted', 'overtaken', 'unsent'] as const) kept.ended({ ...end, outcome }, markets)
  expect([kept.held, kept.exchanged]).toEqual([BEGUN, '0x01'])
  kept.ended({ ...end, outcome: 'confirmed' }, markets)
  expect(kept.held[0]).toEqual({ conditionId: A, tokensRaw: [raw(30), raw(10)], worth: 18 })
  expect(kept.exchanged).toBe('0x02')
  // of a market that nobody has read nobody knows what a unit is
  kept.ended({ ...end, hash: '0x03', outcome: 'confirmed' }, new Map())
  expect(kept.held[0]).toEqual({ conditionId: A, tokensRaw: [raw(10), raw(-10)] })
})
