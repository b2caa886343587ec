// A book that the stream is played into: ours with everything that an exchange does besides, or one of npm's, which matches and no more.

import { OrderBook, Side } from 'nodejs-order-book'
import { loadSources } from '../harness/source-paths.js'
import { MAKERS, MOST_SHARES, type StreamOrder, TAKERS, TICKS_PER_UNIT } from './stream.js'

export interface Book {
  rest(order: StreamOrder): void
  take(order: StreamOrder): void
  /** One that is gone is refused. */
  cancel(order: StreamOrder): void
  /** Shares that were matched. */
  readonly matched: number
}

const UNIT_RAW = 1_000_000n
const LOT_RAW = 10_000n
const LOTS_PER_SHARE = 100
const CONDITION = `0x${'c0'.repeat(32)}`
/** Of collateral, and of sets. */
const ENOUGH_RAW = 10n ** 12n * BigInt(MOST_SHARES)
const SETTLEMENT_MS = 2000

interface Match {
  readonly sizeLots: number
}

/** Refusals are values. */
interface Refusal {
  readonly code: string
}

interface Exchange {
  addMarket(spec: unknown): void
  deposit(account: string, raw: bigint): void
  split(account: string, conditionId: string, raw: bigint): void
  trySubmit(order: unknown, nowMs: number): unknown
  tryCancel(hash: string, account: string, nowMs: number): unknown
}

interface Sources {
  readonly Exchange: new (options: unknown) => Exchange
  readonly Refusal: new () => Refusal
}

const addressOf = (n: number) => `0x${(n + 1).toString(16).padStart(40, '0')}`
const ADDRESSES = Array.from({ length: MAKERS + TAKERS }, (_, n) => addressOf(n))

const MODULES = ['exchange', 'refusal'].map((name) => `src/venue/simulated/exchange/${name}.js`)

/** Accounts, locks, events, settlement two seconds later; a millisecond from one operation to the next. */
export async function ourBook(root: string): Promise<() => Book> {
  const sources: Sources = Object.assign({}, ...(await loadSources(root, MODULES)))
  return () => new OurBook(sources)
}

/** As the server hears what happens; it makes messages of it for whoever listens, and here nobody does. */
class Listener {
  lots = 0
  told = 0

  trade({ sizeLots }: Match): void {
    this.lots += sizeLots
  }

  level(): void {
    this.told += 1
  }

  order(): void {
    this.told += 1
  }

  balance(): void {
    this.told += 1
  }

  settlement(): void {
    this.told += 1
  }
}

class OurBook implements Book {
  readonly #exchange: Exchange
  readonly #heard: Listener
  readonly #sources: Sources
  #nowMs = 1_000_000

  constructor(sources: Sources) {
    const listener = new Listener()
    this.#sources = sources
    this.#heard = listener
    this.#exchange = new sources.Exchange({ settlement: { delayMs: SETTLEMENT_MS }, listener })
    this.#exchange.addMarket({
      ...{ id: 'm', conditionId: CONDITION, tokenIds: ['1', '2'], ticksPerUnit: TICKS_PER_UNIT, lotRaw: LOT_RAW },
      ...{ unitRaw: UNIT_RAW, minLots: LOTS_PER_SHARE, endMs: Number.MAX_SAFE_INTEGER, feeRateBps: 0 },
    })
    for (const address of ADDRESSES) {
      this.#exchange.deposit(address, 2n * ENOUGH_RAW)
      this.#exchange.split(address, CONDITION, ENOUGH_RAW)
    }
  }

  get matched(): number {
    return this.#heard.lots / LOTS_PER_SHARE
  }

  rest(order: StreamOrder): void {
    this.#submit(order, 'POST_ONLY')
  }

  take(order: StreamOrder): void {
    this.#submit(order, 'FAK')
  }

  cancel({ id, account }: StreamOrder): void {
    const answer = this.#exchange.tryCancel(id, ADDRESSES[account] ?? '', ++this.#nowMs)
    if (answer instanceof this.#sources.Refusal && answer.code !== 'not-cancellable')
      throw new Error(`cancel: ${answer.code}`)
  }

  #submit({ id, account, side, price, size }: StreamOrder, type: string): void {
    const terms = {
      hash: id,
      account: ADDRESSES[account],
      conditionId: CONDITION,
      outcome: 0,
      side,
      price,
      size: size * LOTS_PER_SHARE,
      type,
      expirationSec: 0,
      feeRateBps: 0,
    }
    const answer = this.#exchange.trySubmit(terms, ++this.#nowMs)
    if (answer instanceof this.#sources.Refusal) throw new Error(`order: ${answer.code}`)
  }
}

type Limit = Parameters<OrderBook['limit']>[0]
/** Its enumeration is not exported. */
const IMMEDIATE_OR_CANCEL = 'IOC' as NonNullable<Limit['timeInForce']>

export function npmBook(): Book {
  return new NpmBook()
}

class NpmBook implements Book {
  matched = 0
  readonly #book = new OrderBook()

  rest({ id, side, price, size }: StreamOrder): void {
    this.#book.limit({ id, side: side === 'BUY' ? Side.BUY : Side.SELL, price, size, postOnly: true })
  }

  take({ id, side, price, size }: StreamOrder): void {
    const taken = { id, side: side === 'BUY' ? Side.BUY : Side.SELL, price, size, timeInForce: IMMEDIATE_OR_CANCEL }
    const { done, partial, partialQuantityProcessed, err } = this.#book.limit(taken)
    if (err !== null) throw err
    for (const order of done) if (order.id !== id) this.matched += order.size
    if (partial !== null && partial.id !== id) this.matched += partialQuantityProcessed
  }

  cancel({ id }: StreamOrder): void {
    this.#book.cancel(id)
  }
}
