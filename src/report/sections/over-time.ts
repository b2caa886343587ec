// Profit, drawdown and inventory over time: a line for each model, and the band that they span.

import { type Html, html } from '../html/html.js'
import { empty, note } from '../html/tables.js'
import { isReplay, type ReportParts } from '../report-parts.js'

export function overTime({ runs, meta }: ReportParts): Html {
  const body = runs.every(({ run }) => run.samples.length === 0)
    ? empty(`The bot was never looked at: ${isReplay(meta) ? 'the tape' : 'the run'} ended before it began.`)
    : html`<div class="plot" data-plot="pnl" role="group" aria-label="Profit and loss over time, units of collateral"></div>
<div class="plot" data-plot="drawdown" role="group" aria-label="Drawdown over time, units of collateral"></div>
<div class="plot" data-plot="inventory" role="group" aria-label="Inventory over time, shares"></div>
${note('Profit counts what is held at the fair value. Inventory: YES less NO of each market, without signs, added up. Drag to zoom, double-click to see all; with the keyboard: arrows, + and −, 0.')}`
  return html`<section id="over-time"><h2>Over time</h2>${body}
<noscript>${empty('The charts need JavaScript; all tables are complete without.')}</noscript></section>`
}
