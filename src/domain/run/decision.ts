// The record of one step: what was wanted, what was refused and why, what is done about it. The answer to "why is this quote here?".

import type { ConditionId, Hex } from '../market/market.js'
import type { Quote, Refusal, RefusalReason } from '../orders/quote.js'
import type { Terms, WishedQuote } from '../orders/wish.js'
import type { Command } from './command.js'

export interface MarketDecision {
  readonly conditionId: ConditionId
  /** Fair probability of YES that the strategy used. */
  readonly fair?: number
  readonly note?: string
  /** What the strategy says that its prices are made of. */
  readonly terms?: Terms
  /** How much more careful the market is quoted than it wished, and why, for a person. */
  readonly cautions?: readonly string[]
  /** The quotes as it wished them, where it says what each is made of. */
  readonly wished?: readonly WishedQuote[]
  /** Of the strategy's memory, 16 hexadecimal digits; the memory itself at the start and each minute. */
  readonly memoryHash?: string
  readonly memory?: unknown
  readonly approved: readonly Quote[]
  readonly refused: readonly Refusal[]
  /** What the diff holds back, and why: a fee to be read, a cancel to be confirmed, no budget. */
  readonly waiting: readonly string[]
  /** Why nothing may rest in it now. */
  readonly stopped?: string
  /** The same in one word: present where `stopped` is. */
  readonly stoppedBy?: RefusalReason
}

/** Something that went wrong in one market, and only there. */
export interface MarketFault {
  readonly conditionId: ConditionId
  /**
   * `strategy`: it threw, wished nonsense or stayed slow; its market is pulled for a while. `slow`: it takes longer than allowed, and is
   * asked less often. `program`: ours; the market is closed until resumed.
   */
  readonly kind: 'strategy' | 'slow' | 'program'
  /** What happened, with file and line where they are known. */
  readonly message: string
}

/** Raw tokens by outcome, the venue's less ours. */
export interface HoldingCorrection {
  readonly conditionId: ConditionId
  readonly differenceRaw: readonly [bigint, bigint]
}

export interface Decision {
  /** Number of the event that caused it. */
  readonly seq: number
  /** The markets about which something was decided. */
  readonly markets: readonly MarketDecision[]
  readonly commands: readonly Command[]
  /** Orders that ended in this step: their bytes are not needed any more. */
  readonly ended: readonly Hex[]
  /** Holdings that the venue has had otherwise than we counted: corrected in this step. */
  readonly corrected: readonly HoldingCorrection[]
  readonly faults: readonly MarketFault[]
  /** The moment, monotonic, at which the core wants to be woken; `undefined` for never. */
  readonly wakeAtMonoMs?: number
}
