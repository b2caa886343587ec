// The queue models of a backtest whose configuration names none.

import type { QueueModel } from '../venue/simulated/fills/queue-models.js'

/** Both bounds, and between them the one that fits the tape best, as far as somebody has looked. */
export function defaultModels(best: QueueModel = 'power-3'): readonly QueueModel[] {
  return [...new Set<QueueModel>(['risk-averse', best, 'optimistic'])]
}
