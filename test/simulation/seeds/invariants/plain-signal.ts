// What carries the fair value of one market while no book bears it, out of all that was said since: played through from the moment at which the
// book went, word after word.
//
//   near     no further than `maxJump` from the value so far, or than the book was wide that bore it: it is the value
//   far      the value so far stays, until a word made `confirmMs` after the first that was as far on the same side
//   against  what was said for `confirmMs` against the book that stood is never followed while the book's value counts; where nothing has to be
//            confirmed all is followed
//   old      a word that is older than `maxAgeMs` carries nothing, nor does one that is no probability

export interface Word {
  readonly value: number
  readonly madeMs: number
  readonly toldMs: number
}

export interface SignalRules {
  readonly maxAgeMs: number
  readonly maxJump: number
  readonly confirmMs: number
  readonly maxFairAgeMs: number
}

/** When the book went: what it bore then, how wide it was, and since when all words were as far off on this side. */
export interface Gone {
  readonly atMs: number
  readonly p: number
  readonly spread: number
  readonly against: { readonly sign: Sign; readonly sinceMs: number } | 'unknown' | undefined
}

export type Sign = -1 | 1

/** The word that carries the value; `book`: none does. Nothing where two readings of the rules differ. */
export interface Carrier {
  readonly by: Word | 'book'
  /** Where a word has jumped from that; nothing where it is not judged. */
  readonly jump: Sign | 0 | undefined
}

/** Of a time, milliseconds, and of a value. */
const LATE_MS = 1.5
const TINY = 1e-6

export const isProbability = (value: number) => value > 0 && value < 1

/** Which way it is further than that; nothing where that is a matter of rounding. */
export function sideOf(difference: number, near: number): Sign | 0 | undefined {
  if (difference === 0) return 0
  const beyond = Math.abs(difference) - near
  if (Math.abs(beyond) < TINY && near < 1) return undefined
  if (beyond < 0) return 0
  return difference > 0 ? 1 : -1
}

const isNear = (aMs: number, bMs: number) => Math.abs(aMs - bMs) < LATE_MS

/** `words`: the last one before the book went, and all since; whoever tells one that is older than the last is not heard. */
export function carrierOf(gone: Gone, words: readonly Word[], nowMs: number, rules: SignalRules): Carrier | undefined {
  const last = words.at(-1)
  const book: Carrier = { by: 'book', jump: undefined }
  if (last === undefined) return book
  if (isNear(nowMs - last.madeMs, rules.maxAgeMs)) return undefined
  if (nowMs - last.madeMs > rules.maxAgeMs || !isProbability(last.value)) return book
  const told = new Told(gone, rules)
  for (const [i, word] of words.entries()) told.hear(word, words[i + 1]?.toldMs ?? nowMs)
  return told.carrier(last, nowMs)
}

class Told {
  readonly #gone: Gone
  readonly #rules: SignalRules
  #followed: Word | undefined
  #run: { readonly sign: Sign; readonly sinceMs: number } | undefined
  /** What was far may be read otherwise: only a word that is near is judged. */
  #isMurky = false
  /** Which value is the one so far may be read otherwise: nothing is judged any more. */
  #isLost = false

  constructor(gone: Gone, rules: SignalRules) {
    this.#gone = gone
    this.#rules = rules
  }

  /** `untilMs`: the next one comes. */
  hear(word: Word, untilMs: number): void {
    const atMs = Math.max(word.toldMs, this.#gone.atMs)
    const side = isProbability(word.value) ? this.#side(word, atMs) : undefined
    if (side === 0) this.#follow(word)
    else if (side === undefined) this.#isMurky = true
    else this.#far(word, side)
    const isFresh = this.#isOld(word, untilMs) === false
    // meanwhile the value so far may have grown too old
    const isOther = this.#standsFrom(atMs) !== this.#standsFrom(untilMs)
    if (this.#isMurky && isOther) this.#isLost = true
    if (isFresh && isOther && isProbability(word.value) && this.#side(word, untilMs) === 0) this.#follow(word)
    else if (!isFresh || isOther) this.#isMurky = true
  }

  #follow(word: Word): void {
    this.#followed = word
    this.#run = undefined
    this.#isMurky = false
  }

  carrier(last: Word, nowMs: number): Carrier | undefined {
    if (this.#isLost) return undefined
    if (this.#followed === last) return { by: last, jump: 0 }
    const side = this.#side(last, nowMs)
    if (side === 0) return { by: last, jump: 0 }
    if (side === undefined || this.#isMurky) return undefined
    const followed = this.#isOld(this.#followed, nowMs) === false ? this.#followed : undefined
    return { by: followed ?? 'book', jump: side }
  }

  #far(word: Word, sign: Sign): void {
    const { confirmMs } = this.#rules
    if (this.#run?.sign !== sign) this.#run = { sign, sinceMs: this.#began(word, sign) }
    const forMs = word.madeMs - this.#run.sinceMs
    const isConfirmed = confirmMs === 0 || forMs >= confirmMs
    if (confirmMs > 0 && isNear(forMs, confirmMs)) this.#isMurky = true
    else if (isConfirmed) {
      this.#isLost ||= this.#isMurky
      this.#followed = word
      this.#run = undefined
    }
  }

  #began(word: Word, sign: Sign): number {
    const { atMs, against } = this.#gone
    const isFirst = word.toldMs <= atMs
    if (isFirst && against === 'unknown') this.#isMurky = true
    if (!isFirst || against === undefined || against === 'unknown' || against.sign !== sign)
      return Math.max(word.madeMs, atMs)
    const forMs = atMs - against.sinceMs
    if (isNear(forMs, this.#rules.confirmMs)) this.#isMurky = true
    return forMs >= this.#rules.confirmMs ? Number.POSITIVE_INFINITY : Math.max(word.madeMs, atMs)
  }

  /** Seen from the value so far. */
  #side({ value }: Word, atMs: number): Sign | 0 | undefined {
    const { maxJump, maxFairAgeMs } = this.#rules
    const isOld = this.#isOld(this.#followed, atMs)
    if (this.#followed !== undefined && isOld === undefined) return undefined
    if (this.#followed !== undefined && isOld === false) return sideOf(value - this.#followed.value, maxJump)
    const ageMs = atMs - this.#gone.atMs
    if (isNear(ageMs, maxFairAgeMs)) return undefined
    return ageMs > maxFairAgeMs ? 0 : sideOf(value - this.#gone.p, Math.max(maxJump, this.#gone.spread))
  }

  /** Which value is the one so far. */
  #standsFrom(atMs: number): string {
    const isOld = this.#isOld(this.#followed, atMs)
    if (this.#followed !== undefined && isOld !== true) return `word ${isOld}`
    return `book ${atMs - this.#gone.atMs > this.#rules.maxFairAgeMs}`
  }

  #isOld(word: Word | undefined, atMs: number): boolean | undefined {
    if (word === undefined) return true
    const ageMs = atMs - word.madeMs
    return isNear(ageMs, this.#rules.maxAgeMs) ? undefined : ageMs > this.#rules.maxAgeMs
  }
}
