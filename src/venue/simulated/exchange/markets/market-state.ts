// One market on the exchange: its status, its fee, and four ladders (BUY and SELL of both outcomes).

import type { MarketStatus } from '../../../../domain/market/market.js'
import { OUTCOMES, type Outcome, type Side } from '../../../../domain/market/side.js'
import { Ladder } from '../book/ladder.js'
import type { OrderState } from '../orders/order-state.js'
import type { MarketSpec } from './market-spec.js'

export interface MarketState {
  readonly spec: MarketSpec
  readonly ladders: readonly [OutcomeLadders, OutcomeLadders]
  status: MarketStatus
  winner: Outcome | undefined
  /** Effective now; a new order must be signed at it. */
  feeRateBps: number
}

/** A market as the exchange has it now. */
export interface MarketView {
  readonly spec: MarketSpec
  readonly status: MarketStatus
  readonly feeRateBps: number
  readonly winner?: Outcome
}

interface OutcomeLadders {
  readonly BUY: Ladder
  readonly SELL: Ladder
}

export function newMarketState(spec: MarketSpec): MarketState {
  const ladders = (): OutcomeLadders => ({
    BUY: new Ladder('BUY', spec.ticksPerUnit),
    SELL: new Ladder('SELL', spec.ticksPerUnit),
  })
  return { spec, ladders: [ladders(), ladders()], status: 'OPEN', winner: undefined, feeRateBps: spec.feeRateBps }
}

export function viewOf({ spec, status, feeRateBps, winner }: MarketState): MarketView {
  return { spec, status, feeRateBps, ...(winner === undefined ? {} : { winner }) }
}

export function ladderOf(market: MarketState, outcome: Outcome, side: Side): Ladder {
  return market.ladders[outcome][side]
}

/** Every order in the book, each ladder in the order of matching. */
export function* ordersInBook(market: MarketState): Generator<OrderState> {
  for (const outcome of OUTCOMES) {
    yield* ladderOf(market, outcome, 'BUY').orders()
    yield* ladderOf(market, outcome, 'SELL').orders()
  }
}
