// One market on the exchange: its status, its fee, and four ladders (BUY and SELL of both outcomes).

import { LinkedList } from '../../../../domain/collections/linked-list.js'
import type { MarketStatus } from '../../../../domain/market/market.js'
import { OUTCOMES, type Outcome, type Side } from '../../../../domain/market/side.js'
import { type LotTick, lotTickOf } from '../../ledger/lot-tick.js'
import { Ladder, type Queued } from '../book/ladder.js'
import { newShelfHistory, type ShelfHistory } from '../orders/shelf-history.js'
import { type MarketSpec, plainSpec } from './market-spec.js'

/** A market with orders of this kind. */
export interface MarketOf<T extends Queued<T>> {
  readonly spec: MarketSpec
  readonly tick: LotTick
  readonly ladders: readonly [OutcomeLadders<T>, OutcomeLadders<T>]
  /** Orders that are not over, oldest first. */
  readonly live: LinkedList<T>
  readonly history: ShelfHistory
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

interface OutcomeLadders<T extends Queued<T>> {
  readonly BUY: Ladder<T>
  readonly SELL: Ladder<T>
}

export function newMarketState<T extends Queued<T>>(given: MarketSpec): MarketOf<T> {
  const spec = plainSpec(given)
  const ladders = (): OutcomeLadders<T> => ({
    BUY: new Ladder<T>('BUY', spec.ticksPerUnit),
    SELL: new Ladder<T>('SELL', spec.ticksPerUnit),
  })
  return {
    spec,
    tick: lotTickOf(spec),
    ladders: [ladders(), ladders()],
    live: new LinkedList(),
    history: newShelfHistory(),
    status: 'OPEN',
    winner: undefined,
    feeRateBps: spec.feeRateBps,
  }
}

export function viewOf<T extends Queued<T>>({ spec, status, feeRateBps, winner }: MarketOf<T>): MarketView {
  return { spec, status, feeRateBps, ...(winner === undefined ? {} : { winner }) }
}

export function ladderOf<T extends Queued<T>>(market: MarketOf<T>, outcome: Outcome, side: Side): Ladder<T> {
  return market.ladders[outcome][side]
}

/** Every order in the book, each ladder in the order of matching. */
export function* ordersInBook<T extends Queued<T>>(market: MarketOf<T>): Generator<T> {
  for (const outcome of OUTCOMES) {
    yield* ladderOf(market, outcome, 'BUY').orders()
    yield* ladderOf(market, outcome, 'SELL').orders()
  }
}
