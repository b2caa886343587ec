// Why a market that a bot would quote is not its own to quote, for people. Nothing in it counts down, so that it is told once.

import type { NotOurs } from '../../domain/run/market-claim.js'
import { type MarketBook, restsForMs } from './market-book.js'
import type { Sight, Witness } from './witness.js'

export interface WhyAsked {
  readonly book: MarketBook
  /** Absent while nothing is given out. */
  readonly owners: ReadonlyMap<string, string> | undefined
  readonly look: {
    readonly bot: string
    readonly leaseMs: number
    readonly restMs: number
    readonly witness: Pick<Witness, 'botSince' | 'bookSince'>
    readonly now: Sight
  }
}

export function whyNotOurs(market: string, { book, owners, look }: WhyAsked): NotOurs {
  const claim = book.claims[market]
  const forgotten = whileForgotten(book, look)
  if (claim === undefined || (claim.bot === look.bot && owners === undefined)) {
    if (forgotten !== undefined) return unclaimed(forgotten)
    const owner = owners?.get(market)
    if (owner === undefined || owner === look.bot) return unclaimed('it is not given out yet')
    return othersMarket(`${labelOf(book, owner)} is about to quote it`)
  }
  if (claim.bot === look.bot) {
    const owner = owners?.get(market)
    if (owner === look.bot) return unclaimed('its claim is not known to every bot of the fleet yet')
    return othersMarket(`${labelOf(book, owner ?? '')} is to quote it, as soon as nothing of ours rests there`)
  }
  const holder = book.bots[claim.bot]
  const label = labelOf(book, claim.bot)
  if (holder === undefined || (!holder.isLost && !holder.isGone)) return othersMarket(`${label} quotes it`)
  const since = look.witness.botSince(claim.bot, book) ?? look.now
  const until = `may rest until ${clockTime(since.wallMs + restsForMs(holder))} at the latest`
  return unclaimed(`${label} held it, and was last heard of at ${clockTime(since.wallMs)}: what it left there ${until}`)
}

const unclaimed = (detail: string): NotOurs => ({ reason: 'unclaimed', detail })
const othersMarket = (detail: string): NotOurs => ({ reason: 'other-bot', detail })

const labelOf = ({ bots }: MarketBook, name: string) => bots[name]?.label ?? name

function whileForgotten(book: MarketBook, { witness, now, leaseMs, restMs }: WhyAsked['look']): string | undefined {
  if (book.memory === 'sure') return undefined
  const { wallMs } = witness.bookSince(book) ?? now
  if (book.memory === 'told') {
    const until = clockTime(wallMs + leaseMs)
    return `Redis had forgotten who quotes what, and the bots tell it again: nothing is given out until ${until}`
  }
  const longest = Math.max(restMs, ...Object.values(book.bots).map((bot) => bot.restMs))
  const until = clockTime(wallMs + restsForMs({ leaseMs, restMs: longest }))
  return `Redis knows of no market who quotes it: what an unknown bot has left there may rest until ${until}`
}

const clockTime = (wallMs: number) => `${new Date(wallMs).toISOString().slice(11, 19)} UTC`
