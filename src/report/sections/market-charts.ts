// Each market: a row under each model, and a chart of one of them.

import { count, type Figure, money, NONE, percent, rangeText, shares, shown, signed } from '../figures.js'
import { type Content, type Html, html } from '../html/html.js'
import { bodyCell, type Column, empty, headCell, note } from '../html/tables.js'
import type { MarketMetrics } from '../metrics/run-metrics.js'
import { type ReportParts, runHead, sourceName } from '../report-parts.js'
import { type MarketRun, type Range, rangeOf } from '../result.js'

/** A figure with the number that a column is sorted by. */
interface Cell {
  readonly text: Content
  readonly order: number | string
}

export interface ShownMarkets {
  /** Condition id and question of the markets that the page shows. */
  readonly markets: ReadonlyMap<string, string>
  /** Others are in the CSV and JSON only. */
  readonly hidden: number
  /** Every so many looks is drawn. */
  readonly everyLook: number
  readonly everyFill: number
}

const columnsOf = ({ meta, runs }: ReportParts): readonly Column[] => [
  { head: 'Market', text: true },
  { head: 'Status', text: true },
  { head: 'Fills' },
  { head: 'Volume', unit: 'shares' },
  { head: `Of ${sourceName(meta)}`, unit: '% of volume' },
  { head: 'P&L', unit: 'units' },
  ...(runs.length > 1 ? [{ head: 'P&L range', unit: 'over the models' }] : []),
  { head: 'Spread', unit: 'units' },
  { head: 'Inventory', unit: 'units' },
  { head: 'Fees', unit: 'units' },
  { head: 'Both sides', unit: '% of time' },
  { head: 'Any side', unit: '% of time' },
  { head: 'At touch', unit: '% of time' },
  { head: 'Left at exit', unit: 'units' },
  { head: 'Left at mid', unit: 'units' },
  { head: 'Left if YES', unit: 'units' },
  { head: 'Left if NO', unit: 'units' },
]

export function markets(parts: ReportParts, shownMarkets: ShownMarkets): Html {
  if (shownMarkets.markets.size === 0)
    return html`<section id="markets"><h2>Markets</h2>${empty('No market was followed.')}</section>`
  const { hidden } = shownMarkets
  return html`<section id="markets"><h2>Markets</h2>
<div class="controls"><label>${runHead(parts.meta)} <select id="model">${parts.runs.map(({ run }, i) => html`<option value="${i}">${run.model}</option>`)}</select></label></div>
${hidden > 0 ? note(`The ${count(shownMarkets.markets.size)} markets with the most volume; ${count(hidden)} more are in the CSV and JSON files.`) : undefined}
${marketTable(parts, shownMarkets)}
${chart(shownMarkets)}</section>`
}

function marketTable(parts: ReportParts, { markets: known }: ShownMarkets): Html {
  const { runs } = parts
  const columns = columnsOf(parts)
  const order = new Map([...known.keys()].map((conditionId, i) => [conditionId, i]))
  const byRun = runs.map(({ run, metrics }) => ({ run, byId: pairs(run.markets, metrics.markets) }))
  const range = (conditionId: string) =>
    runs.length > 1 ? rangeOf(byRun.flatMap(({ byId }) => byId.get(conditionId)?.market.pnl.total ?? [])) : undefined
  return html`<div class="scroll tall" tabindex="0" role="region" aria-label="Markets"><table class="sortable">
<caption>By market, ${count(known.size)} listed; a click on a head sorts</caption>
<thead><tr>${columns.map(headCell)}</tr></thead>
${byRun.map(
  ({ byId }, i) =>
    html`<tbody data-run="${i}"${i > 0 ? html` hidden` : undefined}>${[...known.keys()].map((conditionId) => {
      const found = byId.get(conditionId)
      return (
        found &&
        marketRow(cellsOf(found.market, found.metrics, range(conditionId)), columns, order.get(conditionId) ?? 0)
      )
    })}</tbody>`,
)}
</table></div>`
}

function pairs(ran: readonly MarketRun[], metrics: readonly MarketMetrics[]) {
  return new Map(
    ran.flatMap((market, i) => {
      const own = metrics[i]
      return own === undefined ? [] : [[market.conditionId, { market, metrics: own }] as const]
    }),
  )
}

function marketRow(cells: readonly Cell[], columns: readonly Column[], index: number): Html {
  return html`<tr data-market="${index}" data-order="${JSON.stringify(cells.map(({ order }) => order))}">${cells.map(({ text }, i) => bodyCell(i === 0 ? html`<button type="button" class="link">${text}</button>` : text, i, columns[i]))}</tr>`
}

function cellsOf(market: MarketRun, metrics: MarketMetrics, range: Range | undefined): Cell[] {
  const { question, status, winner, pnl, quoted, valueLeft } = market
  const paid = winner === undefined ? status : `${status}, ${winner === 0 ? 'YES' : 'NO'}`
  return [
    { text: question, order: question },
    { text: paid, order: paid },
    cell(market.fills, count),
    cell(market.volume, shares),
    cell(metrics.participation, percent),
    cell(pnl.total, signed(money)),
    ...(range === undefined ? [] : [{ text: rangeText(range, signed(money)), order: range.lower }]),
    cell(pnl.spread, signed(money)),
    cell(pnl.inventory, signed(money)),
    cell(-pnl.fees, signed(money)),
    ...[quoted.both, quoted.any, quoted.touch].map((share) => cell(quoted.openMs > 0 ? share : undefined, percent)),
    ...[valueLeft.exit, valueLeft.mid, valueLeft.yes, valueLeft.no].map((value) => cell(value, money)),
  ]
}

const LAST = -1e300

const cell = (value: number | undefined, figure: Figure): Cell =>
  value === undefined ? { text: NONE, order: LAST } : { text: shown(value, figure), order: value }

function chart({ markets: known, everyLook, everyFill }: ShownMarkets): Html {
  return html`<div id="market-part"><h3>One market</h3>
<div class="controls"><label class="wide">Market <select id="market">${[...known.values()].map((question, i) => html`<option value="${i}">${question}</option>`)}</select></label></div>
<div class="plot" data-plot="quotes" role="group" aria-label="Quotes against the book, price of YES in cents"></div>
<div class="plot" data-plot="position" role="group" aria-label="Inventory and profit of the market"></div>
${note(
  html`<span class="buy">▲</span> a fill that adds YES (BUY YES or SELL NO), <span class="sell">▼</span> one that takes it away; hollow ones were reverted. The band is the others' book. `,
  everyLook > 1 ? `Every ${everyLook}th look is drawn; the JSON has all.` : '',
  everyFill > 1 ? ` One fill in ${everyFill} is drawn and listed; the JSON and CSV have all.` : '',
)}
<details id="market-fills"><summary>Fills in this market</summary><div></div></details></div>`
}
