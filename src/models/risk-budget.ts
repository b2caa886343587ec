// Risk aversion from a budget somebody can name.
//
//   from a cap    gamma = skew / maxNet     a full inventory moves the price by `skew` in log-odds
//   from a loss   gamma = ln n / maxLoss    an LMSR with b = 1/gamma loses at most b ln n over n outcomes

import { QuoinError } from '../domain/error.js'

function requirePositive(name: string, value: number): void {
  if (!(value > 0)) throw new QuoinError('bad-argument', `${name}: expected more than 0, got ${value}`)
}

/**
 * Risk aversion, 1/collateral, that leans by `skew` at `maxNet`. `skew` in log-odds, `maxNet` in shares. Throws `bad-argument` unless
 * `maxNet` is positive.
 */
export function gammaFromCap(skew: number, maxNet: number): number {
  requirePositive('maxNet', maxNet)
  return skew / maxNet
}

/**
 * Risk aversion, 1/collateral, of a maker whose rule loses at most `maxLoss`. `maxLoss` in collateral. Throws `bad-argument` unless
 * `maxLoss` is positive.
 */
export function gammaFromLoss(maxLoss: number, outcomes = 2): number {
  requirePositive('maxLoss', maxLoss)
  return Math.log(outcomes) / maxLoss
}
