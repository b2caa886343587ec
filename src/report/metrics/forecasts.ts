// Our fair value and the others' mid as forecasts: of the same looks at the markets that resolved, each market counting once.

import type { MarketRun, Range } from '../result.js'
import { bootstrapInterval } from './bootstrap.js'
import { eventsOf } from './events.js'
import {
  type Forecast,
  meanBias,
  type ReliabilityBin,
  reliability,
  type Scores,
  scores,
  spiegelhalterZ,
} from './forecast-metrics.js'

export interface Calibration {
  /** Resolved markets with looks at which both our fair value and the others' mid were known. */
  readonly markets: number
  readonly fair: Scores
  readonly mid: Scores
  /** Events (the markets of a group, or one without) that those are of: what the interval is drawn by. */
  readonly events: number
  /** 95 % of Brier of fair less Brier of mid, by event; below zero we know more. Absent under twenty events. */
  readonly difference?: Range
  /** Of the first such look in each market: one forecast a market. */
  readonly z?: number
  readonly bias?: number
  readonly reliability: { readonly fair: readonly ReliabilityBin[]; readonly mid: readonly ReliabilityBin[] }
}

interface Forecasts {
  readonly fair: readonly Forecast[]
  readonly mid: readonly Forecast[]
}

/** `undefined` where no market resolved. */
export function calibrationOf(markets: readonly MarketRun[]): Calibration | undefined {
  const events = eventsOf(markets)
    .map((group) => group.map(forecastsOf).filter(({ fair }) => fair.length > 0))
    .filter((group) => group.length > 0)
  const each = events.flat()
  const all = { fair: each.flatMap(({ fair }) => fair), mid: each.flatMap(({ mid }) => mid) }
  const [fair, mid] = [scores(all.fair), scores(all.mid)]
  if (!fair || !mid) return undefined
  const first = each.flatMap(({ fair: [forecast] }) => forecast ?? [])
  const [z, bias] = [spiegelhalterZ(first), meanBias(first)]
  const difference = differenceOf(events)
  return {
    ...{ markets: each.length, events: events.length, fair, mid },
    ...(difference === undefined ? {} : { difference }),
    ...(z === undefined ? {} : { z }),
    ...(bias === undefined ? {} : { bias }),
    reliability: { fair: reliability(all.fair), mid: reliability(all.mid) },
  }
}

function forecastsOf({ winner, samples }: MarketRun): Forecasts {
  if (winner === undefined) return { fair: [], mid: [] }
  const outcome = winner === 0 ? 1 : 0
  const looks = samples.flatMap(({ fair, othersBid, othersAsk }) =>
    fair === undefined || othersBid === undefined || othersAsk === undefined
      ? []
      : [{ fair, mid: (othersBid + othersAsk) / 2 }],
  )
  const weight = 1 / looks.length
  return {
    fair: looks.map(({ fair: p }) => ({ p, outcome, weight })),
    mid: looks.map(({ mid: p }) => ({ p, outcome, weight })),
  }
}

/** Of each resample the mean over the markets that are in it. */
function differenceOf(events: readonly (readonly Forecasts[])[]): Range | undefined {
  const sums = events.map((each) => ({
    markets: each.length,
    difference: each.reduce((sum, { fair, mid }) => sum + (scores(fair)?.brier ?? 0) - (scores(mid)?.brier ?? 0), 0),
  }))
  return bootstrapInterval(events.length, (draws) => {
    let [markets, difference] = [0, 0]
    for (const [i, drawn] of draws.entries()) {
      markets += drawn * (sums[i]?.markets ?? 0)
      difference += drawn * (sums[i]?.difference ?? 0)
    }
    return markets === 0 ? undefined : difference / markets
  })
}
