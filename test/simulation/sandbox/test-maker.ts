// A maker that quotes bids on both outcomes by a policy, one account per market, with a bot's reaction latency.
//
// It looks when the book changes and at least once a second; what it decides reaches the exchange 100 to 300 ms later.

import { isLegalPrice, type Ticks } from '../../../src/domain/amounts/price.js'
import { type Lots, lots, lotsToRaw } from '../../../src/domain/amounts/size.js'
import { QuoinError } from '../../../src/domain/error.js'
import type { BestBids } from '../../../src/domain/market/book.js'
import type { Address, ConditionId, Hex } from '../../../src/domain/market/market.js'
import { OUTCOMES, type Outcome } from '../../../src/domain/market/side.js'
import type { PublicTrade } from '../../../src/domain/orders/fill.js'
import type { Random } from '../../../src/domain/random.js'
import type { Exchange, MarketSpec } from '../../../src/venue/simulated/exchange/exchange.js'
import { Agenda } from '../../../src/venue/simulated/traders/agenda.js'

export interface Glimpse {
  readonly spec: MarketSpec
  readonly nowMs: number
  /** Best bids of the others. */
  readonly best: BestBids
  /** Lowest price of the others' bids per outcome. */
  readonly lowest: () => readonly [Ticks | undefined, Ticks | undefined]
  /** Net position in shares, YES positive. */
  readonly net: number
  readonly tokensRaw: readonly [bigint, bigint]
  /** Of everybody, since the last look. */
  readonly trades: readonly PublicTrade[]
  /** Only oracles may look. */
  readonly truth: number
}

export interface Bid {
  /** Probability; it is rounded down to the tick. */
  readonly price: number
  /** Shares. */
  readonly size: number
}

/** Bids on YES and NO. */
export type Bids = readonly [Bid | undefined, Bid | undefined]
/** One per market, so that it may remember. */
export type Policy = (glimpse: Glimpse) => Bids

export const NOTHING: Bids = [undefined, undefined]

export interface MakerOptions {
  readonly exchange: Exchange
  readonly random: Random
  readonly makePolicy: () => Policy
  readonly truthOf: (conditionId: ConditionId) => number
}

interface Target {
  readonly price: Ticks
  readonly size: Lots
  readonly sizeRaw: bigint
}
type Targets = readonly [Target | undefined, Target | undefined]

interface Book {
  readonly spec: MarketSpec
  readonly account: Address
  readonly policy: Policy
  readonly quotes: [Hex | undefined, Hex | undefined]
  busy: boolean
  dirty: boolean
  trades: PublicTrade[]
}

export const MAKER_DEPOSIT = 20_000n * 1_000_000n

export class TestMaker {
  readonly #options: MakerOptions
  readonly #agenda = new Agenda()
  readonly #books = new Map<ConditionId, Book>()
  readonly #dirty = new Set<Book>()
  #orders = 0

  constructor(options: MakerOptions) {
    this.#options = options
  }

  enter(spec: MarketSpec, serial: number, nowMs: number): Address {
    const account: Address = `0x9${String(serial).padStart(39, '0')}`
    this.#options.exchange.deposit(account, MAKER_DEPOSIT)
    const policy = this.#options.makePolicy()
    const book: Book = { spec, account, policy, quotes: [undefined, undefined], busy: false, dirty: true, trades: [] }
    this.#books.set(spec.conditionId, book)
    this.#dirty.add(book)
    this.#pulse(book, nowMs)
    return account
  }

  /** Call it at every level change. */
  onChange(conditionId: ConditionId): void {
    const book = this.#books.get(conditionId)
    if (book !== undefined) this.#dirty.add(book)
  }

  /** Call it at every trade. */
  onTrade(trade: PublicTrade): void {
    this.#books.get(trade.conditionId)?.trades.push(trade)
  }

  nextDueMs(): number | undefined {
    return this.#agenda.nextDueMs()
  }

  advance(nowMs: number): void {
    this.#agenda.runUntil(nowMs)
    for (const book of this.#dirty) if (!book.busy) this.#look(book, nowMs)
  }

  #pulse(book: Book, nowMs: number): void {
    if (nowMs >= book.spec.endMs) {
      this.#books.delete(book.spec.conditionId)
      this.#dirty.delete(book)
      return
    }
    this.#dirty.add(book)
    this.#agenda.plan(nowMs + 1000, (atMs) => this.#pulse(book, atMs))
  }

