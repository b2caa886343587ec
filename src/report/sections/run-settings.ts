// What it takes to run the same again.

import { count, utc } from '../figures.js'
import { type Content, type Html, html } from '../html/html.js'
import { isReplay, type ReportParts } from '../report-parts.js'

export function settings({ result, meta, runs }: ReportParts): Html {
  const { tape, strategy, fromMs, toMs, events } = result
  const entries: [string, Content][] = [
    ['Strategy', strategy.name],
    ['Parameters', html`<pre>${paramsText(strategy.params)}</pre>`],
    [isReplay(meta) ? 'Tape' : 'Venue', tape],
    ['From', `${utc(fromMs)} UTC`],
    ['To', `${utc(toMs)} UTC`],
    [isReplay(meta) ? 'Records' : 'Events', count(events)],
    ['Quoin', meta.version],
    ['Report made', `${utc(meta.madeMs)} UTC`],
    ...runs.map(({ run }): [string, Content] => [
      `Decisions, ${run.model}`,
      run.decisionHash === undefined
        ? count(run.decisions)
        : html`${count(run.decisions)} <code>${run.decisionHash}</code>`,
    ]),
  ]
  return html`<section id="settings"><h2>Settings</h2><dl>${entries.map(
    ([name, content]) => html`<dt>${name}</dt><dd>${content}</dd>`,
  )}</dl></section>`
}

/** Line feeds of the layout stay; what a parameter's text holds is escaped by JSON and by the page. */
function paramsText(params: unknown): Html {
  const lines = (JSON.stringify(params, undefined, 2) ?? 'none').split('\n')
  return html`${lines.map((line, i) => [i === 0 ? '' : html`\n`, line])}`
}
