// Takes in what the sources of signals tell: only names that somebody reads, each word once, by the venue's clock and the market's
// condition id. What nobody reads is kept, for a strategy that is taken up later. A source that fails is counted each time, and each reason
// is logged once until it is well again.

import { type ConditionId, isCalled, type Market } from '../domain/market/market.js'
import type { CoreEvent, CoreInput } from '../domain/run/core-event.js'
import type { Clock } from '../domain/time.js'
import type { SignalSource, SignalWord } from '../signals/signal-source.js'

export interface SignalDeskParts {
  readonly sources: readonly SignalSource[]
  /** Those that the strategy and the fair value read now. */
  readonly names: () => ReadonlySet<string>
  readonly clock: Pick<Clock, 'wallMs'>
  readonly venueClock: { venueMs(): number }
  readonly emit: (input: CoreInput) => void
  readonly tap: {
    log(level: 'info' | 'warn', message: string, details?: Record<string, unknown>): void
    signalFailed?(source: string): void
  }
}

/** Of markets that are not followed, and as many that nobody reads: the oldest are forgotten. */
const MOST_WORDS = 10_000

/** Of one source until it is well again: where each failure has other words, the first of them tell enough. */
const MOST_REASONS = 5

/** `madeMs`: its time, or, where that was in the future, when it was told. */
type Told = SignalWord & { readonly madeMs: number }

export class SignalDesk {
  readonly #parts: SignalDeskParts
  #names: ReadonlySet<string>
  /** The last word on each name of each market, as the source calls it. */
  readonly #words = new Map<string, Told>()
  /** The same of names that nobody reads. */
  readonly #unread = new Map<string, Told>()
  /** Markets that are known, by their id and by their condition id in small letters: of tens of thousands each word names one. */
  readonly #byId = new Map<string, ConditionId>()
  readonly #byCondition = new Map<string, ConditionId>()
  /** Why they cannot be read, as it was logged. */
  readonly #failing = new Map<SignalSource, Set<string>>()

  constructor(parts: SignalDeskParts) {
    this.#parts = parts
    this.#names = parts.names()
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

  /** An event has reached the core. */
  taken(event: CoreEvent): void {
    if (event.kind === 'market') this.#marketKnown(event.market)
    else if (event.kind === 'settings') this.#settingsTaken()
  }

  /** Another strategy may read other names: what was told on them before counts. */
  #settingsTaken(): void {
    this.#names = this.#parts.names()
    for (const [key, word] of this.#unread) {
      if (!this.#names.has(word.name)) continue
      this.#unread.delete(key)
      this.#keep(this.#words, key, word)
      this.#pass(word)
    }
  }

  /** A market is followed from now on: what was told of it before counts. */
  #marketKnown({ id, conditionId }: Pick<Market, 'id' | 'conditionId'>): void {
    if (this.#parts.sources.length === 0) return
    // of two that share an id it is the one that was there first
    if (!this.#byId.has(id)) this.#byId.set(id, conditionId)
    this.#byCondition.set(conditionId.toLowerCase(), conditionId)
    for (const word of this.#words.values()) {
      if (word.market !== undefined && isCalled(word.market, { id, conditionId })) this.#emit(word, conditionId)
    }
  }

  #told(word: SignalWord): void {
    const isRead = this.#names.has(word.name)
    const words = isRead ? this.#words : this.#unread
    const key = JSON.stringify([word.name, word.market])
    const last = words.get(key)
    if (last?.value === word.value && last.atMs === word.atMs) return
    const told = { ...word, madeMs: Math.min(word.atMs, this.#parts.clock.wallMs()) }
    this.#keep(words, key, told)
    if (isRead) this.#pass(told)
  }

  #keep(words: Map<string, Told>, key: string, told: Told): void {
    words.delete(key)
    words.set(key, told)
    const [oldest] = words.keys()
    if (words.size > MOST_WORDS && oldest !== undefined) words.delete(oldest)
  }

  #pass(told: Told): void {
    if (told.market === undefined) {
      this.#emit(told, undefined)
      return
    }
    const conditionId = this.#marketCalled(told.market)
    if (conditionId !== undefined) this.#emit(told, conditionId)
  }

  #emit({ name, value, madeMs }: Told, conditionId: ConditionId | undefined): void {
    const { emit, clock, venueClock } = this.#parts
    const of = conditionId === undefined ? {} : { conditionId }
    emit({ kind: 'signal', name, value, atMs: madeMs + venueClock.venueMs() - clock.wallMs(), ...of })
  }

  #marketCalled(name: string): ConditionId | undefined {
    return this.#byId.get(name) ?? this.#byCondition.get(name.toLowerCase())
  }

  #failed(source: SignalSource, message: string): void {
    const { tap } = this.#parts
    tap.signalFailed?.(source.label)
    const reasons = this.#failing.get(source) ?? new Set()
    this.#failing.set(source, reasons)
    if (reasons.has(message) || reasons.size === MOST_REASONS) return
    reasons.add(message)
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
