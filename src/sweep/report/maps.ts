// How the objective depends on the values: a map for each two of them that were tried on a grid, and dots for each one.

import { type Html, html } from '../../report/html/html.js'
import { empty, note } from '../../report/html/tables.js'
import type { Value } from '../space/parameter.js'
import type { SweepResult, TrialResult } from '../sweep-result.js'
import { dots } from './dots.js'
import { distinct } from './tried-values.js'
import { names, objectiveText, valueText } from './value-text.js'

/** More columns or rows are no map. */
const MOST_VALUES = 24
const MOST_MAPS = 6
/** How strong the colour of the largest is, percent: text stays readable on it. */
const STRONGEST = 46

export function maps(result: SweepResult): Html {
  const judged = result.trials.filter(({ objective }) => objective !== undefined)
  if (judged.length < 2)
    return html`<section id="effects"><h2>What the values do</h2>${empty('Fewer than two configurations ran.')}</section>`
  const pairs = pairsOf(result, judged)
  const shown = pairs.slice(0, MOST_MAPS)
  return html`<section id="effects"><h2>What the values do</h2>
${shown.length === 0 ? undefined : html`<div class="maps">${shown.map((pair) => map(result, judged, pair))}</div>`}
${pairs.length > shown.length ? note(`${pairs.length - shown.length} more pairs are not drawn; the CSV has every configuration.`) : undefined}
${shown.length > 0 && result.parameters.length > 2 ? note('Where more than two values vary, a field shows the best configuration that has its two.') : undefined}
<div class="maps">${result.parameters.map((_parameter, i) => dots(result, judged, i))}</div>
${note('Each dot is a configuration; the large filled one is the best, hollow ones have too few fills or left the halving early.')}
</section>`
}

interface Pair {
  readonly across: number
  readonly down: number
  readonly columns: readonly Value[]
  readonly rows: readonly Value[]
}

/** Of the parameters that take few values, and often the same ones. */
function pairsOf({ parameters }: SweepResult, trials: readonly TrialResult[]): readonly Pair[] {
  const values = parameters.map((_parameter, i) => distinct(trials, i))
  const fits = (i: number) => {
    const count = values[i]?.length ?? 0
    return count > 1 && count <= MOST_VALUES && count * 1.5 <= trials.length
  }
  return parameters.flatMap((_parameter, down) =>
    parameters.flatMap((_other, across): Pair[] =>
      across > down && fits(across) && fits(down)
        ? [{ across, down, columns: values[across] ?? [], rows: values[down] ?? [] }]
        : [],
    ),
  )
}

function map(result: SweepResult, trials: readonly TrialResult[], { across, down, columns, rows }: Pair): Html {
  const best = (column: Value, row: Value) =>
    trials
      .filter(({ values, folds }) => values[across] === column && values[down] === row && folds === result.folds.length)
      .reduce<TrialResult | undefined>(
        (most, trial) => (most === undefined || (trial.objective ?? 0) > (most.objective ?? 0) ? trial : most),
        undefined,
      )
  const cells = rows.map((row) => columns.map((column) => best(column, row)))
  const most = Math.max(...cells.flat().map((trial) => Math.abs(trial?.objective ?? 0)), 1e-12)
  const [acrossName, downName] = [names(result)[across], names(result)[down]]
  const label = `${result.settings.objective} by ${downName} and ${acrossName}`
  return html`<figure class="map"><h3>${label}</h3><p class="axis-names">${downName} down, ${acrossName} across</p>
<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table>
<thead><tr><th></th>${columns.map((column) => html`<th scope="col">${valueText(column)}</th>`)}</tr></thead>
<tbody>${cells.map((row, i) => html`<tr><th scope="row">${valueText(rows[i])}</th>${row.map((trial) => field(result, trial, most))}</tr>`)}</tbody>
</table></div></figure>`
}

function field(result: SweepResult, trial: TrialResult | undefined, most: number): Html {
  const value = trial?.objective
  if (trial === undefined || value === undefined) return html`<td></td>`
  const share = ((Math.abs(value) / most) * STRONGEST).toFixed(0)
  const kind = `${value < 0 ? 'loss' : 'gain'}${trial.number === result.best ? ' chosen' : ''}`
  return html`<td class="${kind}" style="--share: ${share}" title="configuration ${trial.number}">${objectiveText(result.settings.objective, value)}</td>`
}
