// Faults of what risk holds back beside its limits.

import { fault, type PlantedFault } from './planted-fault.js'

export const CAUTIOUS_FAULTS: readonly PlantedFault[] = [
  fault(
    'nothing is told to reduce only',
    'risk/limits/order-limits',
    [['if (feeRateBps <= maxFeeRateBps) return reduceOnly', 'if (feeRateBps <= maxFeeRateBps) return undefined']],
    'held-back',
  ),
  fault(
    'quotes are widened half as much',
    'core/standing/cautions',
    [['const widen = Math.max(ruling?.widen ?? 1, factor)', 'const widen = Math.max(ruling?.widen ?? 1, factor) / 2']],
    'held-back',
  ),
  fault(
    'the ramp leaves the side that closes its whole size',
    'risk/caution/caution',
    [['const free = Math.max(0, Math.min(closing, quote.size))', 'const free = quote.size']],
    'held-back',
  ),
  fault(
    'the ramp grows whenever it is looked at',
    'risk/caution/ramp',
    [['if (nowMonoMs - monoMs < periodSec * 1000 || judged', 'if (judged']],
    'held-back',
  ),
  fault(
    'the kill switch trips at three times the loss',
    'risk/kill-switch',
    [
      ['if (exceeds(loss, maxLoss))', 'if (exceeds(loss, 3 * maxLoss))'],
      ['if (exceeds(daily, maxDailyLoss))', 'if (exceeds(daily, 3 * maxDailyLoss))'],
      ['if (exceeds(drawdown, maxDrawdown))', 'if (exceeds(drawdown, 3 * maxDrawdown))'],
    ],
    'held-back',
  ),
  fault(
    'a market that was pulled for its fills comes back as it was',
    'state/market/own-markouts',
    [['this.#widenedUntilMs = this.#pulledUntilMs + forMs', 'this.#widenedUntilMs = this.#pulledUntilMs']],
    'held-back',
  ),
  fault(
    'fills that are judged are taken off instead of counted',
    'state/market/estimates',
    [['sums.fills += more.fills', 'sums.fills -= more.fills']],
    'estimated',
  ),
  fault(
    'a fee that keeps quotes back is believed for ever',
    'execution/fees/fee-book',
    [['return keepsBack && rateBps > 0 && nowMonoMs - readAtMonoMs >= KEEPS_BACK_MS', 'return false']],
    'calm',
  ),
  fault(
    'an order that closes counts as if no other did',
    'risk/limits/only-reducing',
    [['netDirection(order) === direction', 'order.sizeRaw < 0n']],
    'held-back',
  ),
]
