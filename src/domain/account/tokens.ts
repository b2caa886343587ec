// Amounts of a market's two tokens.

import { NO, YES } from '../market/side.js'

/** Of YES and NO, raw. */
export type Tokens = readonly [bigint, bigint]

export const NO_TOKENS: Tokens = [0n, 0n]

export function areSameTokens(one: Tokens, other: Tokens): boolean {
  return one[YES] === other[YES] && one[NO] === other[NO]
}
