// The 95 % interval of a sum of independent draws, by Student (1908):  sum +- t(n - 1) s sqrt(n)
//
// t is the normal quantile with its first two corrections (Abramowitz & Stegun 26.7.5); from twenty draws on they are right to a thousandth.

import type { Range } from '../result.js'
import { LEAST_BLOCKS } from './bootstrap.js'

/** Of the normal distribution, at 97.5 %. */
const Z = 1.959963985

/** `undefined` under twenty draws. */
export function sumInterval(draws: readonly number[]): Range | undefined {
  const n = draws.length
  if (n < LEAST_BLOCKS) return undefined
  const sum = draws.reduce((a, b) => a + b, 0)
  const variance = draws.reduce((a, b) => a + (b - sum / n) ** 2, 0) / (n - 1)
  const half = studentQuantile(n - 1) * Math.sqrt(variance * n)
  return { lower: sum - half, upper: sum + half }
}

function studentQuantile(freedom: number): number {
  const first = (Z ** 3 + Z) / 4
  const second = (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96
  return Z + first / freedom + second / freedom ** 2
}
