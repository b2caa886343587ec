// What quoting a market might be worth, in one number: collateral an hour, by what was seen of it. Pure.
//
//   reach     half the flow: shares an hour that whoever is best on both sides might trade
//   wait      hours until `size` shares of one side have traded:  size / (reach / 2)
//   move      what the price does meanwhile:  volatility * sqrt(wait)
//   score     reach * (spread / 2 - fee - move),  less where less than an hour is left
//
// It knows no queue, no informed traders and no rewards (the venue publishes none): it orders markets, and promises nothing.

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
