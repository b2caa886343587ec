// What should be done on the chain now: which sets are merged, which markets are paid out, which allowance is given. Pure.
//
//   merge    full sets of a market that goes on, from `mergeMin` on
//   redeem   all tokens of a market that is over: one unit for a winner, half a unit for each token of a cancelled market
//   approve  an allowance that has run low
//
// The first two only where what they cost is a small share of what they bring. What brings most comes first: one transaction at a time.

import type { Allowance, ChainAct, ChainReading } from '../domain/account/chain-transaction.js'
import { smallerRaw } from '../domain/amounts/money.js'
import type { Failure } from '../domain/error.js'
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

interface Priced {
  readonly act: ChainAct
  /** Units of collateral. */
  readonly paid: number
  readonly cost: number
}

/** The best first. */
export function wantedActs(spare: Iterable<Spare>, reading: ChainReading, policy: ChainPolicy): readonly ChainAct[] {
  const byGain = priced(spare, reading, policy)
    .filter((one) => isWorthIt(one, policy))
    .map(({ act }) => act)
  const approval = missingAllowance(reading, policy)
  return approval === undefined ? byGain : [approval, ...byGain]
}

/** What would bring most of what costs too much now, in words; `undefined` where nothing does. */
export function tooDear(spare: Iterable<Spare>, reading: ChainReading, policy: ChainPolicy): string | undefined {
  const dear = priced(spare, reading, policy).find((one) => !isWorthIt(one, policy))
  if (dear === undefined) return undefined
  const { act, paid, cost } = dear
  const share = policy.maxCostShare
  return `a ${act.kind} that brings ${paid.toFixed(2)} would cost ${cost.toFixed(4)}: more than a share of ${share} (chain.maxCostShare)`
}

/** The best first. */
function priced(spare: Iterable<Spare>, { costs }: ChainReading, policy: ChainPolicy): readonly Priced[] {
  const all: Priced[] = []
  for (const held of spare) {
    const act = isFinal(held.market) ? redemption(held) : merger(held, policy)
    if (act !== undefined) all.push({ act, paid: rawToShares(paidRaw(act), held.market), cost: costs[act.kind] })
  }
  return all.sort((a, b) => b.paid - b.cost - (a.paid - a.cost))
}

function isWorthIt({ paid, cost }: Omit<Priced, 'act'>, { maxCostShare }: Pick<ChainPolicy, 'maxCostShare'>): boolean {
  return cost <= paid * maxCostShare
}

/** Why an act that was decided on by an older reading is not carried out by this one: gas may have become dearer within seconds. */
export function costRefusal(
  act: ChainAct,
  { costs }: Pick<ChainReading, 'costs'>,
  { maxCostShare, unitRaw }: Pick<ChainPolicy, 'maxCostShare'> & { readonly unitRaw: bigint },
): Failure | undefined {
  if (act.kind !== 'merge' && act.kind !== 'redeem') return undefined
  const paid = Number(paidRaw(act)) / Number(unitRaw)
  const cost = costs[act.kind]
  if (isWorthIt({ paid, cost }, { maxCostShare })) return undefined
  const message = `chain.maxCostShare: at most ${maxCostShare} of what it brings, ${paid}, got a cost of ${cost}`
  return { code: 'signer-refused', message }
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
