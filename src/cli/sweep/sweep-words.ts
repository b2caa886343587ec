// What `quoin sweep` prints: a table, best first, and one line of JSON.

import {
  changesText,
  drawdownText,
  fillsText,
  names,
  objectiveText,
  pnlText,
  scopeText,
  sharpeText,
  stateText,
  valueText,
  walkText,
  winnerOf,
} from '../../sweep/report/value-text.js'
import type { SweepReportPaths } from '../../sweep/report/write-sweep-report.js'
import type { Value } from '../../sweep/space/parameter.js'
import { OBJECTIVE_WORDS } from '../../sweep/statistics/totals.js'
import type { SweepResult, TrialResult } from '../../sweep/sweep-result.js'
import { alignColumns } from '../text-columns.js'

/** Rows on a terminal; the files have all. */
const ROWS = 20

export function sweepLines(result: SweepResult, paths: SweepReportPaths): string[] {
  const { strategy, tape, settings, trials, overfitting } = result
  const best = winnerOf(result)
  const walk = walkText(result)
  return [
    `${strategy} on ${tape}: ${scopeText(result)}`,
    `objective ${settings.objective}: ${OBJECTIVE_WORDS[settings.objective]}`,
    '',
    ...alignColumns([head(result), ...trials.slice(0, ROWS).map((trial) => row(result, trial)), configured(result)]),
    ...(trials.length > ROWS ? [`and ${trials.length - ROWS} more in ${paths.csv}`] : []),
    '',
    ...(walk === undefined ? [] : [walk]),
    ...(overfitting?.verdict === 'holds' ? [overfitting.sentence] : []),
    ...result.warnings.map((warning) => `warning: ${warning}`),
    ...(best === undefined
      ? ['best: none']
      : [`best: ${changesText(result, best)}`, `its configuration: ${paths.best}`]),
    `report: ${paths.html}`,
  ]
}

function head(result: SweepResult): string[] {
  const held = result.holdOut === undefined ? [] : ['HELD OUT']
  return ['#', ...names(result), 'OBJECTIVE', 'FILLS', 'P&L', 'DRAWDOWN', 'SHARPE', ...held, '']
}

function row(result: SweepResult, trial: TrialResult, place = String(trial.number), values = trial.values): string[] {
  const { settings, parameters, holdOut } = result
  const { searched, heldOut, objective } = trial
  return [
    ...[place, ...parameters.map((_parameter, i) => valueText(values[i]))],
    ...[objectiveText(settings.objective, objective), fillsText(searched), pnlText(searched)],
    ...[drawdownText(searched), sharpeText(searched), ...(holdOut === undefined ? [] : [pnlText(heldOut)])],
    stateText(trial, result),
  ]
}

function configured(result: SweepResult): string[] {
  const [first = '', ...rest] = row(result, result.asConfigured, 'now', [])
  const values = result.configured.map(valueText)
  return [first, ...values, ...rest.slice(values.length)]
}

function told(result: SweepResult, trial: TrialResult, values: readonly (Value | undefined)[]) {
  const { objective, searched, heldOut, state } = trial
  return {
    values: Object.fromEntries(result.parameters.map(({ path }, i) => [path, values[i]])),
    ...{ state, objective, searched },
    ...(heldOut === undefined ? {} : { heldOut }),
  }
}

export function sweepSummary(result: SweepResult, paths: SweepReportPaths) {
  const best = winnerOf(result)
  const { trials, settings, walkForward, overfitting, warnings, asConfigured } = result
  return {
    ...{ configurations: trials.length, failed: trials.filter(({ state }) => state === 'failed').length },
    objective: settings.objective,
    ...(best === undefined ? {} : { best: told(result, best, best.values) }),
    asConfigured: told(result, asConfigured, result.configured),
    ...{ walkForward, ...(overfitting === undefined ? {} : { overfitting }), warnings },
    report: paths.html,
    ...(best === undefined ? {} : { bestConfig: paths.best }),
  }
}
