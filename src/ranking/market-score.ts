// What quoting a market might be worth, in one number: collateral an hour, by what was seen of it. Pure.
//
//   reach     half the flow: shares an hour that whoever is best on both sides might trade
//   wait      hours until `size` shares of one side have traded:  size / (reach / 2)
//   move      what the price does meanwhile:  volatility * sqrt(wait)
//   score     reach * (spread / 2 - fee - move),  less where less than an hour is left
//
// It knows no queue, no informed traders and no rewards (the venue publishes none): it orders markets, and promises nothing. Where runs of the
// bot have left a record of a market, that counts as far as it goes, and what all records came to corrects the markets that have none:
//
//   days      days for which a quote was bound there:  boundUnitDays / size  (`size` shares bid for on both sides bind about as many units)
//   earned    collateral an hour of such a quote:  pnl / boundUnitDays * size / 24
//   differs   what a market with a record earned beside its score by looks, in the mean:  sum(days * (earned - look)) / (1 + sum(days))
//   weight    of its own record:  days / (1 + days)
//   score     look + weight * (earned - look) + (1 - weight) * differs

import type { EarnedInRuns } from './earned-file.js'

export interface MarketSeen {
  /** Ask less bid, a probability, over the time in which there were both; `undefined` where there never were. */
  readonly spread?: number
  readonly mid?: number
  /** Standard deviation of the mid within an hour, a probability. */
  readonly volatility: number
  /** Shares an hour. */
  readonly flow: number
  readonly leftMs: number
  /** Basis points; 0 where makers pay none. */
  readonly feeRateBps: number
}

const HOUR_MS = 3_600_000

/** `size`: shares of one quote. `undefined` without a two-sided book or without a trade: nothing can be said. */
export function marketScore(
  { spread, mid, volatility, flow, leftMs, feeRateBps }: MarketSeen,
  size: number,
): number | undefined {
  if (spread === undefined || mid === undefined || flow <= 0) return undefined
  const reach = flow / 2
  const fee = (feeRateBps / 10_000) * Math.min(mid, 1 - mid)
  const move = volatility * Math.sqrt(size / (reach / 2))
  return reach * (spread / 2 - fee - move) * Math.max(0, Math.min(1, leftMs / HOUR_MS))
}

export interface Looked {
  /** The score by what was seen. */
  readonly look: number | undefined
  readonly earned: EarnedInRuns | undefined
}

/** Profit a unit that was bound, and day; `undefined` where nothing was. */
export function earnedPerUnitDay(earned: EarnedInRuns | undefined): number | undefined {
  return earned === undefined || earned.boundUnitDays <= 0 ? undefined : earned.pnl / earned.boundUnitDays
}

/** In the order given; `undefined` for one of which nothing can be said. */
export function learnedScores(markets: readonly Looked[], size: number): (number | undefined)[] {
  const records = markets.map(({ look, earned }) => {
    const rate = earnedPerUnitDay(earned)
    if (earned === undefined || rate === undefined) return undefined
    return { days: earned.boundUnitDays / size, differs: (rate * size) / 24 - (look ?? 0), isSeen: look !== undefined }
  })
  const both = records.filter((record) => record?.isSeen === true)
  const days = both.reduce((sum, record) => sum + (record?.days ?? 0), 0)
  const differs = both.reduce((sum, record) => sum + (record?.days ?? 0) * (record?.differs ?? 0), 0) / (1 + days)
  return markets.map(({ look }, index) => {
    const record = records[index]
    if (record === undefined) return look === undefined ? undefined : look + differs
    const weight = record.days / (1 + record.days)
    // of one without a book only the record speaks
    if (look === undefined) return weight * record.differs
    return look + weight * record.differs + (1 - weight) * differs
  })
}
