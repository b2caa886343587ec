// Where the profit comes from, and what it would be if the rest were sold, or paid.

import { count, money, NONE, shown, signed } from '../figures.js'
import { type Content, type Html, html } from '../html/html.js'
import { note, table } from '../html/tables.js'
import { isReplay, type ReportParts, runHead } from '../report-parts.js'

export function profit(parts: ReportParts): Html {
  return html`<section id="profit"><h2>Profit and loss</h2>${split(parts)}${left(parts)}</section>`
}

function split({ runs, meta }: ReportParts): Html {
  const most = Math.max(...runs.flatMap(({ run: { pnl } }) => [pnl.spread, pnl.inventory, pnl.fees].map(Math.abs)))
  return html`${table({
    caption: 'Parts of the profit, units of collateral',
    columns: [
      { head: runHead(meta), text: true },
      { head: 'Spread' },
      { head: 'Inventory' },
      { head: 'Fees' },
      { head: 'Rewards' },
      { head: 'Total' },
      { head: 'Spread, inventory, fees', text: true },
    ],
    rows: runs.map(({ run: { model, pnl } }) => [
      ...[model, signed(money)(pnl.spread), signed(money)(pnl.inventory), signed(money)(-pnl.fees), NONE],
      html`<b>${signed(money)(pnl.total)}</b>`,
      bars([pnl.spread, pnl.inventory, -pnl.fees], most),
    ]),
  })}${note(
    "Spread: what fills were better than the others' mid at that moment. Inventory: what the mid did to the position afterwards, up to the payoff. ",
    isReplay(meta) ? 'A tape has no rewards, so none are counted.' : 'Rewards are not counted.',
  )}`
}

const [WIDTH, HEIGHT, MIDDLE] = [160, 18, 80]

/** Three thin bars from one zero line; their numbers stand beside them. */
function bars(values: readonly number[], most: number): Html {
  const bar = (value: number, i: number): Content => {
    const length = most > 0 ? (Math.abs(value) / most) * (MIDDLE - 2) : 0
    const x = value < 0 ? MIDDLE - length : MIDDLE
    return html`<rect x="${x.toFixed(1)}" y="${i * 6 + 1}" width="${length.toFixed(1)}" height="4" class="${value < 0 ? 'loss' : 'gain'}"/>`
  }
  return html`<svg class="bars" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">${values.map(bar)}<line x1="${MIDDLE}" x2="${MIDDLE}" y1="0" y2="${HEIGHT}"/></svg>`
}

function left({ runs, meta }: ReportParts): Html {
  const sum = (of: readonly (number | undefined)[]) => of.reduce<number>((total, value) => total + (value ?? 0), 0)
  return html`${table({
    caption: 'Open inventory at the end, units of collateral',
    columns: [
      { head: runHead(meta), text: true },
      { head: 'Markets', unit: 'not over' },
      { head: 'Worth sold now', unit: 'at exit price' },
      { head: 'Worth at mid' },
      { head: 'Worth at payoffs', unit: 'all lose, all win' },
      { head: 'P&L sold now' },
      { head: 'P&L at mid' },
      { head: 'P&L at payoffs', unit: 'all lose, all win' },
    ],
    rows: runs.map(({ run, metrics: { openInventory: open, markets } }) => [
      ...[run.model, count(open.markets)],
      ...[known(open.exit, open.withoutExit), known(open.mid, open.withoutMid)],
      `${money(open.worst)} / ${money(open.best)}`,
      known(sum(markets.map(({ profitByExit }) => profitByExit.exit ?? profitByExit.worst)), open.withoutExit, '≥'),
      known(sum(markets.map(({ profitByExit }) => profitByExit.mid ?? profitByExit.worst)), open.withoutMid, '≥'),
      `${signed(money)(sum(markets.map(({ profitByExit }) => profitByExit.worst)))} / ${signed(money)(sum(markets.map(({ profitByExit }) => profitByExit.best)))}`,
    ]),
  })}${note(
    'Sold now: the net position at the best price that others bid at the end, pairs of YES and NO at 1. Where nobody bids, or no mid is known, the worse payoff is taken and ≥ is shown.',
  )}`
}

const known = (value: number | undefined, missing: number, mark = '≥'): string =>
  `${missing > 0 ? `${mark} ` : ''}${shown(value, money)}`
