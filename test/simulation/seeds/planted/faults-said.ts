// Faults of what carries a value from outside, of who comes first where there is little room, and of what a turn says it waits for.

import { fault, type PlantedFault } from './planted-fault.js'

export const SAID_FAULTS: readonly PlantedFault[] = [
  fault(
    'a signal of any age carries the fair value',
    'state/market/signal-track',
    [['nowMs - signal.atMonoMs <= this.#signal.maxAgeMs', 'nowMs >= signal.atMonoMs - this.#signal.maxAgeMs']],
    'estimated',
  ),
  fault(
    'a signal that jumps alone is followed at once',
    'state/market/signal-track',
    [['return jump === 0 || stoodMs >= this.#settings.confirmMs', 'return jump === 0 || stoodMs >= 0']],
    'estimated',
  ),
  fault(
    'what a signal said for long against a book that stood is followed where that goes',
    'state/market/signal-track',
    [['return isAgainst ? NEVER_MS : Math', 'return isAgainst ? sinceMs : Math']],
    'estimated',
  ),
  fault(
    'a word that is older than the last one is heard',
    'state/market/signals',
    [['if (known !== undefined && known.atMonoMs > signal.atMonoMs) return false', '']],
    'estimated',
  ),
  fault(
    'a bid that brings the position down waits for its turn',
    'risk/totals/allocation',
    [
      [
        '  return netRaw !== 0n && (quote.outcome === YES) === netRaw < 0n',
        '  return netRaw !== 0n && quote.outcome === YES && netRaw > 0n',
      ],
    ],
    'limits',
  ),
  fault(
    'the share of the ramp stays what it was',
    'risk/caution/ramp',
    [['    this.#share = Math.min(1, Math.max(this.#limits.startAt, to))\n', '']],
    'held-back',
  ),
  fault(
    'a plan says nothing of what it waits for',
    'execution/planning/plan-draft',
    [['  tell(draft, conditionId, reason)\n  dueBy(', '  dueBy(']],
    'planned',
  ),
  fault(
    'an order is a duplicate of one at its price on another leg',
    'risk/limits/duplicate',
    [['outcome !== candidate.outcome || side !== candidate.side || ', '']],
    'planned',
  ),
  fault(
    'a fee that was called into question is signed with',
    'execution/fees/fee-book',
    [['    entry.isOutdated = true\n', '']],
    'planned',
  ),
]
