// What the core concludes from what it believes, with its running sums: for whoever derives the same once more, and compares.

import type { ConditionId } from '../domain/market/market.js'
import type { Instant } from '../domain/time.js'
import type { Breach } from '../risk/limits/breach.js'
import type { Approval } from '../risk/totals/grants.js'
import type { Cell, Cells } from './cells.js'
import type { PnlSum } from './pnl-sum.js'
import type { RiskStage } from './risk-stage.js'

export interface Conclusions {
  /** Of the markets at work, in no order. */
  readonly cells: readonly Readonly<Cell>[]
  /** It is worked on in the next turn. */
  readonly isMarked: (cell: Readonly<Cell>) => boolean
  readonly approval: (conditionId: ConditionId) => Approval
  readonly cuts: RiskStage['cuts']
  readonly stopOf: (conditionId: ConditionId, at: Instant) => Breach | undefined
  readonly totals: RiskStage['totals']
  readonly groupLosses: RiskStage['groupLosses']
  /** Of all markets, those that are over included, millionths of a unit. */
  readonly pnlMicro: number
  /** Quotes approved in all markets. */
  readonly approved: number
}

interface Concluding {
  readonly cells: Cells
  readonly risk: RiskStage
  readonly pnl: PnlSum
  readonly approved: number
}

export function concluded({ cells, risk, pnl, approved }: Concluding): Conclusions {
  return {
    cells: cells.all(),
    isMarked: ({ isToRequote, isToReplan }) => isToRequote || isToReplan,
    approval: (conditionId) => risk.approval(conditionId),
    cuts: (conditionId) => risk.cuts(conditionId),
    stopOf: (conditionId, at) => risk.stopOf(conditionId, at),
    ...{ totals: risk.totals, groupLosses: risk.groupLosses },
    ...{ pnlMicro: pnl.micro, approved },
  }
}
