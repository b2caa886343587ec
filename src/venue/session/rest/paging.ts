// Reads a list page by page until it is whole. A failed page fails the list: half a list is not a list.
//
// Pages are taken by offset while the list may move under us. Where the venue states a total, a total that changed between
// two pages, or a count that does not match it, means that an item may have slipped past, and the reading starts again.
//
// A long list may never stand still, as that of hundreds of orders that are quoted: one that has moved, or whose total is not stated, is read so
// that each page begins within the one before. Where its first item is known, nothing between the two has slipped past; what has moved to the
// front meanwhile is seen when the first page is read once more. Then nothing is missing that was there all the time; what went meanwhile may
// be in it.

import type { Answer } from '../../../domain/error.js'

export const PAGE_SIZE = 250
const ATTEMPTS = 3
/** Part of a page that the next one begins within, where the list moves. */
const OVERLAP = 0.2

export interface Page<T> {
  readonly items: readonly T[]
  /** Items in the whole list, where the venue says so. */
  readonly total?: number
}

export interface PageReader<T> {
  readonly read: (offset: number, done: (answer: Answer<Page<T>>) => void) => void
  /** Items with the same key are one. */
  readonly key: (item: T) => string
  /** Stops early; a list that is only needed up to a point is not checked against its total. */
  readonly enough?: (items: readonly T[]) => boolean
}

/** The whole list without duplicates, in the venue's order. */
export function readPages<T>(reader: PageReader<T>, done: (answer: Answer<readonly T[]>) => void): void {
  new Reading(reader, done, 1).next(0)
}

class Reading<T> {
  readonly #reader: PageReader<T>
  readonly #done: (answer: Answer<readonly T[]>) => void
  readonly #attempt: number
  readonly #found = new Map<string, T>()
  #total: number | undefined
  #isMoving: boolean

  constructor(reader: PageReader<T>, done: (answer: Answer<readonly T[]>) => void, attempt: number) {
    this.#reader = reader
    this.#done = done
    this.#attempt = attempt
    this.#isMoving = attempt > 1
  }

  next(offset: number): void {
    this.#reader.read(offset, (answer) => {
      if (answer.ok) this.#took(offset, answer.value)
      else this.#done(answer)
    })
  }

  #took(offset: number, page: Page<T>): void {
    const { items } = page
    // without a total nothing else would say that it does
    this.#isMoving ||= page.total === undefined
    const hasMoved = this.#isMoving
      ? !items.slice(0, 1).some((item) => this.#isKnown(item))
      : page.total !== this.#total
    const known = this.#found.size
    this.#take(page)
    // of a venue that does not go by the offset there would be no last page
    const isRepeated = items.length >= PAGE_SIZE && this.#found.size === known
    if (this.#reader.enough?.(items)) this.#finish()
    else if ((offset > 0 && hasMoved) || isRepeated) this.#startAgain()
    else this.#goOn(offset, page)
  }

  #goOn(offset: number, { items, total }: Page<T>): void {
    const end = offset + items.length
    const isLast = items.length === 0 || (total === undefined ? items.length < PAGE_SIZE : end >= total)
    if (!isLast) this.next(this.#isMoving ? end - Math.floor(items.length * OVERLAP) : end)
    else if (this.#isMoving && offset > 0) this.#lookBack()
    else this.#counted()
  }

  /** What has come to the front since stands before what was there. */
  #lookBack(): void {
    this.#reader.read(0, (answer) => {
      if (!answer.ok) return this.#done(answer)
      const { items } = answer.value
      if (items.length > 0 && !items.some((item) => this.#isKnown(item))) return this.#startAgain()
      this.#take(answer.value)
      this.#counted()
    })
  }

  #isKnown(item: T): boolean {
    return this.#found.has(this.#reader.key(item))
  }

  #take({ items, ...page }: Page<T>): void {
    this.#total = page.total
    for (const item of items) if (!this.#isKnown(item)) this.#found.set(this.#reader.key(item), item)
  }

  #counted(): void {
    if (this.#total !== undefined && this.#found.size < this.#total) this.#startAgain()
    else this.#finish()
  }

  #finish(): void {
    this.#done({ ok: true, value: [...this.#found.values()] })
  }

  #startAgain(): void {
    if (this.#attempt < ATTEMPTS) {
      new Reading(this.#reader, this.#done, this.#attempt + 1).next(0)
      return
    }
    const expected = this.#total ?? 'a steady number of'
    const message = `list: expected ${expected} items, got ${this.#found.size}; it moved during ${ATTEMPTS} readings`
    this.#done({ ok: false, failure: { code: 'bad-payload', message } })
  }
}
