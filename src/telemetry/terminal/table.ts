// The bot's state as lines of a terminal: a head with the totals, one row per market, a foot with budgets and troubles.

import type { BotSnapshot, MarketSnapshot, PriceSize, ProfitAndLoss } from '../../domain/run/snapshot.js'
import { visible } from '../../domain/visible-text.js'
import { cut, displayWidth, pad } from './display-width.js'
import { type Ink, plainInk } from './ink.js'
import { rowLabels } from './row-labels.js'
import { spanOfSeconds } from './span-of-seconds.js'
import { troubleLines } from './table-foot.js'

export interface TableOptions {
  /** Columns of the terminal. */
  readonly width: number
  /** Rows that may be used; markets beyond them are counted, not shown. */
  readonly height?: number
  readonly ink?: Ink
  /** First line, such as strategy and mode. */
  readonly title: string
}

interface Column {
  readonly name: string
  readonly width: number
  readonly left?: boolean
  readonly cell: (market: MarketSnapshot, ink: Ink) => string
  /** Narrowest terminal, in columns, that shows it. */
  readonly from: number
}

const MIN_QUESTION_WIDTH = 12

const COLUMNS: readonly Column[] = [
  { name: 'fair', width: 5, from: 0, cell: (market) => optional(market.fair, (fair) => fair.toFixed(3)) },
  { name: 'our YES', width: 10, from: 0, cell: (market) => ownQuote(market, 0) },
  { name: 'our NO', width: 10, from: 0, cell: (market) => ownQuote(market, 1) },
  { name: 'best YES', width: 10, from: 96, cell: (market) => level(market.bestOthers[0]) },
  { name: 'best NO', width: 10, from: 96, cell: (market) => level(market.bestOthers[1]) },
  { name: 'inventory', width: 13, from: 72, cell: (market) => `${short(market.shares[0])}/${short(market.shares[1])}` },
  { name: 'fills', width: 5, from: 60, cell: (market) => String(market.fills) },
  { name: 'spread', width: 8, from: 140, cell: (market) => signed(market.pnl.spread) },
  { name: 'inv.', width: 8, from: 140, cell: (market) => signed(market.pnl.inventory) },
  { name: 'fees', width: 7, from: 140, cell: (market) => signed(-market.pnl.fees) },
  { name: 'P&L', width: 8, from: 0, cell: (market, ink) => money(market.pnl.total, ink) },
  { name: 'feed', width: 10, from: 84, left: true, cell: feedCell },
]

export function renderTable(snapshot: BotSnapshot, options: TableOptions): string[] {
  const { width, height = Number.POSITIVE_INFINITY, ink = plainInk, title } = options
  const head = [ink(cut(visible(title), width), 'bold'), ...wrapped(totals(snapshot, ink), '   ', width), '']
  const left = wrapped(budgets(snapshot), '  ', width).map((line) => ink(line, 'dim'))
  const foot = [...left, ...troubleLines(snapshot, { width, room: Math.floor(height / 2) - left.length }, ink)]
  const room = Math.max(1, height - head.length - foot.length - 1)
  const { markets } = snapshot
  const shown = markets.length > room ? markets.slice(0, Math.max(0, room - 1)) : markets
  const hidden = markets.length - shown.length
  return [
    ...head,
    ...marketLines(shown, width, ink),
    ...(hidden > 0 ? [ink(`… and ${hidden} more markets`, 'dim')] : []),
    ...foot,
  ].map((line) => cut(line, width))
}

/** The heads and one row per market: as many columns as the terminal carries, none of them cut. */
function marketLines(markets: readonly MarketSnapshot[], width: number, ink: Ink): string[] {
  const cells = (column: Column) => markets.map((market) => column.cell(market, ink))
  const wanted = COLUMNS.filter((column) => width >= column.from).map((column) => {
    const texts = cells(column)
    return { column, texts, width: Math.max(column.width, ...texts.map(displayWidth)) }
  })
  const columns = narrowed(wanted, width - MIN_QUESTION_WIDTH)
  const taken = columns.reduce((sum, column) => sum + column.width + 1, 0)
  const labelWidth = Math.max(MIN_QUESTION_WIDTH, width - taken)
  const labels = rowLabels(
    markets.map(({ question }) => visible(question)),
    labelWidth,
  )
  const line = (label: string, cell: (column: Measured) => string) =>
    [pad(label, labelWidth, true), ...columns.map((each) => pad(cell(each), each.width, each.column.left))].join(' ')
  return [
    ink(
      line('market', ({ column }) => column.name),
      'dim',
    ),
    ...labels.map((label, row) => line(label, ({ texts }) => texts[row] ?? '')),
  ]
}

interface Measured {
  readonly column: Column
  readonly texts: readonly string[]
  readonly width: number
}

