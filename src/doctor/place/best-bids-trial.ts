// What best bids count, and that they leave our own quotes out: an order of ours joins the best bid, and is looked for in the answer.

import type { BestBids, Level, MarketBook } from '../../domain/market/book.js'
import { OUTCOMES, otherOutcome } from '../../domain/market/side.js'
import { isTerminal } from '../../domain/orders/order.js'
import { awaitAnswer } from '../../venue/await-answer.js'
import type { BookReading } from '../../venue/market-data.js'
import { parseBestBids } from '../../venue/wire/book-codec.js'
import { bestBids, type WireBestBids } from '../../venue/wire/market-schema.js'
import { failed, ok, skipped, warning } from '../finding.js'
import { contradiction, type Lesson } from './lesson.js'
import type { Trial, TrialParts } from './trial.js'

const NAME = 'best bids'
/** Books move between the looks. */
const ATTEMPTS = 5

export const bestBidsTrial: Trial = {
  name: NAME,
  withinMs: 40_000,
  run: async (parts) => {
    const counted = await counting(parts)
    return [counted, await leftOut(parts)].filter((lesson) => lesson !== undefined)
  },
}

type Counts = 'direct' | 'merged'

/** The best bid on each outcome by a book, if this is what counts. */
export function bestBidsOf(book: MarketBook, counts: Counts, ticksPerUnit: number): readonly (number | undefined)[] {
  return OUTCOMES.map((outcome) => {
    const direct = book[outcome].bids[0]?.price
    const ask = book[otherOutcome(outcome)].asks[0]?.price
    if (counts === 'direct' || ask === undefined) return direct
    return Math.max(direct ?? 0, ticksPerUnit - ask)
  })
}

/** Which of the two ways explains the answer, where they differ. */
async function counting(parts: TrialParts): Promise<Lesson> {
  const { market } = parts.plan
  const expected = parts.config.venue.profile.bestBids.counts
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await bookOf(parts)
    const told = await bidsOf(parts, 'ours left out')
    if (JSON.stringify(before) !== JSON.stringify(await bookOf(parts))) continue
    const prices = told.map((level) => level?.price)
    const fits = (counts: Counts) => bestBidsOf(before, counts, market.ticksPerUnit).join() === prices.join()
    const [direct, merged] = [fits('direct'), fits('merged')]
    const shown = `best bids ${prices.map((price) => price ?? 'none').join(' and ')} ticks`
    if (direct && merged) {
      const why = `${shown}: this book has the same either way`
      return { finding: ok(NAME, why), unseen: { 'bestBids.counts': 'the book was the same either way' } }
    }
    if (!direct && !merged) break
    const seen: Counts = direct ? 'direct' : 'merged'
    if (seen === expected)
      return { finding: ok(NAME, `${shown}: ${seen}, as the profile says`), known: ['bestBids.counts'] }
    const fix = `set bestBids.counts: ${seen} in the profile: otherwise the bot takes its own quotes for those of others`
    return {
      finding: contradiction(NAME, { field: 'bestBids.counts', expected, seen, fix }),
      ...{ known: ['bestBids.counts'], values: { 'bestBids.counts': seen } },
    }
  }
  const fix = 'ask again, or name a quieter market with --market'
  return { finding: warning(NAME, { evidence: 'the book moved while it was looked at, or fits neither way', fix }) }
}

/** Asked with and without our wallet left out, while an order of ours stands at the best bid. */
async function leftOut(parts: TrialParts): Promise<Lesson> {
  const { plan, hand } = parts
  const name = 'excludeMaker'
  const { joining } = plan
  if (joining === undefined) return { finding: skipped(name, 'nobody bids directly in this market') }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const best = (await bookOf(parts))[joining.outcome].bids[0]
    if (best === undefined || best.price > joining.price) continue
    const { order, answer } = await hand.place({ outcome: joining.outcome, price: best.price })
    if (!answer.ok || isTerminal(answer.value.status)) continue
    try {
      const all = (await bidsOf(parts, 'all'))[joining.outcome]
      const others = (await bidsOf(parts, 'ours left out'))[joining.outcome]
      const still = (await bidsOf(parts, 'all'))[joining.outcome]
      if (all === undefined || !isSame(all, still) || all.price !== best.price) continue
      const ours = all.size - (others?.price === all.price ? others.size : 0)
      if (ours === plan.size) return { finding: ok(name, `our ${plan.size} lots at ${best.price} ticks are left out`) }
      if (ours !== 0) continue
      const evidence = `our ${plan.size} lots at the best bid are counted as those of others`
      const fix = 'the bot would follow its own quotes: do not go live before the venue leaves them out'
      return { finding: failed(name, { evidence, fix, exit: 'refused' }), doubted: ['bestBids.counts'] }
    } finally {
      // whatever it answers: the clearing at the end looks again
      await hand.cancel(order.hash).catch(() => undefined)
    }
  }
  const fix = 'ask again, or name a quieter market with --market'
  return { finding: warning(name, { evidence: `the best bid moved ${ATTEMPTS} times while it was looked at`, fix }) }
}

const isSame = (a: Level, b: Level | undefined) => a.price === b?.price && a.size === b.size

async function bookOf({ connection, plan }: TrialParts): Promise<MarketBook> {
  return (await awaitAnswer<BookReading>((done) => connection.marketData.readBook(plan.market, done))).book
}

async function bidsOf({ connection, plan }: TrialParts, which: 'all' | 'ours left out'): Promise<BestBids> {
  const { market } = plan
  if (which === 'ours left out') return await awaitAnswer((done) => connection.marketData.readBestBids(market, done))
  const call = { route: 'bestBids', params: { id: market.id }, schema: bestBids } as const
  const { value } = await awaitAnswer<{ readonly value: WireBestBids }>((done) => connection.own.call(call, done))
  return parseBestBids(value.bestBids, market)
}
