// What the sections of a report are made of.

import type { RunMetrics } from './metrics/run-metrics.js'
import type { BacktestResult, ModelRun } from './result.js'

export interface ReportMeta {
  /** Version of Quoin that ran. */
  readonly version: string
  /** When the report was made, unix milliseconds. */
  readonly madeMs: number
  /** What ran; `backtest` where absent. */
  readonly kind?: 'backtest' | 'paper' | 'live'
}

export interface ReportParts {
  readonly result: BacktestResult
  readonly meta: ReportMeta
  /** Of the same runs, in the same order. */
  readonly runs: readonly { readonly run: ModelRun; readonly metrics: RunMetrics }[]
}
