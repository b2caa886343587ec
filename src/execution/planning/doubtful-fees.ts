// What is believed of the fees of markets in which no order asks for them: every market is planned once a second.

import type { Command } from '../../domain/run/command.js'
import type { Instant } from '../../domain/time.js'
import type { Budget } from '../budget/budget.js'
import type { FeeBook } from '../fees/fee-book.js'
import { FEE_RESERVE } from '../reads/market-reads.js'
import type { PlanMarket } from './market-plan.js'

interface Asking {
  readonly fees: FeeBook
  readonly budget: Budget
  readonly now: Instant
}

/** Reads of the fees that are in doubt, as far as orders leave the budget for it. */
export function askDoubtfulFees(
  markets: readonly Pick<PlanMarket, 'market' | 'feeKeepsBack'>[],
  { fees, budget, now: { monoMs } }: Asking,
): readonly Command[] {
  const reads: Command[] = []
  for (const { market, feeKeepsBack: keepsBack = false } of markets) {
    if (market.status !== 'OPEN' || !fees.isDoubtful(market, { nowMonoMs: monoMs, keepsBack })) continue
    const reserve = Math.floor(budget.perMinute('read') * FEE_RESERVE)
    if (budget.available('read', monoMs, { reserve }) < 1) break
    fees.asked(market.conditionId, monoMs)
    reads.push({ kind: 'read-fee', conditionId: market.conditionId, permits: budget.take('read', 1, monoMs) })
  }
  return reads
}
