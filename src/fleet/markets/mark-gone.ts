// What a watchdog writes into the book of markets: its bot is gone, and nothing of it rests. Only where the bot has not looked since. Pure.

import type { FleetBot, MarketBook } from './market-book.js'

/** `before`: the bot as it stood in this book before its orders were listed. */
export function markGone(book: MarketBook, name: string, before: Pick<FleetBot, 'run' | 'version'>): MarketBook {
  const bot = book.bots[name]
  if (bot === undefined || bot.run !== before.run || bot.version !== before.version || bot.isGone) return book
  return { ...book, version: book.version + 1, bots: { ...book.bots, [name]: { ...bot, isGone: true } } }
}
