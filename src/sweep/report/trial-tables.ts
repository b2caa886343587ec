// Configurations as tables: the best beside the one as it is, and all of them.

import { type Content, type Html, html } from '../../report/html/html.js'
import { bodyCell, type Column, headCell, note } from '../../report/html/tables.js'
import type { Value } from '../space/parameter.js'
import type { Totals } from '../statistics/totals.js'
import type { SweepResult, TrialResult } from '../sweep-result.js'
import {
  drawdownText,
  fillsText,
  names,
  objectiveText,
  pnlText,
  sharpeText,
  stateText,
  valueText,
  winnerOf,
} from './value-text.js'

/** Rows of the page; the CSV has all. */
const ROWS = 200

const FIGURES: readonly Column[] = [
  { head: 'Fills' },
  { head: 'P&L', unit: 'over the queue models' },
  { head: 'Drawdown' },
  { head: 'Sharpe' },
]

const figuresOf = (totals: readonly Totals[] | undefined): readonly Content[] => [
  fillsText(totals),
  pnlText(totals),
  drawdownText(totals),
  sharpeText(totals),
]

export function bestTable(result: SweepResult): Html {
  const best = winnerOf(result)
  const { asConfigured, holdOut, configured } = result
  const columns: readonly Column[] = [
    { head: 'Configuration', text: true },
    { head: 'Part', text: true },
    ...names(result).map((head) => ({ head })),
    ...FIGURES,
  ]
  const rowsOf = (name: string, trial: TrialResult, values: readonly (Value | undefined)[]) =>
    [
      { part: 'searched', totals: trial.searched },
      ...(holdOut === undefined ? [] : [{ part: 'held out', totals: trial.heldOut }]),
    ].map(({ part, totals }) => [
      name,
      part,
      ...result.parameters.map((_p, i) => valueText(values[i])),
      ...figuresOf(totals),
    ])
  const rows = [
    ...(best === undefined ? [] : rowsOf(`best, ${best.number}`, best, best.values)),
    ...rowsOf('as configured', asConfigured, configured),
  ]
  return tableOf(
    'In and out of the sample',
    columns,
    rows.map((cells) => ({ cells, kind: '' })),
  )
}

export function trialsTable(result: SweepResult): Html {
  const { trials, settings, asConfigured, configured } = result
  const columns: readonly Column[] = [
    { head: 'Configuration', text: true },
    ...names(result).map((head) => ({ head })),
    { head: 'Objective', unit: settings.objective },
    ...FIGURES,
    { head: 'Note', text: true },
  ]
  const row = (name: string, trial: TrialResult, values: readonly (Value | undefined)[]) => [
    ...[name, ...result.parameters.map((_parameter, i) => valueText(values[i]))],
    ...[objectiveText(settings.objective, trial.objective), ...figuresOf(trial.searched)],
    trial.reason ?? stateText(trial, result),
  ]
  const rows = trials.slice(0, ROWS).map((trial) => ({
    cells: row(String(trial.number), trial, trial.values),
    kind: trial.number === result.best ? 'best' : trial.state === 'ranked' ? '' : 'quiet-row',
  }))
  return html`<section id="trials"><h2>Configurations</h2>
${tableOf('On the searched part, best first', columns, [
  ...rows,
  { cells: row('as configured', asConfigured, configured), kind: '' },
])}
${trials.length > ROWS ? note(`${trials.length - ROWS} more are in the CSV.`) : undefined}</section>`
}

interface Row {
  readonly cells: readonly Content[]
  readonly kind: string
}

function tableOf(caption: string, columns: readonly Column[], rows: readonly Row[]): Html {
  return html`<div class="scroll tall" tabindex="0" role="region" aria-label="${caption}"><table>
<caption>${caption}</caption>
<thead><tr>${columns.map(headCell)}</tr></thead>
<tbody>${rows.map(({ cells, kind }) => html`<tr class="${kind}">${cells.map((cell, i) => bodyCell(cell, i, columns[i]))}</tr>`)}</tbody>
</table></div>`
}
