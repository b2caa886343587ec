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

interface Event {
  readonly kind: string
  readonly trade?: { readonly sizeRaw: bigint }
}

interface Exchange {
  addMarket(spec: unknown): void
  deposit(account: string, raw: bigint): void
  split(account: string, conditionId: string, raw: bigint): void
  submit(order: unknown, nowMs: number): unknown
  cancel(hash: string, account: string, nowMs: number): unknown
}

interface Sources {
  readonly Exchange: new (options: unknown) => Exchange
}

const addressOf = (n: number) => `0x${(n + 1).toString(16).padStart(40, '0')}`
const ADDRESSES = Array.from({ length: MAKERS + TAKERS }, (_, n) => addressOf(n))

/** Accounts, locks, events, settlement two seconds later; a millisecond from one operation to the next. */
export async function ourBook(root: string): Promise<() => Book> {
  const sources: Sources = Object.assign({}, ...(await loadSources(root, ['src/venue/simulated/exchange/exchange.js'])))
  return () => new OurBook(sources)
}

class OurBook implements Book {
  matched = 0
  readonly #exchange: Exchange
  #nowMs = 1_000_000

  constructor({ Exchange }: Sources) {
    this.#exchange = new Exchange({
      settlement: { delayMs: SETTLEMENT_MS },
      emit: ({ kind, trade }: Event) => {
        if (kind === 'trade' && trade !== undefined) this.matched += Number(trade.sizeRaw / UNIT_RAW)
      },
    })
    this.#exchange.addMarket({
      ...{ id: 'm', conditionId: CONDITION, tokenIds: ['1', '2'], ticksPerUnit: TICKS_PER_UNIT, lotRaw: LOT_RAW },
      ...{ unitRaw: UNIT_RAW, minLots: LOTS_PER_SHARE, endMs: Number.MAX_SAFE_INTEGER, feeRateBps: 0 },
    })
    for (const address of ADDRESSES) {
      this.#exchange.deposit(address, 2n * ENOUGH_RAW)
      this.#exchange.split(address, CONDITION, ENOUGH_RAW)
    }
  }

  rest(order: StreamOrder): void {
    this.#submit(order, 'POST_ONLY')
  }

  take(order: StreamOrder): void {
    this.#submit(order, 'FAK')
  }

  cancel({ id, account }: StreamOrder): void {
    try {
      this.#exchange.cancel(id, ADDRESSES[account] ?? '', ++this.#nowMs)
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'not-cancellable') throw error
    }
  }

  #submit({ id, account, side, price, size }: StreamOrder, type: string): void {
    const terms = {
      ...{ hash: id, account: ADDRESSES[account], conditionId: CONDITION, outcome: 0, side, price },
      ...{ size: size * LOTS_PER_SHARE, type, expirationSec: 0, feeRateBps: 0 },
    }
    this.#exchange.submit(terms, ++this.#nowMs)
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
