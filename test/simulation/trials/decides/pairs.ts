// Pairs of configurations that a user would hesitate between: another distance, another place, another strategy.

import { asLogit } from '../../../../strategies/as-logit.js'
import { bestBidPeg } from '../../../../strategies/best-bid-peg.js'
import { fixedSpread } from '../../../../strategies/fixed-spread.js'
import type { Configured } from '../other-strategy.js'

export interface Pair {
  readonly name: string
  readonly first: Configured
  readonly second: Configured
}

const near = { strategy: fixedSpread, params: { halfSpread: 0.015 } }
const far = { strategy: fixedSpread, params: { halfSpread: 0.04 } }

const PAIRS: readonly [Pair, ...Pair[]] = [
  { name: 'near-far', first: near, second: far },
  { name: 'join-near', first: { strategy: bestBidPeg }, second: near },
  { name: 'logit-near', first: { strategy: asLogit }, second: near },
  {
    name: 'small-large',
    first: { strategy: asLogit, params: { size: 10 } },
    second: { strategy: asLogit, params: { size: 40 } },
  },
  {
    name: 'join-improve',
    first: { strategy: bestBidPeg },
    second: { strategy: bestBidPeg, params: { mode: 'improve' } },
  },
]

/** One for each seed, in turns. */
export const pairOf = (seed: number): Pair => PAIRS[seed % PAIRS.length] ?? PAIRS[0]
