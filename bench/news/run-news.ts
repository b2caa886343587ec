// The figures of `bench news`: what news costs the bot, beside a plain maker that quotes the same prices on the same path of the truth.

import { type Line, summary } from '../harness/report.js'
import type { Verdict } from './judge.js'
import { MAKERS, type Maker, NEWS_TIERS, type NewsTier, playNews } from './play-news.js'

const SUITE = 'news'
const RUNS = 3
/** Of one run. */
const WHOLE = { seconds: 90, settledSec: 10 }
const QUICK = { seconds: 12, settledSec: 5 }

interface Said {
  readonly name: string
  readonly tier: NewsTier
  readonly unit: string
  readonly of: (verdict: Verdict) => number
}

const SAID: readonly Said[] = NEWS_TIERS.flatMap((tier): Said[] => [
  { name: `stale-${tier.toLowerCase()}`, tier, unit: 'per mille', of: staleShare },
  { name: `picked-off-${tier.toLowerCase()}`, tier, unit: 'per 1000 sh.', of: pickedOffShare },
])

// a maker that rests less, or trades less, has less to lose
function staleShare({ staleShareSec, restingShareSec }: Verdict): number {
  return (1000 * staleShareSec) / restingShareSec
}

function pickedOffShare({ pickedOff, shares }: Verdict): number {
  return (1000 * pickedOff) / shares
}

export const NEWS_FIGURES: readonly string[] = SAID.map(({ name }) => name)

export interface NewsRun {
  readonly root: string
  readonly quick: boolean
  /** Of `NEWS_FIGURES`. */
  readonly figures: readonly string[]
  readonly runs?: number
  readonly show: (line: Line) => void
}

export async function runNews({ root, quick, figures, runs = RUNS, show }: NewsRun): Promise<void> {
  for (const tier of NEWS_TIERS) {
    const wanted = SAID.filter((said) => said.tier === tier && figures.includes(said.name))
    if (wanted.length === 0) continue
    const rounds: Record<Maker, Verdict>[] = []
    for (let seed = 1; seed <= (quick ? 1 : runs); seed++) {
      // nobody is always the first
      const order = seed % 2 === 0 ? MAKERS.toReversed() : MAKERS
      const round: Partial<Record<Maker, Verdict>> = {}
      for (const maker of order) round[maker] = await playNews(maker, { root, tier, seed, ...(quick ? QUICK : WHOLE) })
      if (round.bot && round.plain) rounds.push({ bot: round.bot, plain: round.plain })
    }
    for (const { name, unit, of } of wanted) {
      show(
        summary({
          figure: { name, unit, ratio: 'better' },
          ...{ suite: SUITE, baseline: 'plain maker' },
          rounds: rounds.map(({ bot, plain }) => [of(bot), of(plain)]),
        }),
      )
    }
  }
}
