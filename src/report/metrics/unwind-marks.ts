// What a share of YES is worth when a run is rid of it. Inventory leaves at an even rate, half of it in each half-life, at the others' mid of
// that moment; what is left when the run ends is worth what it is then.
//
//   v(t) = E m(t + U), U exponential with half-life h, the end at most; from look to look v[i] = w m[i+1] + (1 - w) v[i+1], w = 1 - 2^(-dt / h)

import type { MarketRun, MarketSample } from '../result.js'
import { type MarkOf, marksAtEnd } from './marks-at-end.js'

interface Look {
  readonly atMs: number
  readonly mid: number
  /** Of what is held from here on. */
  readonly value: number
}

/** At the fill's moment. Without a half-life all of it is held to the end. */
export function unwindMarks(markets: readonly MarketRun[], halfLifeMs = Number.POSITIVE_INFINITY): MarkOf {
  const atEnd = marksAtEnd(markets)
  const samples = new Map(markets.map((market) => [market.conditionId, market.samples]))
  const known = new Map<string, readonly Look[]>()
  return (fill) => {
    const { conditionId, atMs } = fill
    const end = atEnd(fill)
    const looks = known.get(conditionId) ?? looksOf(samples.get(conditionId) ?? [], end, halfLifeMs)
    known.set(conditionId, looks)
    const next = firstAfter(looks, atMs)
    return next === undefined ? end : between(next, next.atMs - atMs, halfLifeMs)
  }
}

/** Where both sides of the others' book were there. */
function looksOf(samples: readonly MarketSample[], end: number, halfLifeMs: number): readonly Look[] {
  const looks: Look[] = []
  let later: Look | undefined
  for (const { atMs, othersBid, othersAsk } of samples.toReversed()) {
    if (othersBid === undefined || othersAsk === undefined) continue
    const value = later === undefined ? end : between(later, later.atMs - atMs, halfLifeMs)
    later = { atMs, mid: (othersBid + othersAsk) / 2, value }
    looks.push(later)
  }
  return looks.reverse()
}

/** So many milliseconds before the look. */
function between({ mid, value }: Look, ms: number, halfLifeMs: number): number {
  const left = 2 ** (-ms / halfLifeMs)
  return (1 - left) * mid + left * value
}

function firstAfter(looks: readonly Look[], atMs: number): Look | undefined {
  let [low, high] = [0, looks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((looks[middle]?.atMs ?? 0) > atMs) high = middle
    else low = middle + 1
  }
  return looks[low]
}
