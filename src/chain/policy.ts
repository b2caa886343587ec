// What should be done on the chain now: which sets are merged, which markets are paid out, which allowance is given. Pure.
//
//   merge    full sets of a market that goes on, from `mergeMin` on
//   redeem   all tokens of a market that is over: one unit for a winner, half a unit for each token of a cancelled market
//   approve  an allowance that has run low
//
// The first two only where what they cost is a small share of what they bring. What brings most comes first: one transaction at a time.

import type { Allowance, ChainAct, ChainReading } from '../domain/account/chain-transaction.js'
import { smallerRaw } from '../domain/amounts/money.js'
import { isFinal, type Market, rawToShares } from '../domain/market/market.js'
import { payoutRaw } from '../domain/market/payout.js'
import { NO, YES } from '../domain/market/side.js'

export interface ChainPolicy {
  readonly actions: 'redeem' | 'merge' | 'all'
  readonly mergeMin: number
  readonly maxCostShare: number
  /** Given when less than `refillBelowRaw` is left. */
  readonly allowance?: Allowance & { readonly refillBelowRaw: bigint }
}

/** What of a market's tokens is settled, ours, and behind nothing but SELL orders of our own. */
export interface Spare {
  readonly market: Market
  readonly tokensRaw: readonly [bigint, bigint]
}

/** The best first. */
export function wantedActs(spare: Iterable<Spare>, reading: ChainReading, policy: ChainPolicy): readonly ChainAct[] {
  const paying: { readonly act: ChainAct; readonly gain: number }[] = []
  for (const held of spare) {
    const act = isFinal(held.market) ? redemption(held) : merger(held, policy)
    if (act === undefined) continue
    const paid = rawToShares(paidRaw(act), held.market)
    const cost = reading.costs[act.kind]
    if (cost <= paid * policy.maxCostShare) paying.push({ act, gain: paid - cost })
  }
  const byGain = paying.sort((a, b) => b.gain - a.gain).map(({ act }) => act)
  const approval = missingAllowance(reading, policy)
  return approval === undefined ? byGain : [approval, ...byGain]
}

/** Raw collateral that an act brings. */
export function paidRaw(act: ChainAct): bigint {
  if (act.kind === 'merge') return act.setsRaw
  return act.kind === 'redeem' ? act.paidRaw : 0n
}

/** Raw tokens that an act takes, by outcome. */
export function takenRaw(act: ChainAct): readonly [bigint, bigint] {
  if (act.kind === 'merge') return [act.setsRaw, act.setsRaw]
  return act.kind === 'redeem' ? act.tokensRaw : [0n, 0n]
}

function merger({ market, tokensRaw }: Spare, { actions, mergeMin }: ChainPolicy): ChainAct | undefined {
  const setsRaw = smallerRaw(tokensRaw[YES], tokensRaw[NO])
  if (actions === 'redeem' || setsRaw <= 0n || rawToShares(setsRaw, market) < mergeMin) return undefined
  return { kind: 'merge', conditionId: market.conditionId, setsRaw }
}

function redemption({ market, tokensRaw }: Spare): ChainAct | undefined {
  const paidRaw = payoutRaw(market, tokensRaw) ?? 0n
  return paidRaw > 0n ? { kind: 'redeem', conditionId: market.conditionId, tokensRaw, paidRaw } : undefined
}

function missingAllowance({ allowances }: ChainReading, { actions, allowance }: ChainPolicy): ChainAct | undefined {
  if (actions !== 'all' || allowance === undefined) return undefined
  const { spender, raw, refillBelowRaw } = allowance
  const known = allowances.find((given) => given.spender.toLowerCase() === spender.toLowerCase())
  // one that the chain does not tell of is not guessed
  if (known === undefined || known.raw >= refillBelowRaw) return undefined
  return { kind: 'approve', spender, amountRaw: raw }
}
