// Settings of backtests; latencies, collateral and settlement are those of paper trading.

import { z } from 'zod'
import { QUEUE_MODELS } from '../venue/simulated/fills/queue-models.js'

export const backtestSettings = z.strictObject({
  tape: z.string().min(1).optional().describe('Tape to run on, a folder or a file, relative to this file'),
  models: z
    .array(z.enum(QUEUE_MODELS))
    .min(1)
    .optional()
    .describe(
      'Queue models, one run each. risk-averse and optimistic bound fills and volume, and the profit is around what those between say. By default all, in a sweep power-3 alone between the bounds',
    ),
  unseenTakers: z
    .enum(['estimated', 'none'])
    .default('estimated')
    .describe(
      'Takers of whom a tape has no trace, inside the spread and where a level was emptied: estimated by every model but risk-averse, or none',
    ),
  latency: z
    .enum(['constant', 'recorded', 'as-it-was'])
    .default('constant')
    .describe(
      "Of orders, cancels, reads and answers: those of `paper`; drawn from the round trips in the tape's core stream; or, for the strategy that recorded it, of each as it was",
    ),
  feedMs: z
    .number()
    .min(0)
    .max(2000)
    .default(20)
    .describe('Milliseconds from the venue to the recorder, where a tape has no stamps of the venue'),
  report: z
    .string()
    .min(1)
    .default('quoin-backtest')
    .describe('Report to write, relative to where the command runs: name.html, and its data beside it'),
})

export type LatencyKind = z.infer<typeof backtestSettings>['latency']
