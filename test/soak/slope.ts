// How fast a figure grows: the slope of the straight line through what was seen of it.

export interface Seen {
  /** Milliseconds. */
  readonly atMs: number
  readonly value: number
}

/** Least squares, per minute; `undefined` of fewer than three looks, or of looks at one moment. */
export function slopePerMinute(seen: readonly Seen[]): number | undefined {
  if (seen.length < 3) return undefined
  const mean = (of: (one: Seen) => number) => seen.reduce((sum, one) => sum + of(one), 0) / seen.length
  const [atMs, value] = [mean((one) => one.atMs), mean((one) => one.value)]
  const spread = seen.reduce((sum, one) => sum + (one.atMs - atMs) ** 2, 0)
  if (spread === 0) return undefined
  const together = seen.reduce((sum, one) => sum + (one.atMs - atMs) * (one.value - value), 0)
  return (together / spread) * 60_000
}
