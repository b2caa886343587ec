// Configurations to try: every combination of a grid, or draws of a seed.

import { QuoinError } from '../../domain/error.js'
import { seededRandom } from '../../domain/random.js'
import { drawnValue, gridValues, type Parameter, type Value, valueCount } from './parameter.js'

export interface Trial {
  /** From 1, in the order in which they were made; 0 is the configuration as it is. */
  readonly number: number
  /** One for each parameter, in their order; none for the configuration as it is. */
  readonly values: readonly Value[]
}

export const AS_CONFIGURED: Trial = { number: 0, values: [] }

const MOST_TRIALS = 10_000
/** Draws in a row that were drawn before: what is left is not worth looking for. */
const MOST_REPEATS = 1000

/** The last parameter moves fastest. Throws `bad-argument` for more than ten thousand, or without a parameter. */
export function gridTrials(parameters: readonly Parameter[]): readonly Trial[] {
  needParameters(parameters)
  const lists = parameters.map(gridValues)
  const count = lists.reduce((product, { length }) => product * length, 1)
  if (count > MOST_TRIALS) {
    const sizes = lists.map(({ length }) => length).join(' x ')
    throw new QuoinError('bad-argument', `grid: expected at most ${MOST_TRIALS} combinations, got ${count} (${sizes})`)
  }
  const rows = lists.reduce<readonly (readonly Value[])[]>(
    (before, values) => before.flatMap((row) => values.map((value) => [...row, value])),
    [[]],
  )
  return rows.map((values, i) => ({ number: i + 1, values }))
}

/** Different ones; fewer than `runs` where there are no more. The same seed gives the same. */
export function drawnTrials(
  parameters: readonly Parameter[],
  { runs, seed }: { readonly runs: number; readonly seed: number },
): readonly Trial[] {
  needParameters(parameters)
  const random = seededRandom(seed, 'sweep')
  const wanted = Math.min(
    runs,
    parameters.reduce((product, parameter) => product * valueCount(parameter), 1),
  )
  const seen = new Set<string>()
  const trials: Trial[] = []
  for (let repeats = 0; trials.length < wanted && repeats < MOST_REPEATS; repeats++) {
    const values = parameters.map((parameter) => drawnValue(parameter, () => random.next()))
    const key = JSON.stringify(values)
    if (seen.has(key)) continue
    seen.add(key)
    trials.push({ number: trials.length + 1, values })
    repeats = 0
  }
  return trials
}

function needParameters(parameters: readonly Parameter[]): void {
  if (parameters.length === 0) {
    throw new QuoinError(
      'bad-argument',
      'sweep.parameters: expected something to vary there or by --set, as --set strategy.params.size=10,20, got nothing',
    )
  }
}

/** The last part of a path where no other ends the same, for heads of columns. */
export function shortNames(paths: readonly string[]): readonly string[] {
  const last = paths.map((path) => path.split('.').at(-1) ?? path)
  return paths.map((path, i) => (last.filter((name) => name === last[i]).length === 1 ? (last[i] ?? path) : path))
}
