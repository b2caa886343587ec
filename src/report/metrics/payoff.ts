// What a share of YES has paid, once it is known.

import { YES } from '../../domain/market/side.js'
import type { MarketRun } from '../result.js'

/** 1 or 0 of a resolved market, a half of a cancelled one; `undefined` of any other. */
export function payoffOf({ status, winner }: Pick<MarketRun, 'status' | 'winner'>): number | undefined {
  if (winner !== undefined) return winner === YES ? 1 : 0
  return status === 'CANCELLED' ? 0.5 : undefined
}
