// What the exchange tells as messages to the rooms, made where somebody listens.

import type { Lots } from '../../../domain/amounts/size.js'
import type { BestBids } from '../../../domain/market/book.js'
import type { Address, ConditionId } from '../../../domain/market/market.js'
import type { PublicTrade } from '../../../domain/orders/fill.js'
import type { Exchange } from '../../../venue/simulated/exchange/exchange.js'
import type { OrderPlace, ToldOrder } from '../../../venue/simulated/exchange/orders/order-view.js'
import { type Match, tradeIdOf } from '../../../venue/simulated/exchange/trades/match.js'
import { bookHash, formatBestBids, formatBook, formatLevel } from '../../../venue/wire/book-codec.js'
import type { Channel, ServerEventName } from '../../../venue/wire/event-schema.js'
import type { ServerSwitches } from '../../schema.js'
import { wireBalances } from '../accounts/account-view.js'
import type { Catalogue } from '../markets/catalogue.js'
import type { ListedMarket } from '../markets/listed-market.js'
import { statusOf } from '../markets/listed-market-view.js'
import type { OrderIntake } from '../orders/order-intake.js'
import { wireRecord } from '../orders/order-lists.js'
import { countVolume, wireTrade } from '../orders/trade-view.js'
import type { PrivateRooms } from './private-rooms.js'
import type { Rooms } from './rooms.js'
import type { SocketConn } from './socket-conn.js'

export interface PublisherParts {
  readonly exchange: Exchange
  readonly markets: Catalogue
  readonly intake: OrderIntake
  readonly rooms: Rooms
  readonly privateRooms: PrivateRooms
  readonly switches: ServerSwitches
  /** Venue time of what happens now. */
  readonly nowMs: () => number
}

interface Message {
  readonly channel: Channel
  readonly name: ServerEventName
  readonly data: () => unknown
}

export class EventPublisher {
  readonly #parts: PublisherParts
  /** Best bids as last told. */
  readonly #told = new Map<ConditionId, BestBids>()

  constructor(parts: PublisherParts) {
    this.#parts = parts
  }

  level({ conditionId, outcome, side, price }: OrderPlace, size: Lots): void {
    const market = this.#marketOf(conditionId)
    if (market === undefined) return
    const { grid } = market
    this.#send(market, {
      ...{ channel: 'orderbook', name: 'orderbook.update' },
      data: () => ({ tokenId: grid.outcomes[outcome].tokenId, side, ...formatLevel({ price, size }, grid) }),
    })
    if (side === 'BUY') this.#publishBestBids(market)
  }

  trade(trade: PublicTrade): void {
    const market = this.#marketOf(trade.conditionId)
    if (market === undefined) return
    countVolume(market, trade)
    this.#parts.markets.keep(market)
    this.#send(market, { channel: 'trades', name: 'trade', data: () => wireTrade(trade, market) })
  }

  settlement(match: Match, status: 'settled' | 'failed'): void {
    const market = this.#marketOf(match.conditionId)
    if (market === undefined) return
    this.#send(market, {
      channel: 'trades',
      name: 'trade.settlement',
      data: () => ({ tradeId: tradeIdOf(match), status }),
    })
  }

  order(order: ToldOrder): void {
    const { privateRooms, nowMs } = this.#parts
    const { account, conditionId } = order
    const data = () => wireRecord(order.record(), this.#parts)
    privateRooms.publish({ account, name: 'order', conditionId, data, nowMs: nowMs() })
  }

  balance(account: Address): void {
    const { privateRooms, exchange, nowMs } = this.#parts
    privateRooms.publish({ account, name: 'balance', data: () => wireBalances(account, exchange), nowMs: nowMs() })
  }

  /** Its status changed. */
  market(conditionId: ConditionId): void {
    const market = this.#marketOf(conditionId)
    if (market !== undefined) this.publishStatus(market)
  }

  fee(conditionId: ConditionId): void {
    const market = this.#marketOf(conditionId)
    if (market === undefined) return
    this.#send(market, { channel: 'market', name: 'market.fee', data: () => this.#parts.markets.feeOf(market) })
  }

  /** The registration or the lifecycle of the market changed. */
  publishStatus(market: ListedMarket): void {
    const { exchange } = this.#parts
    const winner = exchange.market(market.conditionId)?.winner
    const data = () => ({
      status: statusOf(market, exchange),
      clobMarketStatus: market.registration,
      winningOutcomeId: winner === undefined ? null : market.grid.outcomes[winner].outcomeId,
    })
    this.#send(market, { channel: 'market', name: 'market.status', data })
  }

  /** The book as it is, to one client. */
  sendSnapshot(conn: SocketConn, market: ListedMarket): void {
    const { rooms, switches, nowMs } = this.#parts
    const books = formatBook(this.#parts.exchange.book(market.conditionId), market.grid)
    const data = () => ({ ...(switches.hash ? { hash: bookHash(books) } : {}), books })
    const { conditionId } = market
    rooms.sendTo(conn, { conditionId, channel: 'orderbook', name: 'orderbook.snapshot', data, nowMs: nowMs() })
  }

  #marketOf(conditionId: ConditionId): ListedMarket | undefined {
    return this.#parts.markets.byCondition(conditionId)
  }

  #publishBestBids(market: ListedMarket): void {
    const { conditionId, grid } = market
    const bids = this.#parts.exchange.bestBids(conditionId)
    const told = this.#told.get(conditionId)
    if (told !== undefined && isSameLevel(told[0], bids[0]) && isSameLevel(told[1], bids[1])) return
    this.#told.set(conditionId, bids)
    this.#send(market, {
      channel: 'bestBids',
      name: 'bestBids',
      data: () => ({ bestBids: formatBestBids(bids, grid) }),
    })
  }

  #send({ conditionId }: ListedMarket, message: Message): void {
    this.#parts.rooms.publish({ ...message, conditionId, nowMs: this.#parts.nowMs() })
  }
}

function isSameLevel(a: BestBids[0], b: BestBids[0]): boolean {
  return a?.price === b?.price && a?.size === b?.size
}
