// The book as it is to be believed: a Redis that was flushed, or started with an old copy, is told what a bot knows. Pure.

import type { MarketBook } from './market-book.js'

export interface Known {
  readonly book: MarketBook
  /** Since before that look, by the bot's own clocks. */
  readonly agoMs: number
}

export interface Remembering {
  /** At its last look. */
  readonly last: Known | undefined
  readonly leaseMs: number
  /** Of Redis, now. */
  readonly redisRun: string
  readonly newId: string
}

/** Whatever may be acted on was known to every bot that was not lost; one that has looked within a lease is not. */
export function knowsAll({ last, leaseMs }: Pick<Remembering, 'last' | 'leaseMs'>): boolean {
  return last !== undefined && last.book.memory !== 'forgotten' && last.agoMs < leaseMs
}

export function rememberedBook(found: MarketBook | undefined, by: Remembering): MarketBook {
  const { last, redisRun, newId } = by
  if (found !== undefined && !isForgetful(found, by)) {
    const isTold = found.memory !== 'forgotten' || last === undefined || last.book.id === found.id || !knowsAll(by)
    if (isTold) return found
  }
  const version = Math.max(found?.version ?? 0, last?.book.version ?? 0)
  const anew = { id: newId, redisRun, version }
  if (last === undefined || !knowsAll(by)) {
    const { bots = {}, claims = {} } = found ?? {}
    return { ...anew, memory: 'forgotten', bots: notGone(bots), claims }
  }
  // bots that came meanwhile have not been given anything
  return { ...anew, memory: 'told', bots: notGone({ ...found?.bots, ...last.book.bots }), claims: last.book.claims }
}

/** One that was found gone may have come back since. */
function notGone(bots: MarketBook['bots']): MarketBook['bots'] {
  return Object.fromEntries(
    Object.entries(bots).map(([name, bot]) => [name, bot.isGone ? { ...bot, isGone: false } : bot]),
  )
}

/** Another process of Redis has read a copy; an older version of what we saw is one, too. */
function isForgetful(found: MarketBook, { last, redisRun }: Remembering): boolean {
  if (found.redisRun !== redisRun) return true
  return last !== undefined && last.book.id === found.id && found.version < last.book.version
}
