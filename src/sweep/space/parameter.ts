// One thing that is varied: its path in the configuration, and the values that it takes.

import { QuoinError } from '../../domain/error.js'
import { parameterValues, type Range } from '../schema.js'

export type Value = string | number | boolean

export interface Parameter {
  /** Dotted, as `strategy.params.gamma`. */
  readonly path: string
  readonly values: readonly Value[] | Range
}

/** A range without steps has so many values in a grid. */
const STEPS = 5
/** What is between the ends of a range is rounded to so many digits of its width: fine enough, and it can be read. */
const DIGITS = 4

const NUMBER = '[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[-+]?\\d+)?'
const RANGE = new RegExp(`^(${NUMBER})\\.\\.(${NUMBER})((?::[a-z]+(?:=[^:]*)?)*)$`, 'i')

/**
 * `path=1,2,5`, `path=0.001..0.1:log`, `path=1..9:step=2`, `path=0..1:steps=11`. Numbers and booleans are what they look like, the rest is text.
 * Throws `bad-argument` for anything else.
 */
export function parseParameter(text: string): Parameter {
  const at = text.indexOf('=')
  const [path, given] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  if (at < 1 || path === '' || path.split('.').includes(''))
    fail(text, 'a dotted path, an equals sign and values, as strategy.params.size=10,20')
  const [, from, to, options] = RANGE.exec(given) ?? []
  const cells = given.split(',').map((cell) => cell.trim())
  if (cells.includes('')) fail(text, 'values between commas, or a range as 0.1..0.5:steps=5')
  const values: unknown = from === undefined ? cells.map(scalarOf) : rangeOf(text, [from, to ?? '', options ?? ''])
  const checked = parameterValues.safeParse(values)
  if (!checked.success) fail(text, checked.error.issues[0]?.message.replace(/^expected /, '') ?? 'values')
  return { path, values: checked.data }
}

function rangeOf(text: string, [from, to, options]: readonly [string, string, string]): unknown {
  const range: Record<string, unknown> = { from: Number(from), to: Number(to) }
  for (const option of options.split(':').slice(1)) {
    const [name = '', value] = option.split('=')
    if (name === 'log' && value === undefined) range['scale'] = 'log'
    else if ((name === 'steps' || name === 'step') && Number(value) > 0) range[name] = Number(value)
    else fail(text, 'steps=…, step=… or log after the range')
  }
  return range
}

function scalarOf(cell: string): Value {
  if (cell === 'true' || cell === 'false') return cell === 'true'
  return new RegExp(`^${NUMBER}$`, 'i').test(cell) ? Number(cell) : cell
}

function fail(text: string, expected: string): never {
  throw new QuoinError('bad-argument', `--set ${text}: expected ${expected}`)
}

export const isList = (values: Parameter['values']): values is readonly Value[] => Array.isArray(values)

/** Every value of a grid, each once. */
export function gridValues({ values }: Parameter): readonly Value[] {
  return isList(values) ? [...new Set(values)] : rangeValues(values)
}

function rangeValues({ from, to, steps = STEPS, step, scale }: Range): readonly number[] {
  if (step !== undefined) {
    const count = Math.floor((to - from) / step + 1e-9) + 1
    return Array.from({ length: count }, (_, i) => rounded(from + i * step, 12))
  }
  return Array.from({ length: steps }, (_, i) => between({ from, to, scale }, i / (steps - 1)))
}

/** One of the values, all as likely; of a range without steps anything between its ends. */
export function drawnValue(parameter: Parameter, next: () => number): Value {
  const { values } = parameter
  if (!isList(values) && values.steps === undefined && values.step === undefined) return between(values, next())
  const listed = gridValues(parameter)
  const drawn = listed[Math.floor(next() * listed.length)]
  if (drawn === undefined) throw new QuoinError('internal', `${parameter.path}: expected a value to draw, got none`)
  return drawn
}

/** How many values there are; infinite for a range without steps. */
export function valueCount(parameter: Parameter): number {
  const { values } = parameter
  const isContinuous = !isList(values) && values.steps === undefined && values.step === undefined
  return isContinuous ? Number.POSITIVE_INFINITY : gridValues(parameter).length
}

function between({ from, to, scale }: Pick<Range, 'from' | 'to' | 'scale'>, share: number): number {
  if (share <= 0 || share >= 1) return share <= 0 ? from : to
  const value = scale === 'log' ? from * (to / from) ** share : from + (to - from) * share
  // ends that differ in their fifth digit alone have nothing between them that four could tell
  const narrow = Math.floor(Math.log10(Math.max(Math.abs(from), Math.abs(to)) / (to - from)))
  return Math.min(to, Math.max(from, rounded(value, DIGITS + Math.max(0, narrow))))
}

const rounded = (value: number, digits: number) => Number(value.toPrecision(digits))
