// What flattening would bring, for people and for programs.

import type { FlattenPlan } from '../../flatten/flatten-plan.js'
import { sellProceeds } from '../../models/fee-adjusted.js'
import { alignColumns } from '../text-columns.js'

/** `proceeds`: what comes in, the fee of whoever takes off. */
export function shownPlan({ market, outcome, surplus, size, limit, best, mean }: FlattenPlan) {
  const shares = (lots: number) => (lots * Number(market.lotRaw)) / Number(market.unitRaw)
  const price = (ticks: number | undefined) => (ticks === undefined ? undefined : ticks / market.ticksPerUnit)
  return {
    ...{ market: market.id, conditionId: market.conditionId, question: market.question },
    ...{ outcome: outcome === 0 ? 'YES' : 'NO', surplus: shares(surplus), sells: shares(size) },
    ...{ best: price(best), limit: price(limit), mean: price(mean) },
    proceeds: mean === undefined ? 0 : shares(size) * sellProceeds(mean / market.ticksPerUnit, market.feeRateBps),
    fee: `${market.feeRateBps} bps`,
  }
}

const short = (value: number | undefined) => (value === undefined ? '-' : String(Math.round(value * 1e4) / 1e4))

/** Why so many lots of a plan that was carried out are left, `cameBack` of them sold before; `undefined` where none are. */
export function whyLeft(
  { market, limit, unsettled, unsold }: FlattenPlan,
  { left, cameBack = 0 }: { readonly left: number; readonly cameBack?: number },
): string | undefined {
  if (left === 0) return undefined
  if (unsold !== undefined) return unsold
  if (cameBack > 0) return 'sold, and come back because the settlement failed: try again'
  if (left <= unsettled) return 'bought, and not settled yet: try again when it is'
  if (left < market.minLots) return 'less than the smallest order there'
  if (limit === undefined) return 'nobody bids for it'
  return `the others bid no more for it at ${limit / market.ticksPerUnit} or above: try again, or allow a lower price with --max-slippage`
}

/** `resting`: own orders, which are cancelled first, also where nothing is to be sold. */
export function planLines(plans: readonly FlattenPlan[], resting: number): string[] {
  const rest = resting === 0 ? [] : [`${resting} own orders rest: they are cancelled first, in all markets`]
  if (plans.length === 0) return ['nothing to sell: no market is held more of on one side', ...rest]
  const rows = plans.map(shownPlan)
  return [
    ...alignColumns([
      ['MARKET', 'HELD TOO MANY', 'SELLS', 'BEST', 'LIMIT', 'MEAN', 'PROCEEDS', 'FEE', 'QUESTION'],
      ...rows.map((row) => [
        ...[row.market, `${short(row.surplus)} ${row.outcome}`, short(row.sells), short(row.best), short(row.limit)],
        ...[short(row.mean), row.proceeds.toFixed(2), row.fee, row.question],
      ]),
    ]),
    ...plans.flatMap(({ market, unsold }) => (unsold === undefined ? [] : [`${market.id}: ${unsold}`])),
    ...rest,
  ]
}
