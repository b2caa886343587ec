// One market on the exchange: its status, its fee, and four ladders (BUY and SELL of both outcomes).

import type { MarketStatus } from '../../../../domain/market/market.js'
import type { Outcome } from '../../../../domain/market/side.js'
import { type LotTick, lotTickOf } from '../../ledger/lot-tick.js'
import { Ladder, type QueuedOrders } from '../book/ladder.js'
import { newShelfHistory, type ShelfHistory } from '../orders/shelf-history.js'
import { SlotList } from '../orders/slot-list.js'
import { NONE } from '../slot.js'
import { PublicTape } from '../trades/public-tape.js'
import { type MarketSpec, plainSpec } from './market-spec.js'
import { fullGrid, type OrderGrid } from './order-grid.js'

export interface MarketState {
  /** In the table of orders; -1 before it is known there. */
  number: number
  readonly spec: MarketSpec
  readonly tick: LotTick
  /** By leg. */
  readonly ladders: readonly [Ladder, Ladder, Ladder, Ladder]
  /** Orders that are not over, oldest first. */
  readonly live: SlotList
  readonly history: ShelfHistory
  readonly tape: PublicTape
  status: MarketStatus
  winner: Outcome | undefined
  /** Effective now; a new order must be signed at it. */
  feeRateBps: number
  /** On which new orders must lie, and all that rests. */
  grid: OrderGrid
}

/** A market as the exchange has it now. */
export interface MarketView {
  readonly spec: MarketSpec
  readonly status: MarketStatus
  readonly feeRateBps: number
  readonly grid: OrderGrid
  readonly winner?: Outcome
}

export function newMarketState(given: MarketSpec, orders: QueuedOrders): MarketState {
  const spec = plainSpec(given)
  const { ticksPerUnit } = spec
  const bids = () => new Ladder(orders, 'BUY', ticksPerUnit)
  const asks = () => new Ladder(orders, 'SELL', ticksPerUnit)
  return {
    number: NONE,
    spec,
    tick: lotTickOf(spec),
    ladders: [bids(), asks(), bids(), asks()],
    live: new SlotList('market'),
    history: newShelfHistory(),
    tape: new PublicTape(spec),
    status: 'OPEN',
    winner: undefined,
    feeRateBps: spec.feeRateBps,
    grid: fullGrid(spec),
  }
}

export function viewOf({ spec, status, feeRateBps, grid, winner }: MarketState): MarketView {
  return { spec, status, feeRateBps, grid, ...(winner === undefined ? {} : { winner }) }
}

/** `leg` as in `legIndex`. */
export function ladderOf({ ladders }: MarketState, leg: number): Ladder {
  return ladders[leg] ?? ladders[0]
}

/** Every order in the book, each ladder in the order of matching. */
export function* ordersInBook({ ladders }: MarketState): Generator<number> {
  for (const ladder of ladders) yield* ladder.orders()
}
