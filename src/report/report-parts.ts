// What the sections of a report are made of.

import type { RunMetrics } from './metrics/run-metrics.js'
import type { ModelRun, RunReport } from './result.js'

export interface ReportMeta {
  /** Version of Quoin that ran. */
  readonly version: string
  /** When the report was made, unix milliseconds. */
  readonly madeMs: number
  /** What ran; `backtest` where absent. */
  readonly kind?: 'backtest' | 'paper' | 'live'
}

/** Whether a tape was replayed, under assumptions, instead of a market lived through. */
export const isReplay = ({ kind = 'backtest' }: ReportMeta): boolean => kind === 'backtest'

/** Whose volume ours is a share of. */
export const sourceName = (meta: ReportMeta): string => (isReplay(meta) ? 'the tape' : 'the market')

/** Head of the column that names a run. */
export const runHead = (meta: ReportMeta): string => (isReplay(meta) ? 'Model' : 'Run')

export interface ReportParts {
  readonly result: RunReport
  readonly meta: ReportMeta
  /** Of the same runs, in the same order. */
  readonly runs: readonly { readonly run: ModelRun; readonly metrics: RunMetrics }[]
}
