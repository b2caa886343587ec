// Takes in what the sources of signals tell: only names that somebody reads, each word once, by the venue's clock and the market's
// condition id. A source that fails is logged once until it is well again, and counted each time.

import { type ConditionId, isCalled, type Market } from '../domain/market/market.js'
import type { CoreInput } from '../domain/run/core-event.js'
import type { Clock } from '../domain/time.js'
import type { SignalSource, SignalWord } from '../signals/signal-source.js'

export interface SignalDeskParts {
  readonly sources: readonly SignalSource[]
  /** Names that the strategy or the fair value reads. */
  readonly names: ReadonlySet<string>
  readonly markets: ReadonlyMap<ConditionId, Market>
  readonly clock: Pick<Clock, 'wallMs'>
  readonly venueClock: { venueMs(): number }
  readonly emit: (input: CoreInput) => void
  readonly tap: {
    log(level: 'info' | 'warn', message: string, details?: Record<string, unknown>): void
    signalFailed?(source: string): void
  }
}

/** Of markets that are not followed: the oldest are forgotten. */
const MOST_WORDS = 10_000

/** `madeMs`: its time, or, where that was in the future, when it was told. */
type Told = SignalWord & { readonly madeMs: number }

export class SignalDesk {
  readonly #parts: SignalDeskParts
  /** The last word on each name of each market, as the source calls it. */
  readonly #words = new Map<string, Told>()
  readonly #failing = new Set<SignalSource>()

  constructor(parts: SignalDeskParts) {
    this.#parts = parts
  }

  start(): void {
    for (const source of this.#parts.sources) {
      source.start({
        told: (word) => this.#told(word),
        failed: (message) => this.#failed(source, message),
        read: () => this.#read(source),
      })
    }
  }

  stop(): void {
    for (const source of this.#parts.sources) source.stop()
  }

  /** A market is followed from now on: what was told of it before counts. */
  marketKnown({ id, conditionId }: Pick<Market, 'id' | 'conditionId'>): void {
    for (const word of this.#words.values()) {
      if (word.market !== undefined && isCalled(word.market, { id, conditionId })) this.#emit(word, conditionId)
    }
  }

  #told(word: SignalWord): void {
    if (!this.#parts.names.has(word.name)) return
    const key = JSON.stringify([word.name, word.market])
    const last = this.#words.get(key)
    if (last?.value === word.value && last.atMs === word.atMs) return
    this.#words.delete(key)
    const told = { ...word, madeMs: Math.min(word.atMs, this.#parts.clock.wallMs()) }
    this.#words.set(key, told)
    const [oldest] = this.#words.keys()
    if (this.#words.size > MOST_WORDS && oldest !== undefined) this.#words.delete(oldest)
    if (word.market === undefined) this.#emit(told, undefined)
    else {
      const market = this.#marketCalled(word.market)
      if (market) this.#emit(told, market.conditionId)
    }
  }

  #emit({ name, value, madeMs }: Told, conditionId: ConditionId | undefined): void {
    const { emit, clock, venueClock } = this.#parts
    const of = conditionId === undefined ? {} : { conditionId }
    emit({ kind: 'signal', name, value, atMs: madeMs + venueClock.venueMs() - clock.wallMs(), ...of })
  }

  #marketCalled(id: string): Market | undefined {
    for (const market of this.#parts.markets.values()) if (isCalled(id, market)) return market
    return undefined
  }

  #failed(source: SignalSource, message: string): void {
    const { tap } = this.#parts
    tap.signalFailed?.(source.label)
    if (this.#failing.has(source)) return
    this.#failing.add(source)
    tap.log('warn', 'a source of signals cannot be read: its last values stay, and age', {
      source: source.label,
      message,
    })
  }

  #read(source: SignalSource): void {
    if (this.#failing.delete(source)) {
      this.#parts.tap.log('info', 'a source of signals can be read again', { source: source.label })
    }
  }
}
