// What the limits of the configuration leave of a strategy's wish: tried in the example, since whoever asks for larger orders than may be sent
// never quotes, and sees it only when it runs.

import type { Config } from '../../config/config.js'
import { NO_LOTS } from '../../domain/amounts/size.js'
import { sharesToLots } from '../../domain/market/market.js'
import type { WishedQuote } from '../../domain/orders/wish.js'
import { highestBid, lowestAsk } from '../../models/fee-adjusted.js'
import { orderBreach } from '../../risk/limits/order-limits.js'
import {
  callGroupStrategy,
  callStrategy,
  firstGroupMemory,
  firstMemory,
  StrategyFault,
} from '../../strategy/call-strategy.js'
import type { AnyQuoter, GroupQuoter, Quoter } from '../../strategy/parse-params.js'
import { exampleGroupView } from '../../strategy/view/example-group.js'
import { exampleView } from '../../strategy/view/example-view.js'

/** Fine enough that its grid refuses nothing. */
const FINE = { ticksPerUnit: 10_000, lotRaw: 1n, unitRaw: 1_000_000n, minLots: NO_LOTS } as const

interface Wished extends WishedQuote {
  /** Of the market that it is for, as a probability of YES. */
  readonly fair: number | undefined
}

/** A line where orders of the example would be refused, by the first limit that one of them passes. */
export function limitHints(quoter: AnyQuoter, risk: Config['risk']): string[] {
  const quotes = wishedInExample(quoter)
  const breaches = quotes.flatMap((wished) => breachOf(wished, risk) ?? [])
  const [first] = breaches
  if (first === undefined) return []
  const share = breaches.length === quotes.length ? 'every order' : `${breaches.length} of ${quotes.length} orders`
  return [`of the strategy ${share} in an example market would be refused: risk.${first.detail}`]
}

function wishedInExample(quoter: AnyQuoter): readonly Wished[] {
  try {
    return quoter.scope === 'group' ? wishedInGroup(quoter) : wishedInMarket(quoter)
  } catch (error) {
    // the kit says what is wrong with it
    if (error instanceof StrategyFault) return []
    throw error
  }
}

function wishedInMarket(quoter: Quoter): readonly Wished[] {
  const view = exampleView()
  const { wish } = callStrategy(quoter, view, firstMemory(quoter, view.market))
  return wish.quotes.map((quote) => ({ ...quote, fair: view.fair?.p }))
}

function wishedInGroup(quoter: GroupQuoter): readonly Wished[] {
  const view = exampleGroupView()
  const info = { ...view, markets: view.markets.map(({ market }) => market) }
  const { wishes } = callGroupStrategy(quoter, view, firstGroupMemory(quoter, info))
  return view.markets.flatMap((of) => {
    const fair = 'fair' in of ? of.fair?.p : undefined
    return (wishes.get(of.market.conditionId)?.quotes ?? []).map((quote) => ({ ...quote, fair }))
  })
}

function breachOf({ outcome, side, price, size, fair }: Wished, risk: Config['risk']) {
  const grid = { feeRateBps: 0, ticksPerUnit: FINE.ticksPerUnit }
  const tick = side === 'BUY' ? highestBid(price, grid) : lowestAsk(price, grid)
  const quote = tick && { outcome, price: tick, size: sharesToLots(size, FINE) }
  return quote && orderBreach(quote, { market: FINE, fair }, risk)
}
