// The bot's state as lines of a terminal: a head with the totals, one row per market, a foot with budgets and troubles.

import type { BotSnapshot, MarketSnapshot, PriceSize, ProfitAndLoss } from '../domain/snapshot.js'
import { type Ink, plainInk } from './ink.js'

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
/** Lines around the market rows: title, P&L, blank, heads, budgets, troubles. */
const FRAME_LINES = 6

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
  const columns = COLUMNS.filter((column) => width >= column.from)
  const taken = columns.reduce((sum, column) => sum + column.width + 1, 0)
  const questionWidth = Math.max(MIN_QUESTION_WIDTH, width - taken)
  const room = Math.max(1, height - FRAME_LINES)
  const rows = snapshot.markets.length > room ? snapshot.markets.slice(0, Math.max(0, room - 1)) : snapshot.markets
  const hidden = snapshot.markets.length - rows.length
  const heads = columns.map((column) => pad(column.name, column.width, column.left)).join(' ')
  return [
    ink(cut(title, width), 'bold'),
    totalsLine(snapshot, ink),
    '',
    ink(`${pad('market', questionWidth, true)} ${heads}`, 'dim'),
    ...rows.map((market) => row(market, { columns, questionWidth, ink })),
    ...(hidden > 0 ? [ink(`… and ${hidden} more markets`, 'dim')] : []),
    ink(budgetLine(snapshot), 'dim'),
    troubleLine(snapshot, ink),
  ].map((line) => cut(line, width))
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
    ...(snapshot.halted === undefined ? [] : [`halted: ${snapshot.halted.reason}`]),
  ]
  return parts.join(', ')
}

interface RowOptions {
  readonly columns: readonly Column[]
  readonly questionWidth: number
  readonly ink: Ink
}

function row(market: MarketSnapshot, { columns, questionWidth, ink }: RowOptions): string {
  const cells = columns.map((column) => pad(column.cell(market, ink), column.width, column.left))
  return `${pad(cut(market.question, questionWidth), questionWidth, true)} ${cells.join(' ')}`
}

function totalsLine({ totals, collateral }: BotSnapshot, ink: Ink): string {
  const parts = [
    `P&L ${money(totals.total, ink)} = ${split(totals)}`,
    `${totals.fills} fills`,
    `worst case ${signed(-totals.worstCaseLoss)}`,
    ...(collateral === undefined
      ? []
      : [`collateral ${collateral.total.toFixed(2)}, free ${collateral.available.toFixed(2)}`]),
  ]
  return parts.join('   ')
}

function budgetLine({ budgets }: BotSnapshot): string {
  const parts = budgets.map(({ routeClass, leftInMinute, perMinute, blockedForMs }) => {
    const blocked = blockedForMs > 0 ? ` blocked ${seconds(blockedForMs)}` : ''
    return `${routeClass} ${leftInMinute}/${perMinute}${blocked}`
  })
  return `budget left in the minute: ${parts.length === 0 ? 'not known' : parts.join('  ')}`
}

function troubleLine(snapshot: BotSnapshot, ink: Ink): string {
  const { halted, paused, totals, clockErrorMs } = snapshot
  const troubles = [
    ...(halted === undefined ? [] : [`HALTED by ${halted.actor}: ${halted.reason}`]),
    ...(paused ? ['PAUSED'] : []),
    ...(totals.unknownOrders > 0 ? [`${totals.unknownOrders} orders of unknown outcome`] : []),
    ...(clockErrorMs > 1000 ? [`clock unsure by ${seconds(clockErrorMs)}`] : []),
  ]
  return troubles.length === 0 ? ink('all well', 'green') : ink(troubles.join('   '), 'red')
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

function feedCell({ feed, quarantined }: MarketSnapshot, ink: Ink): string {
  if (quarantined) return ink('unknown', 'red')
  if (feed.health === 'stale') return ink(`stale ${seconds(feed.ageMs)}`, 'red')
  return feed.health === 'polled' ? ink(`poll ${seconds(feed.ageMs)}`, 'yellow') : `live ${seconds(feed.ageMs)}`
}

const seconds = (ms: number) => (ms < 100_000 ? `${(ms / 1000).toFixed(1)}s` : `${Math.round(ms / 60_000)}m`)

/** Escape, bracket, number, m. */
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g')
const visibleLength = (text: string) => text.replace(COLOUR, '').length

function pad(text: string, width: number, left = false): string {
  const gap = ' '.repeat(Math.max(0, width - visibleLength(text)))
  return left ? text + gap : gap + text
}

/** Cuts to `width` visible characters; a line that must be cut loses its colours. */
function cut(text: string, width: number): string {
  if (visibleLength(text) <= width) return text
  return `${text.replace(COLOUR, '').slice(0, Math.max(0, width - 1))}…`
}