  #look(book: Book, nowMs: number): void {
    this.#dirty.delete(book)
    const wanted = this.#wanted(book, nowMs)
    if (OUTCOMES.every((outcome) => this.#stands(book, outcome, wanted[outcome], nowMs))) return
    book.busy = true
    this.#agenda.plan(nowMs + 100 + this.#options.random.below(200), (atMs) => {
      book.busy = false
      this.#apply(book, wanted, atMs)
    })
  }

  #wanted(book: Book, nowMs: number): Targets {
    const { spec, account, policy, trades } = book
    book.trades = []
    const { exchange, truthOf } = this.#options
    const { tokensRaw } = exchange.ledger.tokens(account, spec.conditionId)
    const net = Number(tokensRaw[0] - tokensRaw[1]) / Number(spec.unitRaw)
    const best = exchange.bestBids(spec.conditionId, account)
    const lowest = () => this.#lowest(spec.conditionId, account)
    const bids = policy({ spec, nowMs, best, lowest, net, tokensRaw, trades, truth: truthOf(spec.conditionId) })
    return [target(bids[0], spec), target(bids[1], spec)]
  }

  #lowest(conditionId: ConditionId, account: Address): [Ticks | undefined, Ticks | undefined] {
    const found: [Ticks | undefined, Ticks | undefined] = [undefined, undefined]
    for (const { account: owner, side, outcome, price } of this.#options.exchange.restingOrders(conditionId)) {
      if (owner !== account && side === 'BUY') found[outcome] = price
    }
    return found
  }

  #stands({ quotes }: Book, outcome: Outcome, target: Target | undefined, nowMs: number): boolean {
    const hash = quotes[outcome]
    const record = hash === undefined ? undefined : this.#options.exchange.order(hash)
    if (record === undefined || record.remainingRaw === 0n) return target === undefined
    if (target === undefined || record.price !== target.price) return false
    const [small, large] = [record.remainingRaw * 2n, record.remainingRaw]
    if (small < target.sizeRaw || large > target.sizeRaw * 2n) return false
    return record.expirationSec * 1000 - nowMs > 20_000
  }

  #apply(book: Book, wanted: Targets, nowMs: number): void {
    const { exchange } = this.#options
    const { spec, account, quotes } = book
    const moved = OUTCOMES.filter((outcome) => !this.#stands(book, outcome, wanted[outcome], nowMs))
    for (const outcome of moved) {
      const hash = quotes[outcome]
      if (hash !== undefined && (exchange.order(hash)?.remainingRaw ?? 0n) > 0n) exchange.cancel(hash, account, nowMs)
      quotes[outcome] = undefined
    }
    for (const outcome of moved) {
      const target = wanted[outcome]
      if (target === undefined) continue
      const { price, size } = target
      this.#orders += 1
      const hash: Hex = `0x9${String(this.#orders).padStart(63, '0')}`
      const expirationSec = Math.ceil(nowMs / 1000) + 120
      const { conditionId, feeRateBps } = spec
      const terms = { conditionId, feeRateBps, hash, account, outcome, price, size, expirationSec } as const
      quietly(() => exchange.submit({ ...terms, side: 'BUY', type: 'POST_ONLY' }, nowMs))
      quotes[outcome] = hash
    }
    this.#dirty.add(book)
  }
}

function target(bid: Bid | undefined, spec: MarketSpec): Target | undefined {
  if (bid === undefined) return undefined
  const price = Math.floor(bid.price * spec.ticksPerUnit + 1e-9)
  const size = lots(Math.floor((bid.size * Number(spec.unitRaw)) / Number(spec.lotRaw) + 1e-9))
  if (!isLegalPrice(price, spec.ticksPerUnit) || size < spec.minLots) return undefined
  return { price, size, sizeRaw: lotsToRaw(size, spec.lotRaw) }
}

function quietly(act: () => unknown): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof QuoinError) || error.code === 'internal') throw error
  }
}
