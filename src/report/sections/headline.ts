// The top of the page: what ran on what, what a reader must know first, and the ranges.

import { count, duration, money, percent, rangeOfKnown, rangeText, shares, signed, utc } from '../figures.js'
import { type Html, html } from '../html/html.js'
import { warnings } from '../html/warnings.js'
import { LEAST_BLOCKS } from '../metrics/bootstrap.js'
import { isReplay, type ReportParts, sourceName } from '../report-parts.js'
import type { ModelRun } from '../result.js'

export function headline(parts: ReportParts): Html {
  const { result, meta } = parts
  const { fromMs, toMs, events, tape, strategy } = result
  return html`<header>
<div class="title"><p class="kind">${meta.kind ?? 'backtest'}</p><h1>${strategy.name}</h1>
<button type="button" id="theme" hidden>Theme: <span>system</span></button></div>
<p class="facts"><span>${tape}</span> <span>${utc(fromMs)} to ${utc(toMs)} UTC</span> <span>${duration(toMs - fromMs)}</span> <span>${count(events)} ${isReplay(meta) ? 'records' : 'events'}</span></p>
</header>
${warnings([...result.warnings, ...derivedWarnings(parts)])}
${covered(parts)}
${ranges(parts)}`
}

/** Of a run: what the report covers; on paper what its fills are worth. */
function covered({ result: { notes = [] }, meta }: ReportParts): Html | undefined {
  if (notes.length === 0) return undefined
  const head = meta.kind === 'paper' ? 'What fills on paper are worth' : 'What this report covers'
  return html`<section class="covered" aria-label="${head}"><h2>${head}</h2><ul>${notes.map(
    (text) => html`<li>${text}</li>`,
  )}</ul></section>`
}

/** Less than half a cent is rounding. */
const RECOUNT_TOLERANCE = 0.005

function derivedWarnings({ runs }: ReportParts): string[] {
  return runs.flatMap(({ run, metrics: { swings, recount } }) => {
    const texts: string[] = []
    if (Math.abs(recount.fromMarkets - recount.fromBot) > RECOUNT_TOLERANCE) {
      texts.push(
        `${run.model}: the profit is ${money(recount.fromMarkets)} by the fills and payoffs of the markets, and ${money(recount.fromBot)} by the bot's books`,
      )
    }
    if (run === runs[0]?.run && swings.blocks < LEAST_BLOCKS) {
      texts.push(
        `${swings.blocks} ${isGrouped(run) ? 'events (the markets of a group are one)' : 'markets'} with fills (${run.model}): under ${LEAST_BLOCKS} there is no Sharpe ratio and no interval`,
      )
    }
    if (run === runs[0]?.run && swings.blocks >= LEAST_BLOCKS && swings.sharpe === undefined) {
      texts.push(
        `${run.model}: no Sharpe ratio: in too many resamples of its markets no variance of the profit is left`,
      )
    }
    return texts
  })
}

const isGrouped = ({ markets }: ModelRun) => markets.some(({ groupId }) => groupId !== undefined)

function ranges({ result, runs, meta }: ReportParts): Html {
  const participation = rangeOfKnown(runs.map(({ metrics }) => metrics.participation))
  const touch = rangeOfKnown(runs.map(({ metrics }) => metrics.quoted.both))
  const over = runs.length > 1 ? `lowest to highest of ${runs.length} queue models` : 'of one run'
  return html`<section class="figures" aria-label="Results, ${over}">
${figure('Profit or loss', rangeText(result.pnl, signed(money)), 'units of collateral')}
${figure('Fills', rangeText(result.fills, count), 'matches of our orders')}
${figure('Volume', rangeText(result.volume, shares), 'shares')}
${figure(`Share of ${sourceName(meta)}'s volume`, participation ? rangeText(participation, percent) : '–', 'while the markets were followed')}
${figure('Quoted on both sides', touch ? rangeText(touch, percent) : '–', 'of the time that markets were open')}
<p class="note">Each figure is ${over}. ${
    runs.length > 1
      ? 'risk-averse and optimistic bound fills and volume for quotes at or behind the others’ best; inside their spread nobody can know, and what stands there is an estimate. Profit has no bound: nine of ten true runs lie in its range, if the models between those two are right: it allows for the chance of fills, and at its lower end estimated ones are as dear as those that the tape proves. What the tape proves alone is the profit of risk-averse.'
      : ''
  }</p></section>`
}

const figure = (name: string, value: string, unit: string): Html =>
  html`<div class="figure"><h2>${name}</h2><p class="value">${value}</p><p class="unit">${unit}</p></div>`
