// One line for each match of ours and one for its settlement, joined by trade and order, whichever of both is heard of first.
//
//   order         our order has grown by what the venue printed just before as a trade, at its price and against its side: told at once
//   list          the venue's own list of our matches: whatever could not be told before
//   settlement    the venue's public word on a trade, or the list's
//
// A record names no trade. Where anything does not fit, the list is waited for: nothing is guessed.

import { feeRaw } from '../domain/amounts/money.js'
import { type ConditionId, type Hex, type Market, rawToShares } from '../domain/market/market.js'
import { yesPlace } from '../domain/market/yes-view.js'
import { type Fill, fillPrice, type PublicTrade } from '../domain/orders/fill.js'
import type { OrderDraft, OrderRecord } from '../domain/orders/order.js'
import type { CoreEvent, CoreInput } from '../domain/run/core-event.js'
import { SinceStart } from '../domain/run/since-start.js'
import type { Logger } from '../telemetry/log/log.js'

export interface FillTelling {
  /** The venue tells of our orders by itself, over the socket that brings its trades. */
  readonly tellsOrders: boolean
  readonly makerPaysFee: boolean
}

interface Growing {
  readonly draft: OrderDraft
  matchedRaw: bigint
  updatedMs: number
}

/** Trades whose settlement is waited for; more than can be under way. */
const MAX_REMEMBERED = 5000
/** A record is made with its trade. */
const MOST_APART_MS = 100

export class FillLog {
  readonly #logger: Logger
  readonly #markets: ReadonlyMap<ConditionId, Market>
  readonly #telling: FillTelling
  readonly #sinceStart = new SinceStart()
  #startVenueMs = Number.NEGATIVE_INFINITY
  /** Until then a former run has looked on. */
  #keptMs = Number.NEGATIVE_INFINITY
  /** By trade, then by order: the two sides of a match may both be ours. */
  readonly #fills = new Map<string, Map<string, Fill['status']>>()
  readonly #orders = new Map<Hex, Growing>()
  readonly #lastTrade = new Map<ConditionId, PublicTrade>()

  constructor(logger: Logger, markets: ReadonlyMap<ConditionId, Market>, telling: FillTelling) {
    this.#logger = logger
    this.#markets = markets
    this.#telling = telling
  }

