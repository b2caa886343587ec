// What `doctor --place` sends, and what that may cost: orders of the smallest size in one market. Pure.
//
//   resting   bids at the lowest price, far below the market
//   crossing  a POST_ONLY bid at the price of the best offer, which the venue must refuse
//   joining   a bid at the best bid, behind whoever stands there, for a second or two

import { costRaw } from '../../domain/amounts/money.js'
import { complement, type Ticks, ticks } from '../../domain/amounts/price.js'
import type { Lots } from '../../domain/amounts/size.js'
import type { Level, MarketBook } from '../../domain/market/book.js'
import { type Market, rawToShares } from '../../domain/market/market.js'
import { OUTCOMES, type Outcome, otherOutcome } from '../../domain/market/side.js'

export interface Terms {
  readonly outcome: Outcome
  readonly price: Ticks
}

export interface PlacePlan {
  readonly market: Market
  readonly size: Lots
  readonly resting: Terms
  /** Left to end by itself. */
  readonly expiring: Terms
  /** At the best offer of that moment, and never dearer than this. */
  readonly crossing: Terms
  /** At the best bid of that moment, and never dearer than this; absent where nobody bids directly. */
  readonly joining?: Terms
  /** Seconds until every order but the expiring one ends by itself. */
  readonly lifeSec: number
  readonly expiringSec: number
  /** Raw collateral that all of it could cost, were every order matched. */
  readonly worstRaw: bigint
}

export interface PlanInput {
  readonly book: MarketBook
  readonly venueMs: number
  readonly stopMatchingBeforeSec: number
  readonly minLifetimeSec: number
}

/** Seconds in which the expiring order is seen to rest. */
const SEEN_RESTING_SEC = 6
const LIFE_SEC = 60
/** Beyond the end of the last order. */
const SPARE_SEC = 120
/** Books move after the question: so far prices may go up, a probability. */
const MAY_MOVE = 0.05
/** Others bid above the resting orders. */
const LOWEST_OFFER = 3

/** The venue's offer to whoever buys the outcome: its own asks, and bids on the other one. */
export function offerOf(book: MarketBook, outcome: Outcome, ticksPerUnit: number): Ticks | undefined {
  const across = book[otherOutcome(outcome)].bids[0]?.price
  const prices = [book[outcome].asks[0]?.price, across === undefined ? undefined : complement(across, ticksPerUnit)]
  const found = prices.filter((price) => price !== undefined)
  return found.length === 0 ? undefined : ticks(Math.min(...found))
}

/** Or why this market is none for it. */
export function placePlan(market: Market, input: PlanInput): PlacePlan | string {
  const { book, venueMs, stopMatchingBeforeSec, minLifetimeSec } = input
  const { ticksPerUnit, minLots: size } = market
  if (market.status !== 'OPEN' || market.registration !== 'REGISTERED')
    return `it is ${market.status} and ${market.registration}`
  const margin = stopMatchingBeforeSec + minLifetimeSec
  const expiringSec = margin + SEEN_RESTING_SEC
  const leftSec = Math.floor((market.endMs - venueMs) / 1000)
  if (leftSec < expiringSec + SPARE_SEC) return `it ends in ${leftSec} s`
  const [yes, no] = [offerOf(book, 0, ticksPerUnit), offerOf(book, 1, ticksPerUnit)]
  if (yes === undefined || no === undefined) return 'its book has one side, or none'
  if (Math.min(yes, no) < LOWEST_OFFER) return `somebody sells at ${Math.min(yes, no)} ticks, as low as we would bid`
  const cheap: Outcome = yes <= no ? 0 : 1
  const dear = otherOutcome(cheap)
  const low = ticks(1)
  const most = (price: Ticks) => ticks(Math.min(ticksPerUnit - 1, price + Math.ceil(ticksPerUnit * MAY_MOVE)))
  const joined = OUTCOMES.flatMap((outcome) => {
    const best: Level | undefined = book[outcome].bids[0]
    return best !== undefined && best.price > low ? [{ outcome, price: best.price }] : []
  }).sort((a, b) => a.price - b.price)[0]
  const terms = {
    resting: { outcome: dear, price: low },
    expiring: { outcome: cheap, price: low },
    crossing: { outcome: cheap, price: most(cheap === 0 ? yes : no) },
    ...(joined === undefined ? {} : { joining: { ...joined, price: most(joined.price) } }),
  }
  const worstRaw = Object.values(terms).reduce((sum, { price }) => sum + costRaw(price, size, market), 0n)
  return { ...{ market, size, ...terms, expiringSec, worstRaw }, lifeSec: margin + LIFE_SEC }
}

/** What is asked before anything is sent. */
export function questionLines({ market, size, ...plan }: PlacePlan, refusals: number): readonly string[] {
  const { resting, expiring, crossing, joining, lifeSec, expiringSec, worstRaw } = plan
  const shares = rawToShares(BigInt(size) * market.lotRaw, market)
  const cost = (price: Ticks) => rawToShares(costRaw(price, size, market), market).toFixed(2)
  const at = ({ outcome, price }: Terms) => `${outcome === 0 ? 'YES' : 'NO'} at ${price / market.ticksPerUnit}`
  const orders = joining === undefined ? 3 : 4
  return [
    `in ${market.id} (${market.question}), ${orders} orders of ${shares} ${shares === 1 ? 'share' : 'shares'} each, the smallest there:`,
    `  bid ${at(resting)}, far below the market; cancelled`,
    `  bid ${at(expiring)}, far below the market; left to end by itself in ${expiringSec} s`,
    `  bid ${at(crossing)} or less, POST_ONLY, where somebody sells: the venue has to refuse it; if not, it buys for ${cost(crossing.price)} at most`,
    ...(joining === undefined
      ? []
      : [
          `  bid ${at(joining)} or less, behind the best bid, for a second or two: whoever sells to it then, sells for ${cost(joining.price)} at most`,
        ]),
    `and ${refusals} that must not come to rest: the first one again, too small, with a wrong fee, a broken signature, past its end`,
    `the worst, were every one of them matched: ${rawToShares(worstRaw, market).toFixed(2)} of collateral and the taker's fee, for shares that may lose`,
    `it takes about ${expiringSec + 15} s; at the end, and at Ctrl-C, everything that was placed is cancelled and a list verifies it`,
    `were this process killed, the orders would end by themselves within ${Math.max(lifeSec, expiringSec)} s, if the venue honours expirations`,
  ]
}
