// The values that one parameter was tried with.

import type { Value } from '../space/parameter.js'
import type { TrialResult } from '../sweep-result.js'

/** Numbers in their order, anything else as it came. */
export function distinct(trials: readonly TrialResult[], i: number): readonly Value[] {
  const values = [...new Set(trials.flatMap(({ values: all }) => all[i] ?? []))]
  const numbers = values.filter((value) => typeof value === 'number')
  return numbers.length === values.length ? numbers.sort((a, b) => a - b) : values
}
