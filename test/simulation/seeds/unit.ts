// What a unit of collateral, and a share, are in the raw units of a simulation's venue.

import type { Setting } from './scenario.js'

export const USUAL_DECIMALS = 6

export const unitRawOf = ({ decimals = USUAL_DECIMALS }: Pick<Setting, 'decimals'>) => 10n ** BigInt(decimals)

/** A limit of the configuration, which is told to a millionth. */
export const limitRaw = (limit: number, unitRaw: bigint) => (BigInt(Math.round(limit * 1e6)) * unitRaw) / 1_000_000n
