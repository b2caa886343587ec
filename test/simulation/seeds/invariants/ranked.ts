// Who gets what is left of the money that all share: where what would add to a market goes without, none of another that would earn clearly less
// for what it locks has what it would need.

import type { MarketPosition } from '../../../../src/domain/account/exposure.js'
import type { Market } from '../../../../src/domain/market/market.js'
import type { Quote, Refusal, RefusalReason } from '../../../../src/domain/orders/quote.js'
import { NOTHING, plus, type Totals } from './limit-rules.js'
import type { PlainExposure } from './plain-exposure.js'

/** Whoever has it keeps it against who is not so much better; and a little beside for what has moved since. */
const CLEARLY = 1.1 * 1.05
const MONEY: ReadonlySet<RefusalReason> = new Set(['no-collateral', 'total-collateral', 'pair-unfunded'] as const)

export interface Ranked {
  readonly market: Market
  readonly tokensRaw: MarketPosition['tokensRaw']
  readonly wanted: readonly Quote[]
  readonly approved: readonly Quote[]
  readonly refused: readonly Refusal[]
  /** Without what is approved. */
  readonly base: PlainExposure
  readonly whole: PlainExposure
}

/** What all together have, and may have; raw. */
interface Money {
  readonly totals: Totals
  readonly freeRaw: bigint
  readonly mostCollateralRaw: bigint
}

interface Misranked {
  /** Nothing that adds to it has any. */
  readonly without: Market
  /** What adds to it earns less with what it has, which would do for the other. */
  readonly worse: Market
}

export function misranked(all: readonly Ranked[], money: Money): readonly Misranked[] {
  const waiting = all.filter(isWaiting)
  if (waiting.length === 0) return []
  const served = all.filter((one) => one.approved.some(isAddingTo(one)))
  return waiting.flatMap((without) => {
    const earns = earnedPerLocked(without)
    return served
      .filter((one) => earns > 0 && earns > CLEARLY * earnedPerLocked(one) && wouldDo(one, without, money))
      .map((worse) => ({ without: without.market, worse: worse.market }))
  })
}

/** All that adds is refused for lack of money, and nothing else is: what reduces goes first. */
function isWaiting(one: Ranked): boolean {
  const adding = one.wanted.filter(isAddingTo(one))
  const refused = one.refused.filter(({ quote }) => isAddingTo(one)(quote))
  if (adding.length === 0 || refused.length < adding.length || refused.length < one.refused.length) return false
  return refused.every(({ reason }) => MONEY.has(reason))
}

/** Nothing of what is held, as far as it can be traded away, is brought down by it. */
function isAddingTo({ market, tokensRaw: [yes, no] }: Ranked): (quote: Pick<Quote, 'side' | 'outcome'>) => boolean {
  const netRaw = yes - no
  const leastRaw = BigInt(Math.max(1, market.minLots)) * market.lotRaw
  const isFlat = (netRaw < 0n ? -netRaw : netRaw) < leastRaw
  return ({ side, outcome }) => side === 'BUY' && (isFlat || (outcome === 0 ? netRaw > 0n : netRaw < 0n))
}

function earnedPerLocked(one: Ranked): number {
  const adding = one.wanted.filter(isAddingTo(one))
  const earned = adding.reduce((sum, { edge, size }) => sum + edge * size, 0)
  return earned / adding.reduce((sum, { price, size }) => sum + (price / one.market.ticksPerUnit) * size, 0)
}

/** With what the one gives back there is enough for the least of the other. */
function wouldDo(worse: Ranked, { whole: before, ...without }: Ranked, money: Money): boolean {
  const plain = ({ market, quotes, lots }: { market: Market; quotes: readonly Quote[]; lots?: number }) =>
    quotes.map(({ outcome, side, price, size }) => ({
      ...{ outcome, side, price },
      sizeRaw: BigInt(lots ?? size) * market.lotRaw,
    }))
  const { market } = without
  const adding = without.wanted.filter(isAddingTo({ ...without, whole: before }))
  const after = before.with(plain({ market, quotes: adding, lots: Math.max(1, market.minLots) }))
  const kept = worse.approved.filter((quote) => !isAddingTo(worse)(quote))
  const left = worse.base.with(plain({ market: worse.market, quotes: kept }))
  const total = (key: 'lockedRaw' | 'collateralRaw') => {
    const of = (one: PlainExposure) => plus(NOTHING, one.sums)[key]
    return money.totals[key] - of(worse.whole) + of(left) - of(before) + of(after)
  }
  return total('lockedRaw') <= money.freeRaw && total('collateralRaw') <= money.mostCollateralRaw
}
