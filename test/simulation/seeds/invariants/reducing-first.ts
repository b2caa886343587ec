// What brings a position down comes first: it is refused, or cut down, for nothing that adds to a position, be that of its own market or, for a
// moment at most, of another one.

import type { Quote } from '../../../../src/domain/orders/quote.js'
import type { RiskLimits } from '../../../../src/risk/schema.js'
import { isBeyond, type Judged, ofSize, type Room } from './beyond.js'
import { LIMITED, NOTHING, plus, type Totals } from './limit-rules.js'

export interface CrowdedOut {
  readonly key: string
  readonly what: string
}

/** Every sale, and every bid on the outcome of which less is held, where the difference is as large as the smallest order. */
export function isReducing({ side, outcome }: Pick<Quote, 'side' | 'outcome'>, { market, tokensRaw }: Judged): boolean {
  const moreRaw = tokensRaw[outcome === 0 ? 1 : 0] - tokensRaw[outcome]
  return side === 'SELL' || moreRaw >= BigInt(Math.max(1, market.minLots)) * market.lotRaw
}

/** Of one market: what would fit, if nothing that adds were approved there, or anywhere. */
export function crowdedOut(
  one: Judged,
  all: readonly Judged[],
  { risk, room }: { readonly risk: RiskLimits; readonly room: Room },
): readonly CrowdedOut[] {
  const { market, wanted, approved, refused } = one
  const reducing = wanted.filter((quote) => isReducing(quote, one))
  if (reducing.length === 0 || reducing.length === wanted.length) return []
  const found: CrowdedOut[] = []
  const look = (quote: Place, lots: number, isRefused: boolean) => {
    const orders = [ofSize(quote, lots, market)]
    const alone = { ...one, whole: withoutAdding(one) }
    const fits = (totals: Totals) =>
      ![...LIMITED].some((reason) => isBeyond(reason, alone, { risk, room: { ...room, totals }, orders }))
    const isHere = fits(totalsOf(all, (other) => other === one))
    // for who is only cut down nobody else gives way
    if (!isHere && !(isRefused && fits(totalsOf(all, () => true)))) return
    const how = `${isRefused ? 'refused' : 'cut down'} beside what adds to one${isHere ? ' there' : ' elsewhere'}`
    found.push({
      key: `${market.id} ${quote.outcome}${quote.side}${quote.price} reducing`,
      what: `${market.id}: ${quote.side}${quote.outcome}@${quote.price} brings the position down and is ${how}`,
    })
  }
  const least = Math.max(1, market.minLots)
  for (const { quote, reason } of refused)
    if (isReducing(quote, one) && LIMITED.has(reason) && reason !== 'pair-unfunded') look(quote, least, true)
  for (const quote of approved) {
    const wish = reducing.find((other) => isSamePlace(other, quote))
    if (wish !== undefined && quote.size < wish.size) look(quote, 1, false)
  }
  return found
}

/** Of what is approved only what brings the position down. */
const withoutAdding = (one: Judged) =>
  one.base.with(
    one.approved.filter((quote) => isReducing(quote, one)).map((quote) => ofSize(quote, quote.size, one.market)),
  )

const totalsOf = (all: readonly Judged[], isFreed: (one: Judged) => boolean): Totals =>
  all.reduce((sum, one) => plus(sum, (isFreed(one) ? withoutAdding(one) : one.whole).sums), NOTHING)

type Place = Pick<Quote, 'outcome' | 'side'> & { readonly price: number }

const isSamePlace = (a: Place, b: Place) => a.outcome === b.outcome && a.side === b.side && a.price === b.price
