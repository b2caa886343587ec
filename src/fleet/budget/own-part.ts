// What one bot knows of its part of a key: what it was told last, until when that holds, and when it is to be told again. Pure.

import type { ByClass, ClassUse, KeyPart } from '../../domain/permit.js'
import { type Look, PART_MS, type Seen } from './part-book.js'

/** A part is told again when it holds so much longer. */
const TELL_AGAIN_MS = 2500

interface Told extends Seen {
  /** The look at the book in which it was found began then. */
  readonly askedMonoMs: number
  /** Of the part as the bot has it. */
  readonly untilMonoMs: number
}

export class OwnPart {
  readonly #name: string
  #told: Told | undefined

  constructor(name: string) {
    this.#name = name
  }

  get name(): string {
    return this.#name
  }

  /** What is asked of the book. */
  look(use: ByClass<ClassUse>, nowMonoMs: number): Omit<Look, 'nowMs' | 'newId'> {
    const told = this.#told
    if (told === undefined) return { name: this.#name, use }
    const { part, least, book, askedMonoMs, untilMonoMs } = told
    const last = { book, agoMs: nowMonoMs - askedMonoMs }
    return { name: this.#name, use, last, told: { least, part: nowMonoMs < untilMonoMs ? part : least } }
  }

  /** Found in a look that began then; `undefined` where the bot has it already, and long enough. */
  heard(seen: Seen, askedMonoMs: number): KeyPart | undefined {
    const before = this.#told
    const untilMonoMs = askedMonoMs + PART_MS
    const knownUntil = before?.untilMonoMs ?? Number.NEGATIVE_INFINITY
    const isSame = before !== undefined && before.bots === seen.bots && partOf(before) === partOf(seen)
    const isNews = !isSame || untilMonoMs - knownUntil >= TELL_AGAIN_MS
    this.#told = { ...seen, askedMonoMs, untilMonoMs: isNews ? untilMonoMs : knownUntil }
    return isNews ? this.known : undefined
  }

  /** `undefined` before anything was heard. */
  get known(): KeyPart | undefined {
    if (this.#told === undefined) return undefined
    const { part, least, untilMonoMs } = this.#told
    return { limits: part, untilMonoMs, afterwards: least }
  }
}

const partOf = ({ part, least }: Seen) => JSON.stringify([part, least])
