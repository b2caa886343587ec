// What a choice says of a market, by plain words: whether it names it, or what keeps it out; and how wide a book is.

import { z } from 'zod'
import type { MarketChoice, MarketSelector } from '../../../../src/feed/schema.js'

/** What is said of a market, by the venue's own list or by what was told of that. */
export interface Said {
  readonly id: string
  readonly conditionId: string
  readonly question: string
  readonly category?: string | undefined
  readonly tagSlugs: readonly string[]
  readonly groupId?: string | undefined
  readonly groupTitle?: string | undefined
  readonly status: string | undefined
  readonly registration: string | undefined
  readonly endMs: number
}

/** At least as many books may be read for one look, whatever `max` is, for each two seconds between two looks. */
const SEC_PER_BOOK = 2
const BOOKS_PER_MARKET = 3

/** For one look at the markets, at most. */
export const booksPerLook = ({ max, refreshSec }: MarketSelector): number =>
  Math.max(BOOKS_PER_MARKET * max, Math.ceil(refreshSec / SEC_PER_BOOK))

/** At most so many are quoted. */
export const mostOf = ({ ids = [], select }: MarketChoice): number => select?.max ?? ids.length

/** What keeps a market out for as long as it is called what it is. */
export function unnamed({ ids, select }: MarketChoice, said: Said): string | undefined {
  const { id, conditionId, question, category, tagSlugs, groupId, groupTitle = '' } = said
  if (ids !== undefined) return ids.includes(id) || ids.includes(conditionId) ? undefined : 'it is not named'
  const { tag, search, ...more }: Partial<MarketSelector> = select ?? {}
  if (tag !== undefined && !tagSlugs.includes(tag)) return `its tags are ${tagSlugs.join()}, not ${tag}`
  if (more.category !== undefined && category !== more.category) return `it is ${category}, not ${more.category}`
  if (more.groupId !== undefined && groupId !== more.groupId) return `it is of ${groupId}, not ${more.groupId}`
  const texts = [question, id, conditionId, groupTitle].map((text) => text.toLowerCase())
  if (search !== undefined && !texts.some((text) => text.includes(search.toLowerCase()))) return `it is no '${search}'`
  return undefined
}

/** What keeps it out now: of one that is quoted already, `minTimeLeftSec` is none. */
export function unfit({ status, registration, endMs }: Said, leastSec: number, nowMs: number): string | undefined {
  if (status !== 'OPEN') return `it is ${status}`
  if (registration !== 'REGISTERED') return `it is ${registration}`
  const leftSec = (endMs - nowMs) / 1000
  return leftSec < leastSec ? `it ends in ${leftSec} s` : undefined
}

const level = z.object({ price: z.coerce.number() })
const told = z.object({ books: z.array(z.object({ bids: z.array(level), asks: z.array(level) })).length(2) })

/** Best ask less best bid of what the venue has answered; infinite where a side has nothing, absent where it cannot be read. */
export function spreadTold(body: string): number | undefined {
  try {
    const { data } = told.safeParse(JSON.parse(body))
    const [yes, no] = data?.books ?? []
    if (yes === undefined || no === undefined) return undefined
    const best = (bids: readonly { price: number }[], sold: readonly { price: number }[]) =>
      Math.max(...bids.map(({ price }) => price), ...sold.map(({ price }) => 1 - price), Number.NEGATIVE_INFINITY)
    return 1 - best(yes.bids, no.asks) - best(no.bids, yes.asks)
  } catch {
    return undefined
  }
}
