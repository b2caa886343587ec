// A POST_ONLY order at the price of the best offer: the venue has to refuse it. One that takes instead makes every quote a possible taker.

import { isTerminal, type OrderRecord } from '../../domain/orders/order.js'
import { awaitAnswer } from '../../venue/await-answer.js'
import type { BookReading } from '../../venue/market-data.js'
import { failed, ok, warning } from '../finding.js'
import { contradiction, type Lesson } from './lesson.js'
import { offerOf } from './place-plan.js'
import type { Trial, TrialParts } from './trial.js'
import type { Sent } from './trial-orders.js'

const NAME = 'POST_ONLY'
/** Books move between the look and the order's arrival. */
const ATTEMPTS = 8
const AGAIN_MS = 1000

export const crossingTrial: Trial = {
  name: NAME,
  withinMs: 40_000,
  run: async (parts) => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const lesson = await crossed(parts)
      if (lesson !== undefined) return [lesson]
      await new Promise<void>((done) => parts.clock.after(AGAIN_MS, done))
    }
    const evidence = `the offer moved away ${ATTEMPTS} times before the order came; nothing was seen`
    return [{ finding: warning(NAME, { evidence, fix: 'ask again, or name a quieter market with --market' }) }]
  },
}

/** `undefined`: the offer moved away, and the order rested rightly. */
async function crossed(parts: TrialParts): Promise<Lesson | undefined> {
  const { plan, hand, connection } = parts
  const { outcome, price: most } = plan.crossing
  const price = await offer(parts)
  // never dearer than was said
  if (price === undefined || price > most) return undefined
  const sent = await hand.place({ outcome, price })
  const { answer, order } = sent
  if (!answer.ok) return refused(sent, price)
  const record = await awaitAnswer<OrderRecord>((done) => connection.trading.readOrder(order.hash, done))
  if (record.filledRaw + record.pendingRaw > 0n) return matched(parts, 'it was matched')
  if (isTerminal(record.status)) {
    const evidence = `at the best offer (${price} ticks) it is answered with ${record.status}, and nothing of it is matched`
    return { finding: ok(NAME, evidence), known: ['orders.types'] }
  }
  const now = await offer(parts)
  await hand.cancel(order.hash)
  return now !== undefined && now <= price ? matched(parts, 'it rests, and the offer beside it') : undefined
}

function refused({ answer }: Sent, price: number): Lesson | undefined {
  if (answer.ok) return undefined
  const { code, message } = answer.failure
  const evidence = `at the best offer (${price} ticks) it is refused with ${code}: ${message}`
  if (code === 'would-match') return { finding: ok(NAME, evidence), known: ['orders.types'] }
  const fix = 'it was refused for another reason, which says nothing of POST_ONLY: mend that, and ask again'
  return { finding: failed(NAME, { evidence, fix, exit: 'refused' }) }
}

function matched({ config }: TrialParts, how: string): Lesson {
  const { types } = config.venue.profile.orders
  return {
    finding: contradiction(NAME, {
      ...{
        field: 'orders.types',
        expected: types,
        seen: `a POST_ONLY order at the best offer was not refused: ${how}`,
      },
      fix: 'do not go live here: every quote may take, and pay for it. Take POST_ONLY out of orders.types of the profile (live is refused then), and tell the venue',
    }),
    doubted: ['orders.types'],
    values: { 'orders.types': types.filter((type) => type !== 'POST_ONLY') },
  }
}

async function offer({ connection, plan }: TrialParts) {
  const { book } = await awaitAnswer<BookReading>((done) => connection.marketData.readBook(plan.market, done))
  return offerOf(book, plan.crossing.outcome, plan.market.ticksPerUnit)
}
