// The experiment of Avellaneda and Stoikov (2008), section 3.3, in continuous time: takers come at rate A e^(-k distance) on either side of a
// price that is a Brownian motion. Price 0.5 + (s - 100) / 1000, one share an order.
//
//   reservation price  r = s - q gamma sigma^2 (T - t)       spread  gamma sigma^2 (T - t) + (2 / gamma) ln(1 + gamma / k)
//   symmetric          the average of that spread, around s

import { seededRandom } from '../../src/domain/random.js'
import { defineStrategy, z } from '../../src/index.js'
import type { TapeRecord } from '../../src/recording/tape-record.js'
import { BEGIN_MS, moved, type Outcomes, played, taker } from './experiment.js'

const [SIGMA, K, A] = [2, 1.5, 140]
/** Steps of the price. Its distribution does not depend on them, and the quotes follow each. */
const STEPS = 100
const STEP_MS = 4000
const LASTS_MS = STEPS * STEP_MS
/** A taker reaches at most so far: the others stand there. */
const REACH = 19

const priceOf = (s: number) => 0.5 + (s - 100) / 1000

const params = z.strictObject({ gamma: z.number().positive(), symmetric: z.boolean() })

export const avellanedaStoikov = defineStrategy({
  name: 'avellaneda-stoikov',
  description: 'Reservation price and spread of Avellaneda and Stoikov (2008), eqs 29 and 30.',
  params,
  inputs: ['top', 'inventory', 'time'],
  everyMs: STEP_MS,
  quote({ bestBid: [bid], bestAsk: [ask], inventory, nowMs }, { gamma, symmetric }) {
    const left = 1 - (nowMs - BEGIN_MS) / LASTS_MS
    if (!bid || !ask || left > 1 || left <= 0) return { quotes: [] }
    const mid = (bid.price + ask.price) / 2
    const risk = gamma * SIGMA * SIGMA
    const half = (risk * (symmetric ? 0.5 : left)) / 2 + Math.log1p(gamma / K) / gamma
    const shift = symmetric ? 0 : inventory.net * risk * left
    const [buy, sell] = [mid - (shift + half) / 1000, mid - (shift - half) / 1000]
    return {
      quotes: [
        { outcome: 0, side: 'BUY', price: buy, size: 1 },
        { outcome: 1, side: 'BUY', price: 1 - sell, size: 1 },
      ],
    }
  },
})

interface Path {
  readonly records: readonly TapeRecord[]
  /** Of `s`. */
  readonly last: number
}

/** One path of the price, with every taker on it who reaches `least` or farther: nobody quotes closer. */
function pathOf(seed: number, least: number): Path {
  const random = seededRandom(seed)
  const records: TapeRecord[] = []
  let s = 100
  let nextMs: Record<'BUY' | 'SELL', number> = { BUY: 0, SELL: 0 }
  const rate = (A * Math.exp(-K * least)) / LASTS_MS
  const due = (): number => random.exponential(1 / rate)
  nextMs = { BUY: due(), SELL: due() }
  for (let step = 0; step < STEPS; step++) {
    const fromMs = step * STEP_MS
    records.push(moved(BEGIN_MS + fromMs, priceOf(s), REACH / 1000 + 0.001))
    for (;;) {
      const side = nextMs.BUY < nextMs.SELL ? 'BUY' : 'SELL'
      if (nextMs[side] >= fromMs + STEP_MS) break
      const reach = Math.min(REACH, least + random.exponential(1 / K))
      records.push(...taker(BEGIN_MS + nextMs[side], side, priceOf(side === 'BUY' ? s + reach : s - reach)))
      nextMs[side] += due()
    }
    s += SIGMA * Math.sqrt(1 / STEPS) * random.normal()
  }
  records.push(moved(BEGIN_MS + LASTS_MS, priceOf(s), REACH / 1000 + 0.001))
  return { records, last: s }
}

export type Given = z.infer<typeof params> & { readonly least: number }

/** Profit in the units of the paper, and what it held at the end. */
export async function experiment(seed: number, { least, ...given }: Given): Promise<{ profit: number } & Outcomes> {
  const { records, last } = pathOf(seed, least)
  const made = await played(records, avellanedaStoikov, given)
  return { ...made, profit: 1000 * (made.cash + made.inventory * priceOf(last)) }
}
