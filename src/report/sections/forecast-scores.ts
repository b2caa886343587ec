// Our fair value against the others' mid, judged by who won.

import { count, NONE, percent, rangeText, ratio, shown, signed } from '../figures.js'
import { type Html, html } from '../html/html.js'
import { empty, note, table } from '../html/tables.js'
import { LEAST_BLOCKS } from '../metrics/bootstrap.js'
import type { ReliabilityBin } from '../metrics/forecast-metrics.js'
import type { Calibration } from '../metrics/forecasts.js'
import type { ReportParts } from '../report-parts.js'

export function forecasts({ runs }: ReportParts): Html {
  const [first] = runs
  const calibration = first?.metrics.calibration
  return html`<section id="forecasts"><h2>Fair value against outcomes</h2>${
    first && calibration
      ? found(calibration, first.run.model)
      : empty('No market resolved while it was followed: nothing to judge a probability by.')
  }</section>`
}

function found(calibration: Calibration, model: string): Html {
  const { fair, mid, difference, markets, events } = calibration
  return html`${table({
    caption: `Scores over ${count(markets)} resolved markets (${model})`,
    columns: [
      { head: 'Forecast', text: true },
      { head: 'Brier' },
      { head: 'Log loss' },
      { head: '95 % of the difference in Brier' },
    ],
    rows: [
      [
        'Our fair value',
        ratio(fair.brier),
        ratio(fair.logLoss),
        difference ? rangeText(difference, signed(ratio)) : NONE,
      ],
      ["The others' mid", ratio(mid.brier), ratio(mid.logLoss), NONE],
    ],
  })}${note(
    'Lower is better; always 0.5 would have a Brier score of 0.250. Each market counts once, over the looks at which both values were known. Below zero, the difference speaks for our fair value. ',
    `First looks: Spiegelhalter's Z ${shown(calibration.z, ratio)}, bias ${shown(calibration.bias, signed(ratio))}, both within ±1.96 where nothing is wrong.`,
  )}${events < LEAST_BLOCKS ? empty(`${count(events)} ${events < markets ? 'events that resolved' : 'resolved markets'}: under ${LEAST_BLOCKS} there is no interval and no reliability plot.`) : reliabilityPart(calibration)}`
}

function reliabilityPart({ reliability }: Calibration): Html {
  const row = (name: string) => (bin: ReliabilityBin) => [
    `${name}, ${percent(bin.from)} to ${percent(bin.to)}`,
    ...[percent(bin.p), percent(bin.yes), bin.weight.toFixed(1)],
  ]
  return html`<div class="beside">${plot(reliability)}${table({
    caption: 'Reliability by tenths of the forecast',
    columns: [{ head: 'Forecast', text: true }, { head: 'Mean forecast' }, { head: 'YES came' }, { head: 'Markets' }],
    rows: [...reliability.fair.map(row('Fair')), ...reliability.mid.map(row('Mid'))],
  })}</div>`
}

const [SIZE, EDGE] = [260, 34]

function plot({ fair, mid }: Calibration['reliability']): Html {
  const at = (share: number) => (EDGE + share * (SIZE - EDGE - 8)).toFixed(1)
  const up = (share: number) => (SIZE - EDGE - share * (SIZE - EDGE - 8)).toFixed(1)
  const most = Math.max(...[...fair, ...mid].map(({ weight }) => weight))
  const radius = ({ weight }: ReliabilityBin) => (2 + 6 * Math.sqrt(weight / most)).toFixed(1)
  const marks = [0, 0.5, 1]
  return html`<svg class="reliability" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}" role="img" aria-label="How often YES came, by forecast: circles are our fair value, squares the others' mid">
${marks.map((m) => html`<line class="grid" x1="${at(m)}" x2="${at(m)}" y1="${up(0)}" y2="${up(1)}"/><line class="grid" x1="${at(0)}" x2="${at(1)}" y1="${up(m)}" y2="${up(m)}"/><text x="${at(m)}" y="${SIZE - EDGE + 14}" text-anchor="middle">${m}</text><text x="${EDGE - 5}" y="${up(m)}" dy="4" text-anchor="end">${m}</text>`)}
<line class="ideal" x1="${at(0)}" y1="${up(0)}" x2="${at(1)}" y2="${up(1)}"/>
${mid.map((bin) => html`<rect class="mid" x="${(Number(at(bin.p)) - Number(radius(bin))).toFixed(1)}" y="${(Number(up(bin.yes)) - Number(radius(bin))).toFixed(1)}" width="${2 * Number(radius(bin))}" height="${2 * Number(radius(bin))}"/>`)}
${fair.map((bin) => html`<circle class="fair" cx="${at(bin.p)}" cy="${up(bin.yes)}" r="${radius(bin)}"/>`)}
<text x="${at(0.5)}" y="${SIZE - 4}" text-anchor="middle">forecast (○ fair, □ mid)</text></svg>`
}
