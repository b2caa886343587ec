// Ways to quote, from foolish to all-knowing, for judging the sandbox. All wear the same overlays with the same numbers.

import type { Level } from '../../../src/domain/market/book.js'
import type { Market } from '../../../src/domain/market/market.js'
import { NO, type Outcome, YES } from '../../../src/domain/market/side.js'
import { limitByInventoryAndEnd, logit, sigmoid } from '../../../src/index.js'
import { Estimates } from '../../../src/state/market/estimates.js'
import { EVERYTHING } from '../../../src/strategy/inputs.js'
import { bindStrategy } from '../../../src/strategy/parse-params.js'
import { viewerOf } from '../../../src/strategy/view/build-view.js'
import type { FactSource } from '../../../src/strategy/view/facts.js'
import { marketInfo } from '../../../src/strategy/view/market-info.js'
import { asLogit } from '../../../strategies/as-logit.js'
import { type Bid, type Bids, type Glimpse, NOTHING, type Policy } from './test-maker.js'

/** The default strategy as it comes; the other policies take its size and limits from here. */
const DEFAULTS = asLogit.params.parse({})

/** The engine's default memories. */
const ESTIMATES = { fairTauMs: 20_000, volatilityTauMs: 900_000, confirmMs: 3000, maxFairAgeMs: 30_000 }

const NO_SOURCE: FactSource = {
  volatility: () => undefined,
  toxicity: () => [0, 0],
  trades: () => [],
  tradesSeen: () => 0,
  fills: () => [],
  signal: () => undefined,
}

/** One tick around the middle of the others' best bids. */
export const nakedMid = (): Policy => (glimpse) => {
  const [yes, no] = glimpse.best
  const { ticksPerUnit } = glimpse.spec
  if (!yes || !no) return NOTHING
  const mid = (yes.price + ticksPerUnit - no.price) / (2 * ticksPerUnit)
  return limited(glimpse, [mid - 1 / ticksPerUnit, 1 - mid - 1 / ticksPerUnit])
}

/** One tick behind the last of the others. */
export const outsideRivals = (): Policy => (glimpse) => {
  const [yes, no] = glimpse.lowest()
  if (yes === undefined || no === undefined) return NOTHING
  const { ticksPerUnit } = glimpse.spec
  return limited(glimpse, [(yes - 1) / ticksPerUnit, (no - 1) / ticksPerUnit])
}

/** Least edge of the oracle, in price. */
const ORACLE_EDGE = 0.015
/** Shift of its value at the largest position, in log-odds. */
const ORACLE_SKEW = 0.5

/** Knows the truth: one tick above the others where that leaves its edge, else at its edge. */
export const oracle = (): Policy => (glimpse) => {
  const { truth, best, spec, net } = glimpse
  const fair = sigmoid(logit(truth) - (ORACLE_SKEW * net) / DEFAULTS.maxNet)
  const bid = (value: number, outcome: Outcome) => {
    const most = value - ORACLE_EDGE
    const other = best[outcome]
    return other === undefined ? most : Math.min(most, (other.price + 1) / spec.ticksPerUnit)
  }
  return limited(glimpse, [bid(fair, YES), bid(1 - fair, NO)])
}

/** The default strategy on the engine's own estimates, with its default parameters and those given. */
export const asLogitWith = (changes: Readonly<Record<string, unknown>>) => (): Policy => {
  const estimates = new Estimates(ESTIMATES)
  const quoter = bindStrategy(asLogit, changes)
  const show = viewerOf(quoter.reads ?? EVERYTHING)
  let startMs: number | undefined
  return (glimpse) => {
    // makers come when a market opens
    startMs ??= glimpse.nowMs
    const market = { ...marketOf(glimpse), startMs }
    const others = glimpse.best.map((level) => ({ bids: level ? [level] : [], asks: [] }))
    const [yes, no] = others
    if (!yes || !no) return NOTHING
    for (const trade of glimpse.trades) {
      estimates.advance({ monoMs: trade.venueMs, venueMs: trade.venueMs })
      estimates.traded(market, trade)
    }
    estimates.observe(market, [yes, no], glimpse.nowMs)
    const at = { monoMs: glimpse.nowMs, wallMs: glimpse.nowMs, venueMs: glimpse.nowMs }
    const view = show({
      ...{ market, at, others: [yes, no], feeRateBps: 0, orders: [] },
      info: marketInfo(market),
      fair: estimates.fair(market),
      tokensRaw: glimpse.tokensRaw,
      source: {
        ...NO_SOURCE,
        volatility: () => estimates.volatility(market.conditionId),
        toxicity: () => estimates.toxicity(market.conditionId),
      },
    })
    return behindTheOthers(glimpse, bidsOf(quoter(view).quotes))
  }
}

export const defaultAsLogit = asLogitWith({})

/** The default strategy's taper and its end of quoting, at its size. */
function limited({ spec, nowMs, net }: Glimpse, [yes, no]: readonly [number, number]): Bids {
  const bid = (outcome: Outcome, price: number) => ({ outcome, side: 'BUY', price, size: DEFAULTS.size }) as const
  const view = { inventory: { yes: 0, no: 0, net, sets: 0 }, timeLeftMs: spec.endMs - nowMs }
  return bidsOf(limitByInventoryAndEnd([bid(YES, yes), bid(NO, no)], view, DEFAULTS))
}

/** As the quoting stage does: a bid that would meet the others' bid on the other outcome rests a tick before it. */
function behindTheOthers({ best, spec }: Glimpse, bids: Bids): Bids {
  const below = (bid: Bid | undefined, other: Level | undefined) =>
    bid && other ? { ...bid, price: Math.min(bid.price, 1 - (other.price + 1) / spec.ticksPerUnit) } : bid
  return [below(bids[YES], best[NO]), below(bids[NO], best[YES])]
}

interface Quote {
  readonly outcome: Outcome
  readonly price: number
  readonly size: number
}

function bidsOf(quotes: readonly Quote[]): Bids {
  return [quotes.find(({ outcome }) => outcome === YES), quotes.find(({ outcome }) => outcome === NO)]
}

function marketOf({ spec }: Glimpse): Market {
  const [yes, no] = spec.tokenIds
  return {
    ...spec,
    question: 'A sandbox market',
    outcomes: [
      { outcomeId: 'yes', tokenId: yes, name: 'Yes' },
      { outcomeId: 'no', tokenId: no, name: 'No' },
    ],
    status: 'OPEN',
    registration: 'REGISTERED',
    tagSlugs: [],
  }
}
