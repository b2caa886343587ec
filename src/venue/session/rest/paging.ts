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
export function readPages<T>(reader: PageReader<T>, done: (answer: Answer<readonly T[]>) => void, attempt = 1): void {
  const found = new Map<string, T>()
  let total: number | undefined
  let isMoving = attempt > 1
  const isKnown = (item: T) => found.has(reader.key(item))

  function take({ items, ...page }: Page<T>): void {
    total = page.total
    for (const item of items) if (!isKnown(item)) found.set(reader.key(item), item)
  }

  function next(offset: number): void {
    reader.read(offset, (answer) => {
      if (!answer.ok) return done(answer)
      const { items } = answer.value
      // without a total nothing else would say that it does
      isMoving ||= answer.value.total === undefined
      const hasMoved = isMoving ? !items.slice(0, 1).some(isKnown) : answer.value.total !== total
      const known = found.size
      take(answer.value)
      if (reader.enough?.(items)) return finish()
      // of a venue that does not go by the offset there would be no last page
      const isRepeated = items.length >= PAGE_SIZE && found.size === known
      if ((offset > 0 && hasMoved) || isRepeated) return startAgain()
      const end = offset + items.length
      const isLast = items.length === 0 || (total === undefined ? items.length < PAGE_SIZE : end >= total)
      if (!isLast) return next(isMoving ? end - Math.floor(items.length * OVERLAP) : end)
      if (isMoving && offset > 0) lookBack()
      else counted()
    })
  }

  /** What has come to the front since stands before what was there. */
  function lookBack(): void {
    reader.read(0, (answer) => {
      if (!answer.ok) return done(answer)
      const { items } = answer.value
      if (items.length > 0 && !items.some(isKnown)) return startAgain()
      take(answer.value)
      counted()
    })
  }

  function counted(): void {
    if (total !== undefined && found.size < total) startAgain()
    else finish()
  }

  const finish = () => done({ ok: true, value: [...found.values()] })

  function startAgain(): void {
    if (attempt < ATTEMPTS) {
      readPages(reader, done, attempt + 1)
      return
    }
    const message = `list: expected ${total ?? 'a steady number of'} items, got ${found.size}; it moved during ${ATTEMPTS} readings`
    done({ ok: false, failure: { code: 'bad-payload', message } })
  }

  next(0)
}
