// Reads a list page by page until it is whole. A failed page fails the list: half a list is not a list.
//
// Pages are taken by offset while the list may move under us. Where the venue states a total, a total that changed between
// two pages, or a count that does not match it, means that an item may have slipped past, and the reading starts again.

import type { Answer } from '../../../domain/error.js'

export const PAGE_SIZE = 250
const ATTEMPTS = 3

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

  function next(offset: number): void {
    reader.read(offset, (answer) => {
      if (!answer.ok) return done(answer)
      const { items } = answer.value
      const moved = offset > 0 && answer.value.total !== total
      const known = found.size
      total = answer.value.total
      for (const item of items) if (!found.has(reader.key(item))) found.set(reader.key(item), item)
      if (reader.enough?.(items)) return finish()
      // of a venue that does not go by the offset there would be no last page
      const isRepeated = items.length >= PAGE_SIZE && found.size === known
      if (moved || isRepeated) return startAgain()
      const end = offset + items.length
      if (items.length > 0 && (total === undefined ? items.length >= PAGE_SIZE : end < total)) return next(end)
      if (total !== undefined && found.size < total) return startAgain()
      finish()
    })
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
