// Uptime: of the time in which markets were open, how much of it we quoted.

/**
 * Milliseconds in which markets were open, and shares of them: quoted on both sides, on one at least, at or before the others' best, and before
 * it (inside their spread).
 */
export interface QuotedShares {
  readonly openMs: number
  readonly both: number
  readonly any: number
  readonly touch: number
  readonly inside: number
}

/** Of all together, each weighted by its time. Shares are 0 where nothing was open. */
export function pooledShares(parts: readonly QuotedShares[]): QuotedShares {
  const openMs = parts.reduce((sum, part) => sum + part.openMs, 0)
  const share = (of: (part: QuotedShares) => number) =>
    openMs === 0 ? 0 : parts.reduce((sum, part) => sum + part.openMs * of(part), 0) / openMs
  return {
    openMs,
    both: share((p) => p.both),
    any: share((p) => p.any),
    touch: share((p) => p.touch),
    inside: share((p) => p.inside),
  }
}
