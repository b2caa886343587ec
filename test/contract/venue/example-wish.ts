// The order that most tests begin with.

import type { Market } from './client/shapes.js'
import type { Wish } from './client/trader.js'

/** Raw: of tokens and of collateral. */
export const units = (n: number): bigint => BigInt(Math.round(n * 1_000_000))

/** Ten shares of the first outcome are bid for at 0.40. */
export function exampleWish(market: Market, changes: Partial<Wish> = {}): Wish {
  return { market, outcome: 0, side: 'BUY', price: '0.40', size: units(10), ...changes }
}
