// `quoin calibrate`: reports of one period held against the first of them.

import { type CalibratedSide, type Calibration, calibrate } from '../../../calibration/calibration.js'
import { DIFFERENCE_REASONS, type DifferenceReason } from '../../../calibration/difference-reasons.js'
import { readRun } from '../../../calibration/told-run.js'
import { QuoinError } from '../../../domain/error.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { alignColumns } from '../../text-columns.js'

export interface CalibrateFlags {
  /** Of a backtest: the run of this queue model. */
  readonly model?: string
}

export async function calibrateReports(
  paths: readonly string[],
  { model }: CalibrateFlags,
  { out }: CommandContext,
): CommandResult {
  const [first, ...others] = paths
  if (first === undefined || others.length === 0) {
    throw new QuoinError('bad-argument', `reports: expected two or more, got ${paths.length}`)
  }
  // a report of one run has no queue model to choose
  const reference = readRun(first)
  for (const path of others) {
    const found = calibrate(reference, readRun(path, model))
    if (found === undefined) {
      throw new QuoinError('bad-argument', `reports: expected a period in common, got none of ${first} and ${path}`)
    }
    out.data({ reports: [first, path], ...found }, () => [
      `${path}, held against ${first}`,
      ...lines(toldApart(found)),
      '',
    ])
  }
  return 'ok'
}

/** Two of one kind are called by their order. */
function toldApart(found: Calibration): Calibration {
  const { first, second } = found
  if (first.model !== second.model) return found
  return {
    ...found,
    first: { ...first, model: `first (${first.model})` },
    second: { ...second, model: `second (${second.model})` },
  }
}

function lines(found: Calibration): string[] {
  const { first, second, same, fromMs, toMs } = found
  const time = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`
  return [
    `${time(fromMs)} to ${time(toMs)}`,
    '',
    ...alignColumns([['', first.model, second.model], ...sideRows(first, second)]),
    '',
    ...(same.betterCents === undefined || same.laterMs === undefined
      ? ['no share was filled by both']
      : [
          `${same.shares.toFixed(0)} shares filled by both; ${second.model} ${apart(same.betterCents)} and ${when(same.laterMs)}`,
        ]),
    ...reasonLines(found),
  ]
}

function sideRows(first: CalibratedSide, second: CalibratedSide): string[][] {
  const row = (head: string, of: (side: CalibratedSide) => string) => [head, of(first), of(second)]
  const money = (value: number) => value.toFixed(2)
  return [
    row('fills', ({ fills }) => String(fills)),
    row('shares', ({ shares }) => shares.toFixed(0)),
    row('of them filled by both', ({ again }) => (again === undefined ? '–' : `${(100 * again).toFixed(1)} %`)),
    row('P&L', ({ pnl }) => money(pnl.total)),
    row('  spread', ({ pnl }) => money(pnl.spread)),
    row('  inventory', ({ pnl }) => money(pnl.inventory)),
    row('  fees', ({ pnl }) => money(-pnl.fees)),
    row('fills outside that time', ({ fillsOutside }) => String(fillsOutside)),
  ]
}

const apart = (cents: number): string =>
  Math.abs(cents) < 0.005
    ? 'at the same price'
    : `${Math.abs(cents).toFixed(2)} cents ${cents > 0 ? 'better' : 'worse'}`

const when = (ms: number): string => `${(Math.abs(ms) / 1000).toFixed(2)} s ${ms < 0 ? 'earlier' : 'later'} in the mean`

function reasonLines({ first, second }: Calibration): string[] {
  return [first, second].flatMap((side) => {
    const rows = reasonRows(side)
    return rows.length === 0 ? [] : ['', `only ${side.model}:`, ...alignColumns(rows)]
  })
}

function reasonRows({ only, shares }: CalibratedSide): string[][] {
  const isReason = (key: string): key is DifferenceReason => key in DIFFERENCE_REASONS
  return Object.keys(DIFFERENCE_REASONS)
    .filter(isReason)
    .filter((reason) => only[reason] > 0)
    .map((reason) => [
      `  ${only[reason].toFixed(0)} shares`,
      `${((100 * only[reason]) / shares).toFixed(1)} %`,
      `${reason}: ${DIFFERENCE_REASONS[reason]}`,
    ])
}
