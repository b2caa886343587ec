// Each quote of one market from the wish to what rests, for a person who asks: what became of it on the way, and what is done about it.

import { lotsToShares, type Market, rawToShares } from '../../domain/market/market.js'
import { netDirection, yesProbability } from '../../domain/market/yes-view.js'
import { isStanding, type LivingOrder } from '../../domain/orders/own-order.js'
import type { Quote, Refusal } from '../../domain/orders/quote.js'
import type { WishedQuote } from '../../domain/orders/wish.js'
import type { PlacedQuote, QuoteRow } from '../../domain/run/market-look.js'
import type { MarketDiff, ReplaceReason } from '../../execution/planning/diff.js'
import type { Breach } from '../../risk/limits/breach.js'

export interface RowParts {
  readonly market: Market
  readonly wished: readonly WishedQuote[]
  readonly approved: readonly Quote[]
  /** Of the approved, those in a smaller size than was asked for, and why. */
  readonly cuts: ReadonlyMap<Quote, Breach>
  readonly refused: readonly Refusal[]
  readonly orders: readonly LivingOrder[]
  readonly diff: MarketDiff
  /** Why nothing may rest. */
  readonly stopped: string | undefined
  readonly nowMonoMs: number
}

type Row = { -readonly [K in keyof QuoteRow]: QuoteRow[K] }

/** Wished ones first, as they were wished; then what rests besides. */
export function quoteRows(parts: RowParts): readonly QuoteRow[] {
  const { market, wished, approved, orders } = parts
  const left = { approved: [...approved], orders: [...orders] }
  const rows = wished.map((wish): QuoteRow => {
    const allowed = takeNearest(left.approved, wish, market)
    return allowed === undefined ? refusedRow(wish, parts) : allowedRow({ wish, allowed, parts, left: left.orders })
  })
  // a level that two wishes have become, or one from before
  const more = left.approved.map((allowed) => allowedRow({ allowed, parts, left: left.orders }))
  return [...rows, ...more, ...left.orders.map((order) => leavingRow(order, parts))]
}

interface AllowedParts {
  readonly wish?: WishedQuote
  readonly allowed: Quote
  readonly parts: RowParts
  readonly left: LivingOrder[]
}

function allowedRow({ wish, allowed, parts, left }: AllowedParts): QuoteRow {
  const { market, diff } = parts
  const row: Row = { ...(wish && { wished: wishedQuote(wish) }), allowed: onGrid(allowed, market), what: '' }
  const replaced = diff.replacements.find(({ quote }) => quote === allowed)
  const isMissing = diff.missing.includes(allowed)
  const order = replaced?.order ?? (isMissing ? undefined : takeOrder(left, allowed))
  const leg = wish === undefined || wish.outcome === allowed.outcome ? '' : SAME_QUOTE
  const cut = parts.cuts.get(allowed)
  const besides = `${leg}${cut === undefined ? '' : ` (cut down by ${cut.reason}: ${cut.detail})`}`
  if (order === undefined) return { ...row, what: `not placed yet${besides}` }
  if (replaced) left.splice(left.indexOf(order), 1)
  const resting = restingQuote(order, parts)
  const what = replaced ? REPLACED[replaced.reason] : keptWords(onGrid(allowed, market), resting)
  return { ...row, resting, what: `${what}${besides}` }
}

const SAME_QUOTE = ' (what is held of the other outcome is sold: the same quote)'

const REPLACED: Readonly<Record<ReplaceReason, string>> = {
  reprice: 'is replaced: the price, or the fee, has moved',
  resize: 'is replaced: the size has changed',
  renew: 'is renewed: it would expire soon',
}

function keptWords(allowed: PlacedQuote, { price, shares, phase }: NonNullable<QuoteRow['resting']>): string {
  const rests = phase === 'open' ? 'rests' : 'is on its way'
  if (Math.abs(price - allowed.price) < 1e-9 && shares === allowed.shares) return `${rests} as allowed`
  return `${rests} near enough (execution.repriceTicks, resizeFraction): it keeps its place in the queue`
}

/** Risk speaks of the legal quote, which may be a sale of the other outcome. */
function refusedRow(wish: WishedQuote, { market, refused, stopped }: RowParts): QuoteRow {
  const found = refused
    .filter(({ quote }) => netDirection(quote) === netDirection(wish))
    .sort((a, b) => distance(refusedPrice(a, market), wish) - distance(refusedPrice(b, market), wish))[0]
  const why = stopped ?? (found && `${found.reason}: ${found.detail}`) ?? 'not decided yet'
  return { wished: wishedQuote(wish), what: `refused: ${why}` }
}

/** Quoting refuses probabilities, risk ticks. */
function refusedPrice({ quote, reason }: Refusal, { ticksPerUnit }: Market) {
  const isOnGrid = quote.price >= 1 && reason !== 'off-range'
  return { ...quote, price: isOnGrid ? quote.price / ticksPerUnit : quote.price }
}

function leavingRow(order: LivingOrder, parts: RowParts): QuoteRow {
  const { stopped } = parts
  const resting = restingQuote(order, parts)
  if (order.phase === 'unknown') return { resting, what: 'nobody knows what became of it: it is looked up' }
  const why = stopped === undefined ? 'not wished any more' : stopped
  return { resting, what: `is cancelled: ${why}` }
}

type Leg = Pick<WishedQuote, 'outcome' | 'side' | 'price'>

const distance = (a: Leg, b: Leg) => Math.abs(yesProbability(a.outcome, a.price) - yesProbability(b.outcome, b.price))

/** Of the same side of YES. */
function takeNearest(quotes: Quote[], wish: WishedQuote, { ticksPerUnit }: Market): Quote | undefined {
  const place = (quote: Quote) => ({ ...quote, price: quote.price / ticksPerUnit })
  const [nearest] = quotes
    .filter((quote) => netDirection(quote) === netDirection(wish))
    .sort((a, b) => distance(place(a), wish) - distance(place(b), wish))
  if (nearest !== undefined) quotes.splice(quotes.indexOf(nearest), 1)
  return nearest
}

/** Of the same leg: what the diff keeps. */
function takeOrder(orders: LivingOrder[], { outcome, side, price }: Quote): LivingOrder | undefined {
  const [nearest] = orders
    .filter((order) => isStanding(order) && order.draft.outcome === outcome && order.draft.side === side)
    .sort((a, b) => Math.abs(a.draft.price - price) - Math.abs(b.draft.price - price))
  if (nearest !== undefined) orders.splice(orders.indexOf(nearest), 1)
  return nearest
}

const wishedQuote = ({ outcome, side, price, size }: WishedQuote): PlacedQuote => ({
  ...{ outcome, side, price, shares: size },
})

const onGrid = ({ outcome, side, price, size }: Quote, market: Market): PlacedQuote => ({
  ...{ outcome, side, price: price / market.ticksPerUnit, shares: lotsToShares(size, market) },
})

function restingQuote(order: LivingOrder, { market, nowMonoMs }: RowParts): NonNullable<QuoteRow['resting']> {
  const { draft, phase, restingRaw, sinceMonoMs } = order
  const { outcome, side, price } = draft
  const shares = rawToShares(restingRaw, market)
  return { outcome, side, price: price / market.ticksPerUnit, shares, phase, ageMs: nowMonoMs - sinceMonoMs }
}
