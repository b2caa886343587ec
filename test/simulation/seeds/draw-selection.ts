// In four seeds of fifty-three the venue lists more markets than the bot is to quote: so many of them, in most only those with a narrow book, in some
// those that go on for long enough, or that have something in common. The books of some are wide, one-sided or empty, and the choice may become another.

import type { Random } from '../../../src/domain/random.js'
import { Drawn } from './drawn.js'
import { CALM_AFTER_MS, type Disturbance, type Scenario, type Setting, withMore } from './scenario.js'
import { type Chosen, mergedTerms, NO_TERMS } from './terms.js'

const FIFTY_THREE = 53
/** Of fifty-three. */
const CHOOSING: readonly number[] = [24, 38, 46, 51]
/** Listed, at least and at most, where the seed has not more. */
const [FEWEST, MOST] = [5, 9]
/** Of the choice: the books of the makers are between a fifteenth and a ninth wide by themselves. */
const SPREADS = [0.09, 0.15, 0.2] as const

type Choosing = Exclude<Chosen, { ids: unknown }>
/** In some the last of the list alone is narrow, behind more than one look takes. */
const WIDE_FOR_GOOD = { kind: 'wide-book', atMs: 0, how: 'wide' } as const

/** The same scenario, and what is chosen in such a seed; not where another program uses the key, and few markets are to wait for requests. */
export function drawSelection(scenario: Scenario, random: Random): Scenario {
  const { seed, setting, disturbances } = scenario
  if (!CHOOSING.includes(seed % FIFTY_THREE) || disturbances.some(({ kind }) => kind === 'other-program'))
    return scenario
  const markets = Math.max(scenario.markets, new Drawn(random.fork('markets'), 1).between(FEWEST, MOST))
  const lives = livesIn(setting, random.fork('lives'))
  const drawn = drawChosen(new Drawn(random.fork('chosen'), markets), lives !== undefined)
  const isLast = drawn.maxSpread !== undefined && new Drawn(random.fork('last'), 1).of(true, false, false)
  const { like: _, ...any } = drawn
  const chosen: Choosing = isLast ? { ...any, max: 1, refreshSec: Math.min(any.refreshSec, 6) } : drawn
  const kept = isLast ? markets - 1 : (chosen.like?.market ?? 0)
  const books = Array.from({ length: markets }, (__, market) => {
    // one is there to be quoted in any case
    if (market === kept) return []
    return isLast ? [{ ...WIDE_FOR_GOOD, market }] : drawBooks(market, random.fork(`book-${market}`))
  }).flat()
  const again = drawAgain(chosen, new Drawn(random.fork('again'), markets))
  // of what is not taken up the bot hears once a minute whether it has won: who looks at groups of which one wins goes by the venue
  const terms = { ...setting.terms, chosen, exclusive: false }
  return withMore({ ...scenario, markets }, [...books, ...(again?.reloads ?? [])], {
    terms,
    ...(lives === undefined ? {} : { lives }),
    ...(again === undefined ? {} : { changed: mergedTerms(setting.changed ?? NO_TERMS, { chosen: again.chosen }) }),
  })
}

function livesIn({ lives }: Setting, random: Random): Setting['lives'] {
  const d = new Drawn(random, 1)
  const minSec = d.of(30, 50)
  const drawn = { minSec, maxSec: minSec + d.of(30, 90, 200) }
  return lives ?? d.of(undefined, undefined, drawn)
}

function drawChosen(d: Drawn, doEnd: boolean): Choosing {
  const maxSpread = d.of(undefined, d.of(...SPREADS), d.of(...SPREADS))
  const like = { by: d.of('tag', 'category', 'groupId', 'search'), market: d.market } as const
  const [minTimeLeftSec, isLike] = [d.of(0, 5, 15, 25), d.of(true, false, false, false)]
  return {
    ...{ max: d.between(1, 4), minTimeLeftSec: doEnd ? minTimeLeftSec : 0, refreshSec: d.between(1, 20) },
    ...(maxSpread === undefined ? {} : { maxSpread }),
    ...(isLike ? { like } : {}),
  }
}

/** From the beginning on or within the run, for a while or for good; none in half of the markets. */
function drawBooks(market: number, random: Random): readonly Disturbance[] {
  const d = new Drawn(random, 1)
  const spells = d.of(0, 0, 1, 2)
  return Array.from({ length: spells }, (_, index): Disturbance => {
    const one = new Drawn(random.fork(`${index}`), 1)
    const atMs = index === 0 ? one.of(0, one.atMs) : one.atMs
    const forMs = one.of(undefined, one.between(1000, CALM_AFTER_MS - atMs))
    const how = one.of('wide', 'wide', 'one-sided', 'empty')
    return { kind: 'wide-book', atMs, ...(forMs === undefined ? {} : { forMs }), market, how }
  })
}

/** In two of five it becomes another choice, for a while or for good. */
function drawAgain(before: Choosing, d: Drawn) {
  if (!d.of(true, true, false, false, false)) return undefined
  const ids = [...new Set([d.market, d.market, d.market])]
  const { maxSpread: _, ...anyBook } = before
  const chosen = d.of<Chosen>(
    { ids },
    { ids },
    { ...before, max: d.between(1, 5) },
    { ...before, maxSpread: d.of(...SPREADS) },
    { ...anyBook, refreshSec: d.between(1, 20) },
  )
  const forMs = d.of(undefined, d.between(2000, 25_000), d.between(2000, 25_000))
  const times = { atMs: d.atMsBefore(25_000), ...(forMs === undefined ? {} : { forMs }) }
  const reloads: readonly Disturbance[] = [{ kind: 'reload', ...times, to: 'terms-changed' }]
  return { chosen, reloads }
}
