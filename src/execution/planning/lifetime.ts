// How long an order lives by itself. Renewal of all quotes may take a fifth of the write budget.

export interface LifetimeInput {
  /** `auto`, or seconds. */
  readonly configured: number | 'auto'
  /** Quotes that rest at once. */
  readonly quotes: number
  readonly writesPerMinute: number
  /** The venue's margin before an expiration and its shortest life, seconds. */
  readonly stopMatchingBeforeSec: number
  readonly minLifetimeSec: number
}

const SHORTEST_SEC = 60
const LONGEST_SEC = 300
const RENEWAL_SHARE = 0.2

/** Seconds. `auto` lies between 60 and 300 and lets renewals take a fifth of the writes. */
export function orderLifetimeSec(input: LifetimeInput): number {
  const floor = input.minLifetimeSec + input.stopMatchingBeforeSec
  if (input.configured !== 'auto') return Math.max(input.configured, floor)
  const needed = input.writesPerMinute > 0 ? (input.quotes * 60) / (input.writesPerMinute * RENEWAL_SHARE) : LONGEST_SEC
  return Math.max(floor, Math.min(LONGEST_SEC, Math.max(SHORTEST_SEC, Math.ceil(needed))))
}

/** How many two-sided markets a write budget can renew at the longest life. */
export function marketsThatFit(writesPerMinute: number): number {
  return Math.floor((writesPerMinute * RENEWAL_SHARE * LONGEST_SEC) / 60 / 2)
}
