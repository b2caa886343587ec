// One market on the exchange: its status, its fee, and four ladders (BUY and SELL of both outcomes).

import type { MarketStatus } from '../../../domain/market.js'
import { OUTCOMES, type Outcome, type Side } from '../../../domain/side.js'
import { Ladder } from './ladder.js'
import type { MarketSpec } from './market-spec.js'
import type { OrderState } from './order-state.js'

export interface MarketState {
  readonly spec: MarketSpec
  readonly ladders: readonly [OutcomeLadders, OutcomeLadders]
  status: MarketStatus
  winner: Outcome | undefined
  /** Effective now; a new order must be signed at it. */
  feeRateBps: number
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
