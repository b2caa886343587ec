// What arrives by itself during the trials: own orders, the size at a price, numbers of events, and the limits in the answers' headers.

import type { MarketBook } from '../../domain/market/book.js'
import type { Hex } from '../../domain/market/market.js'
import type { RouteClassName, Told } from '../../domain/permit.js'
import type { Clock } from '../../domain/time.js'
import type { MarketDataEvent } from '../../venue/market-data.js'
import { readTold } from '../../venue/session/rest/rate-headers.js'
import type { Transport } from '../../venue/session/transport.js'
import type { TradingEvent } from '../../venue/trading.js'
import type { Terms } from './place-plan.js'

const LOOK_EVERY_MS = 20

export class TrialWatch {
  readonly #clock: Clock
  readonly #isOver: () => boolean
  readonly #told = new Map<RouteClassName, Told>()
  readonly #ownMonoMs = new Map<Hex, number>()
  readonly #levels = new Map<string, { size: number; readonly moves: { size: number; monoMs: number }[] }>()
  #privateEvents = 0
  #bookEvents = 0
  #numbered = 0
  #hasBook = false

  /** `isOver`: a person has ended it. */
  constructor(clock: Clock, isOver: () => boolean) {
    this.#clock = clock
    this.#isOver = isOver
  }

  get privateEvents(): number {
    return this.#privateEvents
  }
  get bookEvents(): number {
    return this.#bookEvents
  }
  get isNumbered(): boolean {
    return this.#numbered > 0
  }
  get hasBook(): boolean {
    return this.#hasBook
  }

  /** The last limits that answers of a class told; absent where they told none. */
  limitsOf(routeClass: RouteClassName): { readonly perSecond: number; readonly perMinute: number } | undefined {
    const told = this.#told.get(routeClass)
    const [perSecond, perMinute] = [told?.short?.limit, told?.medium?.limit]
    return perSecond === undefined || perMinute === undefined ? undefined : { perSecond, perMinute }
  }

  /** Reads the headers of every answer on its way. */
  wrap(real: Transport): Transport {
    return {
      openSocket: (auth, handlers) => real.openSocket(auth, handlers),
      http: (request, done) =>
        real.http(request, (result) => {
          if (result.kind === 'response') {
            const told = readTold(result.status, result.headers)
            if (told.medium?.limit !== undefined) this.#told.set(request.routeClass, told)
          }
          done(result)
        }),
    }
  }

  ofAccount(event: TradingEvent): void {
    if (event.kind !== 'order' && event.kind !== 'account-changed') return
    this.#privateEvents += 1
    if (event.kind !== 'order' || this.#ownMonoMs.has(event.record.hash)) return
    this.#ownMonoMs.set(event.record.hash, this.#clock.monoMs())
  }

  /** When the venue first told of an order by itself, monotonic. */
  toldOfMonoMs(hash: Hex): number | undefined {
    return this.#ownMonoMs.get(hash)
  }

  ofMarket(event: MarketDataEvent): void {
    if (event.kind !== 'snapshot' && event.kind !== 'change') return
    this.#bookEvents += 1
    if (event.seq !== undefined) this.#numbered += 1
    if (event.kind === 'snapshot') {
      this.#hasBook = true
      for (const [key, level] of this.#levels) this.#moved(level, sizeIn(event.book, key))
      return
    }
    const { outcome, side, price, size } = event.change
    if (side !== 'BUY') return
    const level = this.#levels.get(keyOf({ outcome, price }))
    if (level !== undefined) this.#moved(level, size)
  }

  /** Bids at this price are followed; said before the first book comes. */
  follow(terms: Terms): void {
    this.#levels.set(keyOf(terms), { size: 0, moves: [] })
  }

  /** When the size at this price first grew (`in`) or shrank (`out`) by so much or more after a moment; monotonic. */
  movedMonoMs(
    terms: Terms,
    { way, size, afterMonoMs }: { readonly way: 'in' | 'out'; readonly size: number; readonly afterMonoMs: number },
  ): number | undefined {
    const moves = this.#levels.get(keyOf(terms))?.moves ?? []
    const by = way === 'in' ? 1 : -1
    return moves.find((move) => move.monoMs >= afterMonoMs && move.size * by >= size)?.monoMs
  }

  #moved(level: { size: number; readonly moves: { size: number; monoMs: number }[] }, size: number): void {
    if (size !== level.size) level.moves.push({ size: size - level.size, monoMs: this.#clock.monoMs() })
    level.size = size
  }

  /** Waits until there is something; `undefined` when the time is over, or a person has ended it. */
  async until<T>(look: () => T | undefined, withinMs: number): Promise<T | undefined> {
    const deadlineMonoMs = this.#clock.monoMs() + withinMs
    for (;;) {
      const found = look()
      if (found !== undefined || this.#isOver() || this.#clock.monoMs() >= deadlineMonoMs) return found
      await new Promise<void>((done) => this.#clock.after(LOOK_EVERY_MS, done))
    }
  }
}

const keyOf = ({ outcome, price }: Terms) => `${outcome}/${price}`

function sizeIn(book: MarketBook, key: string): number {
  const [outcome, price] = key.split('/').map(Number)
  const levels = outcome === 0 ? book[0].bids : book[1].bids
  return levels.find((level) => level.price === price)?.size ?? 0
}
