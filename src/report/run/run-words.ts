// What a reader of a live or paper run's report must know before its numbers, and what it covers.

import type { TradingMode } from '../../domain/run/trading-mode.js'
import type { QueueModel } from '../../venue/simulated/fills/queue-models.js'
import { failedFills, fillCount, type ModelRun } from '../result.js'
import { paperNotes } from './paper-words.js'
import { faultWords } from './run-faults.js'
import { unquotedWords } from './unquoted-time.js'

/** Under so many fills the numbers say little. */
export const FEW_FILLS = 20

/** Warnings that any run may have: no fills or few, a halt, fills that were reverted. */
export function runWarnings(run: ModelRun): string[] {
  const fills = fillCount(run)
  const failed = failedFills(run)
  return [
    ...(run.faults === undefined ? [] : [faultWords(run.faults)]),
    ...(run.unquoted === undefined ? [] : [unquotedWords(run.unquoted)]),
    ...(fills === 0 ? ['nothing was filled: nothing can be said of profit or loss'] : []),
    ...(fills > 0 && fills < FEW_FILLS ? [`${fills} fills: too few to say much`] : []),
    ...(run.halted === undefined ? [] : [`the bot halted: ${run.halted}`]),
    ...(failed > 0 ? [`${failed} fills were reverted in settlement; they count as fills and not as volume`] : []),
    ...(run.fillsLeftOut === undefined
      ? []
      : [
          `the first ${run.fillsLeftOut} fills are not listed and have no markouts: a long run keeps the last ones; all other numbers count them`,
        ]),
  ]
}

export interface Covered {
  readonly run: ModelRun
  readonly mode: TradingMode
  /** Of paper. */
  readonly queue: QueueModel
}

/** What the report covers; on paper also what its fills are worth. */
export function runWords({ run, mode, queue }: Covered): string[] {
  const carried = run.markets.filter(({ isBeyondFills }) => isBeyondFills).length
  return [
    ...(mode === 'paper' ? paperNotes(queue) : []),
    `The report covers one process, from its start to its stop. What runs before it earned is in their reports${mode === 'live' ? '; fills from between two runs are in none' : ''}.`,
    ...(carried > 0
      ? [
          `In ${carried} ${carried === 1 ? 'market' : 'markets'} more moved than the fills listed here: what was held at the start counts as paid for at its value then, and so does what came or went without an order.`,
        ]
      : []),
  ]
}
