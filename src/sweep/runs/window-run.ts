// What a sweep keeps of one run: a configuration on one window, under each queue model. Plain data, and small: thousands are kept.

import { z } from 'zod'
import { changesOf, evenGrid, onGrid } from '../../report/metrics/even-grid.js'
import type { ModelRun, RunReport } from '../../report/result.js'
import type { Window } from '../search/windows.js'

const profit = z.strictObject({ spread: z.number(), inventory: z.number(), fees: z.number(), total: z.number() })

const windowModel = z.strictObject({
  model: z.string(),
  fills: z.int().min(0),
  /** Shares. */
  volume: z.number(),
  /** Units of collateral; what is held at the end counts at its fair value. */
  pnl: profit,
  maxDrawdown: z.number(),
  /** Of the profit, over equal intervals, the last to the end of the run: they add up to it. */
  changes: z.array(z.number()),
  decisionHash: z.string(),
  halted: z.string().exactOptional(),
  /** By what the strategy failed first. */
  fault: z.string().exactOptional(),
})

export const windowRun = z.strictObject({ records: z.int().min(0), models: z.array(windowModel).min(1) })
export type WindowRun = z.infer<typeof windowRun>
export type WindowModel = WindowRun['models'][number]

/** `stepMs`: the interval of the changes. */
export function windowRunOf(result: RunReport, window: Window, stepMs: number): WindowRun {
  return { records: result.events, models: result.runs.map((run) => modelOf(run, window, stepMs)) }
}

function modelOf(run: ModelRun, { fromMs, toMs }: Window, stepMs: number): WindowModel {
  const { model, fills, volume, pnl, maxDrawdown, decisionHash = '', halted, faults } = run
  const looks = onGrid(run.samples, evenGrid(fromMs, toMs, stepMs)).map((sample) => sample?.pnl.total ?? 0)
  // what is held is valued last of all, behind the last look: a ratio of changes that leave this out is not one of the profit
  const equity = [...looks.slice(0, -1), pnl.total]
  return {
    ...{ model, volume, pnl, maxDrawdown, decisionHash },
    fills: fills.length,
    changes: changesOf(equity),
    ...(halted === undefined ? {} : { halted }),
    ...(faults === undefined ? {} : { fault: faults.first }),
  }
}