  /** An order of ours is about to be sent. */
  signed(hash: Hex, draft: OrderDraft): void {
    if (this.#telling.tellsOrders) this.#orders.set(hash, { draft, matchedRaw: 0n, updatedMs: 0 })
  }

  /** Orders of which nothing more is heard but what lists say. */
  ended(hashes: readonly Hex[]): void {
    for (const hash of hashes) this.#orders.delete(hash)
  }

  event(event: CoreInput | CoreEvent): void {
    if ('at' in event) this.#startVenueMs = this.#sinceStart.startVenueMs(event.at)
    if (event.kind === 'restored') this.#keptMs = event.standing.heldMs ?? this.#keptMs
    if (event.kind === 'trade') this.#traded(event.trade)
    else if (event.kind === 'order') this.#told(event.record)
    else if (event.kind === 'fills-listed') for (const fill of event.fills.toReversed()) this.#heard(fill)
    else if (event.kind === 'settlement') {
      for (const [hash, before] of this.#fills.get(event.tradeId) ?? [])
        if (before === 'pending') this.#settled(event.tradeId, hash, event.status)
    } else if (event.kind === 'market-status') this.#lastTrade.delete(event.conditionId)
  }

  /** Nothing more is heard of the market. */
  forget(conditionId: ConditionId): void {
    this.#lastTrade.delete(conditionId)
  }

  #traded(trade: PublicTrade): void {
    if (this.#telling.tellsOrders) this.#lastTrade.set(trade.conditionId, trade)
  }

  #told({ hash, conditionId, filledRaw, pendingRaw, updatedMs }: OrderRecord): void {
    const order = this.#orders.get(hash)
    if (order === undefined || updatedMs < order.updatedMs) return
    const sizeRaw = filledRaw + pendingRaw - order.matchedRaw
    order.matchedRaw += sizeRaw
    order.updatedMs = updatedMs
    const trade = this.#lastTrade.get(conditionId)
    const market = this.#markets.get(conditionId)
    if (sizeRaw <= 0n || trade === undefined || market === undefined) return
    const lateMs = updatedMs - trade.venueMs
    const isIts = trade.sizeRaw === sizeRaw && lateMs >= 0 && lateMs <= MOST_APART_MS
    if (isIts && isAgainst(order.draft, trade, market)) this.#heard(this.#fillOf(hash, order.draft, trade, market))
  }

  /** As the bot's own books have it until the venue's list is read. */
  #fillOf(hash: Hex, draft: OrderDraft, { tradeId, sizeRaw, venueMs }: PublicTrade, market: Market): Fill {
    const { conditionId, outcome, side, price, feeRateBps } = draft
    const { ticksPerUnit } = market
    const paid = { side, price, tokensRaw: sizeRaw, feeRateBps, ticksPerUnit }
    return {
      ...{ tradeId, hash, conditionId, outcome, side, price, sizeRaw, venueMs },
      ...{ feeRaw: this.#telling.makerPaysFee ? feeRaw(paid) : 0n, liquidity: 'maker', status: 'pending' },
    }
  }

  #heard(fill: Fill): void {
    const { tradeId, hash, status } = fill
    let ours = this.#fills.get(tradeId)
    if (ours === undefined) {
      ours = new Map()
      this.#fills.set(tradeId, ours)
      const [oldest] = this.#fills.keys()
      if (this.#fills.size > MAX_REMEMBERED && oldest !== undefined) this.#fills.delete(oldest)
    }
    if (!ours.has(hash)) {
      ours.set(hash, 'pending')
      this.#tell(fill)
    }
    if (status !== 'pending' && ours.get(hash) === 'pending') this.#settled(tradeId, hash, status)
  }

  #tell(fill: Fill): void {
    const { tradeId, hash, conditionId, outcome, side, liquidity, status, venueMs } = fill
    const market = this.#markets.get(conditionId)
    const what = {
      ...{ event: 'fill', tradeId, hash },
      ...(market === undefined ? { conditionId } : { market: market.id, conditionId }),
      ...{ outcome: outcome === 0 ? 'YES' : 'NO', side },
      ...(market === undefined ? {} : amountsOf(fill, market)),
      ...{ liquidity, status, at: new Date(venueMs).toISOString() },
      ...(venueMs < this.#startVenueMs ? { beforeStart: true } : {}),
    }
    // what a former run has told is for whoever wants to know all
    const isToldBefore = venueMs < this.#startVenueMs && venueMs < this.#keptMs
    this.#logger[isToldBefore ? 'debug' : 'info'](what, 'filled')
  }

  /** Said once: a list from before it must not undo it. */
  #settled(tradeId: string, hash: string, status: 'settled' | 'failed'): void {
    this.#fills.get(tradeId)?.set(hash, status)
    const what = { event: 'settlement', tradeId, hash, status }
    if (status === 'failed') this.#logger.warn(what, 'the settlement failed')
    else this.#logger.debug(what, 'the settlement is done')
  }
}

/** A maker fills at its own price, whichever outcome the taker traded. */
function isAgainst(draft: OrderDraft, trade: PublicTrade, { ticksPerUnit }: Market): boolean {
  const [maker, taker] = [yesPlace(draft, ticksPerUnit), yesPlace(trade, ticksPerUnit)]
  return maker.on !== taker.on && maker.price === taker.price
}

function amountsOf(fill: Fill, market: Market) {
  const [shares, fee] = [fill.sizeRaw, fill.feeRaw].map((raw) => rawToShares(raw, market))
  return { price: fillPrice(fill, market.ticksPerUnit), shares, fee }
}
