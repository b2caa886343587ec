// The signal that may carry the fair value of one market, and what it takes to be followed.
//
//   near      no further than `maxJump` from the value so far, or than the book was wide that bore it: followed at once
//   jump      further away: the value so far stays until a reading made `confirmMs` later, with no book that bears another, still says so
//   against   what it has said for `confirmMs` against a book that stood is not news: it is not followed before the book's value is gone
//   first     where no other value is known, or it has grown too old, the signal is the value at once
//   nonsense  what is no probability is followed never
//
// Nothing is remembered by being asked: the same readings at the same times come to the same, whoever looks on.

import { A_MOMENT_MS } from '../../domain/time.js'
import type { SignalSettings } from '../schema.js'
import { type Direction, jumpOf } from './fair-track.js'
import type { Signal } from './signals.js'

/** The value that the others' book bears, or bore last. */
export interface BookValue {
  /** Not a number before the first. */
  readonly p: number
  readonly spread: number
  /** Since when no book bears it, monotonic; not a number where none ever did. */
  readonly aloneMs: number
  /** A book bears it now. */
  readonly isBorne: boolean
  /** It is not too old to be quoted on. */
  readonly isUsable: boolean
}

export interface Said {
  /** What is quoted on; `undefined` where it is the last book, or nothing. */
  readonly value: Signal | undefined
  /** Where the signal has jumped from that, and is not followed yet. */
  readonly jump: Direction
}

const NEVER_MS = Number.POSITIVE_INFINITY

export class SignalTrack {
  readonly #settings: { readonly confirmMs: number }
  readonly #signal: SignalSettings
  #last: Signal | undefined
  /** What was followed last, and since when no book had borne the value then. */
  #followed: Signal | undefined
  #aloneMs = Number.NaN
  /** The jump that the last reading was, and when it was read for the first time. */
  #jump: Direction = 0
  #sinceMs = 0

  constructor(settings: { readonly confirmMs: number }, signal: SignalSettings) {
    this.#settings = settings
    this.#signal = signal
  }

  told(signal: Signal, book: BookValue, nowMs: number): void {
    // between two readings the book may have gone, or the value grown too old
    if (!book.isBorne) this.#settle(book, nowMs)
    this.#last = signal
    this.#settle(book, nowMs)
  }

  /** While no book bears the value. */
  said(book: BookValue, nowMs: number): Said {
    const last = this.#last
    const followed = this.#followedSince(book)
    if (last === undefined || !this.#isFresh(last, nowMs)) {
      // one that is newer than the book says still that the book may be wrong
      return { value: undefined, jump: followed === undefined ? 0 : this.#jumpTo(followed.value, undefined, book) }
    }
    if (!isProbability(last.value)) return { value: undefined, jump: this.#jumpTo(last.value, undefined, book) }
    const held = this.#isFresh(followed, nowMs) ? followed : undefined
    const jump = this.#jumpTo(last.value, held, book)
    const stoodMs = Math.max(0, last.atMonoMs - this.#beganMs(jump, last, book))
    return jump === 0 || stoodMs >= this.#settings.confirmMs ? { value: last, jump: 0 } : { value: held, jump }
  }

  /** The newest value that was quoted on since a book bore one, of any age. */
  known(book: BookValue, nowMs: number): number | undefined {
    return (this.said(book, nowMs).value ?? this.#followedSince(book))?.value
  }

  /** The last reading of any age, where it is a probability. */
  get last(): number | undefined {
    const { value = Number.NaN } = this.#last ?? {}
    return isProbability(value) ? value : undefined
  }

  /** When what it says changes by time alone, monotonic; later than now. */
  nextMs(nowMs: number): number {
    return Math.min(this.#endMs(this.#last, nowMs), this.#endMs(this.#followed, nowMs))
  }

  /** What follows from the last reading so far. */
  #settle(book: BookValue, nowMs: number): void {
    const last = this.#last
    if (last === undefined) return
    const { value, jump } = book.isBorne ? this.#against(last, book) : this.said(book, nowMs)
    const beganMs = this.#beganMs(jump, last, book)
    if (value === last) this.#followed = last
    else if (book.isBorne || !this.#isSameAbsence(book)) this.#followed = undefined
    this.#aloneMs = book.aloneMs
    this.#jump = jump
    this.#sinceMs = beganMs
  }

  #against({ value }: Signal, book: BookValue): Said {
    return { value: undefined, jump: this.#jumpTo(value, undefined, book) }
  }

  /** From when on readings confirm it; never where it was said against a book for too long. */
  #beganMs(jump: Direction, last: Signal, book: BookValue): number {
    const sinceMs = jump !== 0 && jump === this.#jump ? this.#sinceMs : Number.NaN
    if (!Number.isNaN(sinceMs) && (book.isBorne || this.#isSameAbsence(book))) return sinceMs
    if (Number.isNaN(book.aloneMs)) return last.atMonoMs
    const isAgainst = sinceMs === NEVER_MS || book.aloneMs - sinceMs >= this.#settings.confirmMs
    return isAgainst ? NEVER_MS : Math.max(last.atMonoMs, book.aloneMs)
  }

  #jumpTo(value: number, held: Signal | undefined, { p, spread, isUsable }: BookValue): Direction {
    const { maxJump } = this.#signal
    if (held !== undefined) return jumpOf(value - held.value, maxJump)
    return isUsable ? jumpOf(value - p, Math.max(maxJump, spread)) : 0
  }

  #followedSince(book: BookValue): Signal | undefined {
    return this.#isSameAbsence(book) ? this.#followed : undefined
  }

  /** No book has borne a value since. */
  #isSameAbsence({ aloneMs }: BookValue): boolean {
    return Object.is(aloneMs, this.#aloneMs)
  }

  #endMs(signal: Signal | undefined, nowMs: number): number {
    const endMs = signal === undefined ? 0 : signal.atMonoMs + this.#signal.maxAgeMs + A_MOMENT_MS
    return endMs > nowMs ? endMs : Number.POSITIVE_INFINITY
  }

  #isFresh(signal: Signal | undefined, nowMs: number): boolean {
    return signal !== undefined && nowMs - signal.atMonoMs <= this.#signal.maxAgeMs
  }
}

const isProbability = (value: number) => value > 0 && value < 1