/** Without the columns that need the widest terminal, as long as the rest is too wide. */
function narrowed(columns: readonly Measured[], room: number): readonly Measured[] {
  const taken = columns.reduce((sum, { width }) => sum + width + 1, 0)
  const dearest = Math.max(...columns.map(({ column }) => column.from))
  if (taken <= room || dearest === 0) return columns
  const last = columns.findLastIndex(({ column }) => column.from === dearest)
  return narrowed(
    columns.filter((_column, index) => index !== last),
    room,
  )
}

/** Parts side by side, on as many lines as they need. */
function wrapped(parts: readonly string[], gap: string, width: number): string[] {
  const lines: string[] = []
  for (const part of parts) {
    const last = lines.at(-1)
    if (last !== undefined && displayWidth(last + gap + part) <= width) lines[lines.length - 1] = last + gap + part
    else lines.push(part)
  }
  return lines
}

/** One line for logs and pipes. */
export function renderLine(snapshot: BotSnapshot): string {
  const { totals, markets } = snapshot
  const quotes = markets.reduce((sum, market) => sum + market.ownQuotes.length, 0)
  const parts = [
    `${markets.length} markets`,
    `${quotes} quotes`,
    `${totals.fills} fills`,
    `P&L ${signed(totals.total)} (${split(totals)})`,
    ...(totals.unknownOrders > 0 ? [`${totals.unknownOrders} unknown`] : []),
    ...(snapshot.halted === undefined ? [] : [`halted: ${visible(snapshot.halted.reason)}`]),
    ...(snapshot.waiting === undefined ? [] : [`waiting: ${visible(snapshot.waiting.reason)}`]),
  ]
  return parts.join(', ')
}

function totals({ totals: sum, collateral }: BotSnapshot, ink: Ink): string[] {
  return [
    `P&L ${money(sum.total, ink)} = ${split(sum)}`,
    `${sum.fills} fills`,
    `worst case ${signed(-sum.worstCaseLoss)}`,
    ...(collateral === undefined
      ? []
      : [`collateral ${collateral.total.toFixed(2)}, free ${collateral.available.toFixed(2)}`]),
  ]
}

function budgets({ budgets: left }: BotSnapshot): string[] {
  const parts = left.map(({ routeClass, leftInMinute, perMinute, blockedForMs }) => {
    const blocked = blockedForMs > 0 ? ` blocked ${spanOfSeconds(blockedForMs)}` : ''
    return `${routeClass} ${leftInMinute}/${perMinute}${blocked}`
  })
  const [first = 'not known', ...others] = parts
  return [`budget left in the minute: ${first}`, ...others]
}

const split = (pnl: ProfitAndLoss) =>
  `spread ${signed(pnl.spread)}, inventory ${signed(pnl.inventory)}, fees ${signed(-pnl.fees)}`

/** Our best quote for the outcome, as a bid on it: a sale of the other outcome at 1 - p stands for a bid at p and is marked `s`. */
function ownQuote(market: MarketSnapshot, outcome: 0 | 1): string {
  const quotes = market.ownQuotes
    .filter((quote) => (quote.outcome === outcome) === (quote.side === 'BUY'))
    .map(({ side, price, size }) => ({ sale: side === 'SELL', price: side === 'BUY' ? price : 1 - price, size }))
    .sort((a, b) => b.price - a.price)
  const [best] = quotes
  return best === undefined ? '-' : `${best.sale ? 's' : ''}${level(best)}`
}

const level = (at: PriceSize | undefined) => optional(at, ({ price, size }) => `${priceText(price)}×${short(size)}`)

const optional = <T>(value: T | undefined, text: (value: T) => string) => (value === undefined ? '-' : text(value))

/** At least two digits, more only where the tick needs them. */
function priceText(price: number): string {
  const text = String(Number(price.toFixed(4)))
  return text.length < 4 ? price.toFixed(2) : text
}

/** A size in at most five characters. */
function short(size: number): string {
  const magnitude = Math.abs(size)
  if (magnitude >= 100_000) return `${Math.round(size / 1000)}k`
  if (magnitude >= 10_000) return `${(size / 1000).toFixed(1)}k`
  return magnitude >= 100 || Number.isInteger(size) ? String(Math.round(size)) : size.toFixed(1)
}

/** Two digits with a sign; nothing is shown as minus zero. */
function signed(value: number): string {
  const text = value.toFixed(2)
  if (Number(text) === 0) return '0.00'
  return value > 0 ? `+${text}` : text
}

function money(value: number, ink: Ink): string {
  const text = signed(value)
  return text === '0.00' ? text : ink(text, value > 0 ? 'green' : 'red')
}

function feedCell({ feed, quarantined, changed, fault }: MarketSnapshot, ink: Ink): string {
  if (fault !== undefined) return ink('fault', 'red')
  if (changed !== undefined) return ink('changed', 'red')
  if (quarantined) return ink('unknown', 'red')
  if (feed.health === 'stale') return ink(`stale ${spanOfSeconds(feed.ageMs)}`, 'red')
  return feed.health === 'polled'
    ? ink(`poll ${spanOfSeconds(feed.ageMs)}`, 'yellow')
    : `live ${spanOfSeconds(feed.ageMs)}`
}
