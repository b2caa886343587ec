// Where the sandbox's traders meet the exchange: accounts with finite wealth, orders, refusals taken calmly.

import { costRaw } from '../../../domain/amounts/money.js'
import { isLegalPrice, type Ticks } from '../../../domain/amounts/price.js'
import { type Lots, lots, rawToLots } from '../../../domain/amounts/size.js'
import { type ErrorCode, QuoinError } from '../../../domain/error.js'
import type { Address, ConditionId, Hex } from '../../../domain/market/market.js'
import type { Outcome, Side } from '../../../domain/market/side.js'
import type { OrderRecord, OrderType } from '../../../domain/orders/order.js'
import type { Exchange, MarketSpec } from '../exchange/exchange.js'
import { sizeOnGrid } from '../exchange/markets/order-grid.js'

export interface DeskOrder {
  readonly account: Address
  readonly spec: MarketSpec
  readonly outcome: Outcome
  readonly side: Side
  readonly price: Ticks
  /** What the trader wants; cut down to what it can pay for. */
  readonly size: Lots
  readonly type: OrderType
  /** Unix seconds; 0 means none. */
  readonly expirationSec?: number
}

/** Refusals any trader meets; others are faults of the program. */
const EXPECTED: readonly ErrorCode[] = [
  'insufficient-balance',
  'too-many-orders',
  'market-not-open',
  'fee-changed',
  'bad-expiration',
  'not-cancellable',
  'cancel-only',
  'halted',
]

export interface DeskOptions {
  /** Accounts are numbered after this; 0 by default. */
  readonly firstTrader?: number
  /** Raw units of a share and of a unit of collateral; those of 6 decimals by default. */
  readonly unitRaw?: bigint
  /** Whether the venue takes orders of the market from anybody; always by default. */
  readonly takesOrders?: (conditionId: ConditionId) => boolean
}

export class Desk {
  readonly exchange: Exchange
  readonly #makeHash: () => Hex
  readonly #takesOrders: (conditionId: ConditionId) => boolean
  readonly #accounts = new Set<Address>()
  readonly #firstTrader: number
  readonly #unitRaw: number

  constructor(exchange: Exchange, makeHash: () => Hex, options: DeskOptions = {}) {
    this.exchange = exchange
    this.#makeHash = makeHash
    this.#firstTrader = options.firstTrader ?? 0
    this.#unitRaw = Number(options.unitRaw ?? 1_000_000n)
    this.#takesOrders = options.takesOrders ?? (() => true)
  }

  /** A new account with `wealth` units of collateral. */
  arrive(wealth: number): Address {
    // decimal digits only: the address reads the same with and without a checksum
    const account: Address = `0x7${String(this.#firstTrader + this.#accounts.size + 1).padStart(39, '0')}`
    this.#accounts.add(account)
    this.exchange.deposit(account, BigInt(Math.max(1, Math.round(wealth * this.#unitRaw))))
    return account
  }

  /** Takes the account's free collateral out of the world. */
  leave(account: Address): void {
    const { availableRaw } = this.exchange.ledger.collateral(account)
    if (availableRaw > 0n) this.exchange.ledger.withdraw(account, availableRaw)
  }

  owns(account: Address): boolean {
    return this.#accounts.has(account)
  }

  /** Units of collateral, locked ones included. */
  cash(account: Address): number {
    return Number(this.exchange.ledger.collateral(account).totalRaw) / this.#unitRaw
  }

  /** Whole lots of an outcome that can be sold now. */
  sellable(account: Address, spec: MarketSpec, outcome: Outcome): Lots {
    const { tokensRaw, lockedRaw, pendingRaw } = this.exchange.ledger.tokens(account, spec.conditionId)
    return rawToLots(tokensRaw[outcome] - lockedRaw[outcome] - pendingRaw[outcome], spec.lotRaw)
  }

  isOpen(conditionId: ConditionId): boolean {
    return this.exchange.market(conditionId)?.status === 'OPEN'
  }

  /** What a taker pays beside the price for a share that it takes to be worth so much, in price. */
  feePerShare({ conditionId }: MarketSpec, worth: number): number {
    const feeRateBps = this.exchange.market(conditionId)?.feeRateBps ?? 0
    return (feeRateBps / 10_000) * Math.max(0, Math.min(worth, 1 - worth))
  }

  /** `undefined` when it is too small after the cut, or refused, as in a market that is not registered. */
  send(order: DeskOrder, nowMs: number): OrderRecord | undefined {
    const { spec, expirationSec = 0, ...terms } = order
    const { conditionId } = spec
    const market = this.exchange.market(conditionId)
    if (market === undefined || !this.#takesOrders(conditionId)) return undefined
    const { feeRateBps, grid } = market
    const size = sizeOnGrid(this.#affordable(order), grid)
    const price = this.onGrid(spec, terms.price, terms.side)
    if (price === undefined || size < Math.max(1, grid.minLots)) return undefined
    const full = { ...terms, price, size, expirationSec, conditionId, feeRateBps, hash: this.#makeHash() }
    return calmly(() => this.exchange.submit(full, nowMs))
  }

  /** The next price at which an order may lie, and which is no worse for the trader. */
  onGrid({ conditionId, ticksPerUnit }: MarketSpec, price: Ticks, side: Side): Ticks | undefined {
    const tick = this.exchange.market(conditionId)?.grid.tick ?? 1
    const next = (side === 'BUY' ? Math.floor(price / tick) : Math.ceil(price / tick)) * tick
    return isLegalPrice(next, ticksPerUnit) ? next : undefined
  }

  cancel(hash: Hex, account: Address, nowMs: number): void {
    calmly(() => this.exchange.cancel(hash, account, nowMs))
  }

  /** Turns full sets back into collateral. */
  mergeSets(account: Address, spec: MarketSpec): void {
    const yes = this.sellable(account, spec, 0)
    const no = this.sellable(account, spec, 1)
    const sets = Math.min(yes, no)
    if (sets > 0) this.exchange.merge(account, spec.conditionId, BigInt(sets) * spec.lotRaw)
  }

  /** Pays every trader of the sandbox for its tokens of a resolved market. */
  redeemAll(conditionId: ConditionId): void {
    for (const account of this.exchange.ledger.holders(conditionId)) {
      const { tokensRaw } = this.exchange.ledger.tokens(account, conditionId)
      if (this.owns(account) && tokensRaw[0] + tokensRaw[1] > 0n) this.exchange.redeem(account, conditionId)
    }
  }

  #affordable({ account, spec, outcome, side, price, size }: DeskOrder): Lots {
    if (side === 'SELL') return lots(Math.min(size, this.sellable(account, spec, outcome)))
    const { availableRaw } = this.exchange.ledger.collateral(account)
    return lots(Math.min(size, Number(availableRaw / costRaw(price, lots(1), spec))))
  }
}

function calmly<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch (error) {
    if (error instanceof QuoinError && EXPECTED.includes(error.code)) return undefined
    throw error
  }
}
