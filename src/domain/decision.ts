// The record of one step: what was wanted, what was refused and why, what is done about it. The answer to "why is this quote here?".

import type { Command } from './command.js'
import type { ConditionId, Hex } from './market.js'
import type { Quote, Refusal } from './quote.js'

export interface MarketDecision {
  readonly conditionId: ConditionId
  /** Fair probability of YES that the strategy used. */
  readonly fair?: number
  readonly note?: string
  readonly approved: readonly Quote[]
  readonly refused: readonly Refusal[]
  /** What the diff holds back, and why: a fee to be read, a cancel to be confirmed, no budget. */
  readonly waiting: readonly string[]
}

/** Raw tokens by outcome, the venue's less ours. */
export interface HoldingCorrection {
  readonly conditionId: ConditionId
  readonly differenceRaw: readonly [bigint, bigint]
}

export interface Decision {
  /** Number of the event that caused it. */
  readonly seq: number
  /** Every market, when something was decided; none when the event changed nothing that is wanted. */
  readonly markets: readonly MarketDecision[]
  readonly commands: readonly Command[]
  /** Orders that ended in this step: their bytes are not needed any more. */
  readonly ended: readonly Hex[]
  /** Holdings that the venue has had otherwise than we counted: corrected in this step. */
  readonly corrected: readonly HoldingCorrection[]
  /** The moment, monotonic, at which the core wants to be woken; `undefined` for never. */
  readonly wakeAtMonoMs?: number
}
