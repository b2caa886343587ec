// The report's numbers as CSV (RFC 4180). Text that a spreadsheet would take for a formula is quoted with an apostrophe.

import { metricsOf } from './metrics/run-metrics.js'
import type { ModelRun, RunFill, RunReport } from './result.js'

/** Absent is an empty cell. Numbers are written as they are, so that nothing is lost; `decimal`: one of more digits than a number has. */
export type Cell = string | number | { readonly decimal: string } | undefined

// a leading tab or line end hides what comes after it from a reader, not from the spreadsheet
const FORMULA = /^[=+\-@\t\r\n]/

function cellText(cell: Cell): string {
  if (cell === undefined) return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : ''
  if (typeof cell === 'object') return cell.decimal
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const lineOf = (cells: readonly Cell[]) => `${cells.map(cellText).join(',')}\r\n`

/** Rows below their heads. */
export function csv(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [head, ...rows].map(lineOf).join('')
}

const time = (ms: number) => (Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : undefined)

const FILL_HEAD =
  'model,time,condition_id,question,outcome,side,price,shares,fee,liquidity,status,estimate,mid_yes,mid_yes_1s,mid_yes_10s,mid_yes_60s'

/** Prices of the outcome that was filled, mids of YES. Line by line: of a long run it is longer than a text can be. */
export function* fillsCsv(...runs: readonly ModelRun[]): Generator<string> {
  yield lineOf(FILL_HEAD.split(','))
  for (const { model, fills, markets } of runs) {
    const questions = new Map(markets.map(({ conditionId, question }) => [conditionId, question]))
    for (const fill of fills) yield lineOf([model, ...fillCells(fill, questions.get(fill.conditionId))])
  }
}

function fillCells(fill: RunFill, question: string | undefined): Cell[] {
  const { atMs, conditionId, outcome, side, price, shares, fee, liquidity, status, isEstimate, mid, midAfter } = fill
  return [
    ...[time(atMs), conditionId, question, outcome === 0 ? 'YES' : 'NO', side],
    ...[price, shares, fee, liquidity, status, isEstimate ? 1 : 0],
    ...[mid, midAfter['1'], midAfter['10'], midAfter['60']],
  ]
}

/** A row for each look. */
export function equityCsv(...runs: readonly ModelRun[]): string {
  return csv(
    'model,time,spread,inventory,fees,total,worst_case_loss,fills'.split(','),
    runs.flatMap(({ model, samples }) =>
      samples.map(({ atMs, pnl, worstCaseLoss, fills }) => [
        ...[model, time(atMs), pnl.spread, pnl.inventory, pnl.fees, pnl.total, worstCaseLoss, fills],
      ]),
    ),
  )
}

/** A row for each market that the bot saw when it chose. */
export function selectionCsv({ marketsSeen }: RunReport): string {
  return csv(
    'id,condition_id,question,group_id,first_seen,first_chosen,left,reason'.split(','),
    marketsSeen.map(({ id, conditionId, question, groupId, seenMs, chosenMs, leftMs, reason }) => [
      ...[id, conditionId, question, groupId, time(seenMs)],
      ...[chosenMs === undefined ? undefined : time(chosenMs), leftMs === undefined ? undefined : time(leftMs), reason],
    ]),
  )
}

const MARKET_HEAD = [
  'model,condition_id,question,status,winner,fills,volume,tape_volume,tape_share,spread,inventory,fees,total',
  'shares_yes,shares_no,left_exit,left_mid,left_yes,left_no,total_exit,total_mid,total_worst,total_best',
  'open_ms,quoted_both,quoted_any,at_touch,half_spread_cents,markout_1s_cents,markout_10s_cents,markout_60s_cents',
].join(',')

/** A row for each market under each model. */
export function marketsCsv(result: RunReport, metrics = metricsOf(result)): string {
  return csv(
    MARKET_HEAD.split(','),
    result.runs.flatMap(({ model, markets }, i) =>
      markets.map((market, j) => {
        const { conditionId, question, status, winner, fills, volume, tapeVolume, pnl, shares, valueLeft } = market
        const { openMs, both, any, touch } = market.quoted
        const own = metrics[i]?.markets[j]
        const { exit, mid, worst, best } = own?.profitByExit ?? {}
        const after = own?.markouts
        return [
          ...[model, conditionId, question, status, winner === undefined ? undefined : winner === 0 ? 'YES' : 'NO'],
          ...[fills, volume, tapeVolume, own?.participation, pnl.spread, pnl.inventory, pnl.fees, pnl.total],
          ...[...shares, valueLeft.exit, valueLeft.mid, valueLeft.yes, valueLeft.no, exit, mid, worst, best],
          ...[openMs, both, any, touch, after?.['1'].halfSpread],
          ...[after?.['1'].markout, after?.['10'].markout, after?.['60'].markout],
        ]
      }),
    ),
  )
}
