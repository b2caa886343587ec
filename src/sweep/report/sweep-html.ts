// A sweep as one page that needs nothing else. Nothing in it tells when it was made: the same sweep gives the same page.

import { readFileSync } from 'node:fs'
import { count, duration, percent, shown, utc } from '../../report/figures.js'
import { readStyle, readThemeScript } from '../../report/html/assets.js'
import { type Content, type Html, html, scriptJson } from '../../report/html/html.js'
import { htmlPage } from '../../report/html/html-page.js'
import { empty, note, table } from '../../report/html/tables.js'
import { warnings } from '../../report/html/warnings.js'
import { isList } from '../space/parameter.js'
import { OBJECTIVE_WORDS } from '../statistics/totals.js'
import type { SweepResult } from '../sweep-result.js'
import { maps } from './maps.js'
import { bestTable, trialsTable } from './trial-tables.js'
import { objectiveText, pnlText, scopeText, walkText, winnerOf } from './value-text.js'

const page = (name: string) => readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8')

export function sweepHtml(result: SweepResult): string {
  return htmlPage({
    title: `${result.strategy}: sweep on ${result.tape}`,
    body: [
      headline(result),
      chosen(result),
      maps(result),
      ...[walk(result) ?? []].flat(),
      trialsTable(result),
      settings(result),
      help(result),
    ],
    data: scriptJson({}),
    assets: { scripts: [readThemeScript() + page('sweep.js')], styles: [readStyle(), page('sweep.css')] },
  })
}

function headline(result: SweepResult): Html {
  const { folds, holdOut, strategy, tape, records, settings } = result
  const [fromMs, toMs] = [folds[0]?.fromMs ?? 0, holdOut?.toMs ?? folds.at(-1)?.toMs ?? 0]
  return html`<header>
<div class="title"><p class="kind">sweep</p><h1>${strategy}</h1>
<button type="button" id="theme" hidden>Theme: <span>system</span></button></div>
<p class="facts"><span>${tape}</span> <span>${utc(fromMs)} to ${utc(toMs)} UTC</span> <span>${duration(toMs - fromMs)}</span> <span>${count(records)} records</span></p>
<p class="facts"><span>${scopeText(result)}</span> <span>objective: ${OBJECTIVE_WORDS[settings.objective]}</span></p>
</header>
${warnings(result.warnings)}
${figures(result)}`
}

function figures(result: SweepResult): Html {
  const best = winnerOf(result)
  const { overfitting, asConfigured, settings } = result
  return html`<section class="figures" aria-label="Results">
${figure('Best, searched part', pnlText(best?.searched), `P&L; ${settings.objective} ${objectiveText(settings.objective, best?.objective)}`)}
${figure('Best, held out', pnlText(best?.heldOut), 'P&L on what the search never saw')}
${figure('As configured, held out', pnlText(asConfigured.heldOut), 'P&L of the configuration as it is')}
${figure('Better than luck', shown(overfitting?.probability, percent), 'deflated Sharpe ratio, of the searched part')}
<p class="note">P&L in units of collateral, lowest to highest of the queue models ${result.models.join(', ')}. ${
    overfitting?.verdict === 'holds' ? overfitting.sentence : ''
  }</p></section>`
}

const figure = (name: string, value: string, unit: string): Html =>
  html`<div class="figure"><h2>${name}</h2><p class="value">${value}</p><p class="unit">${unit}</p></div>`

function chosen(result: SweepResult): Html {
  return html`<section id="best"><h2>The best, and the configuration as it is</h2>${
    result.best === undefined ? empty('Nothing is called the best.') : bestTable(result)
  }</section>`
}

function walk(result: SweepResult): Html | undefined {
  const text = walkText(result)
  if (text === undefined) return undefined
  const { folds, walkForward, settings } = result
  return html`<section id="walk"><h2>Walk-forward</h2>${table({
    caption: 'Each fold, run with what was best on all folds before it',
    columns: [
      { head: 'Fold', text: true },
      { head: 'From', text: true },
      { head: 'Chosen', unit: 'configuration' },
      { head: 'P&L', unit: 'lowest of the models' },
      { head: 'Best in hindsight', unit: 'by the objective' },
    ],
    rows: walkForward.map(({ fold, chosen: number, pnl, hindsightPnl }) => [
      ...[String(fold + 1), `${utc(folds[fold]?.fromMs ?? 0)} UTC`, String(number)],
      ...[objectiveText('pnl', pnl), objectiveText('pnl', hindsightPnl)],
    ]),
  })}
${note(`${text.charAt(0).toUpperCase()}${text.slice(1)}. Chosen by: ${settings.objective}.`)}</section>`
}

function settings(result: SweepResult): Html {
  const { settings: given, parameters, tape, version, intervalMs, folds, holdOut } = result
  const entries: [string, Content][] = [
    ...parameters.map(({ path, values }): [string, Content] => [
      path,
      isList(values) ? values.join(', ') : `${values.from} to ${values.to}, ${values.scale}${steps(values)}`,
    ]),
    ['Search', given.search === 'grid' ? 'grid' : `${given.search}, ${given.runs} configurations, seed ${given.seed}`],
    ['Objective', `${given.objective}: ${OBJECTIVE_WORDS[given.objective]}`],
    ['Fills asked for', String(given.minFills)],
    ['Folds', folds.map(({ fromMs, toMs }) => `${utc(fromMs)} to ${utc(toMs)}`).join('; ')],
    ['Hold-out', holdOut === undefined ? 'none' : `${utc(holdOut.fromMs)} to ${utc(holdOut.toMs)}`],
    ['Interval of the Sharpe ratios', duration(intervalMs)],
    ['Tape', tape],
    ['Quoin', version],
  ]
  return html`<section id="settings"><h2>Settings</h2><dl>${entries.map(
    ([name, content]) => html`<dt>${name}</dt><dd>${content}</dd>`,
  )}</dl></section>`
}

const steps = ({ steps: number, step }: { readonly steps?: number | undefined; readonly step?: number | undefined }) =>
  step !== undefined ? `, every ${step}` : number !== undefined ? `, ${number} steps` : ''

function help(result: SweepResult): Html {
  const entries: [string, Content][] = [
    [
      'A run',
      'One configuration on one fold, under every queue model. It begins with the markets and books as they stand and nothing held; what it holds at its end counts at its fair value.',
    ],
    [
      'Searched part',
      `The first ${result.folds.length === 1 ? 'part' : `${result.folds.length} folds`} of the tape: the ranking is of them alone.`,
    ],
    [
      'Hold-out',
      'The end of the tape. Only the best and the configuration as it is are run on it, after the choice. Whoever chooses by it has none any more.',
    ],
    [
      'Walk-forward',
      'What choosing by the past would have brought. Far below the best in hindsight: the best values of the past do not stay the best.',
    ],
    [
      'Deflated Sharpe ratio',
      'Probability that the true Sharpe ratio is above nothing, after subtracting what the best of so many tries shows by luck (Bailey & López de Prado 2014). Tries that resemble each other count as independent ones, which makes it too strict; changes of the profit that hang together count too, which makes it too kind.',
    ],
    ['Drawdown', 'The largest fall of the profit within a fold, of all queue models.'],
    [
      'Sharpe',
      'Mean over standard deviation of the changes of the profit, per interval, of the queue model whose profit is lowest.',
    ],
  ]
  return html`<section id="help"><h2>How to read this page</h2><details><summary>What the words mean</summary><dl>${entries.map(
    ([name, content]) => html`<dt>${name}</dt><dd>${content}</dd>`,
  )}</dl></details></section>`
}
