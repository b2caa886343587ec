// What the tokens of one outcome cost, by average cost: what leaves takes its share along, so that a profit or a loss once made stays
// out of it. Raw units; rounded up, towards the larger cost.

/** A count below zero, while the news of a buy has not come yet, has no cost. */
export interface Basis {
  readonly tokensRaw: bigint
  readonly costRaw: bigint
}

/** `tokensRaw` more were bought for `paidRaw`; both are negative when a buy is taken back, and `paidRaw` alone corrects a price. */
export function bought({ tokensRaw: before, costRaw }: Basis, tokensRaw: bigint, paidRaw: bigint): Basis {
  const after = before + tokensRaw
  if (after <= 0n) return { tokensRaw: after, costRaw: 0n }
  // only what is left over after the tokens that were missing is held
  if (before < 0n) return { tokensRaw: after, costRaw: shareUp(paidRaw, after, tokensRaw) }
  return { tokensRaw: after, costRaw: costRaw + paidRaw > 0n ? costRaw + paidRaw : 0n }
}

/** `tokensRaw` have left, at whatever price; `releasedRaw` is what they had cost. */
export function released({ tokensRaw: before, costRaw }: Basis, tokensRaw: bigint): Basis & { releasedRaw: bigint } {
  const after = before - tokensRaw
  if (after <= 0n) return { tokensRaw: after, costRaw: 0n, releasedRaw: costRaw }
  const keptRaw = shareUp(costRaw, after, before)
  return { tokensRaw: after, costRaw: keptRaw, releasedRaw: costRaw - keptRaw }
}

/** `part` of `whole` of a cost; never negative. */
export function shareUp(costRaw: bigint, part: bigint, whole: bigint): bigint {
  if (costRaw <= 0n || whole <= 0n) return 0n
  return (costRaw * part + whole - 1n) / whole
}
