// What stands behind orders, counted in lots times ticks: a lot locks its price in collateral, or all ticks of a unit in tokens.

export interface LotTick {
  /** Raw units of one lot at one tick. */
  readonly raw: bigint
  /** The same as a number, exact below 2^53. */
  readonly rawNumber: number
}

/** `lotRaw` is a multiple of `ticksPerUnit`. */
export function lotTickOf({
  lotRaw,
  ticksPerUnit,
}: {
  readonly lotRaw: bigint
  readonly ticksPerUnit: number
}): LotTick {
  const raw = lotRaw / BigInt(ticksPerUnit)
  return { raw, rawNumber: Number(raw) }
}

/** Raw units of `lots` at `ticks`. */
export function lotTicksRaw(lots: number, ticks: number, { raw }: LotTick): bigint {
  return BigInt(lots) * BigInt(ticks) * raw
}
