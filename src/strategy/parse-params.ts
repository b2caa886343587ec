// Parameters checked against a strategy's own schema.

import { QuoinError } from '../domain/error.js'
import type { Wish } from '../domain/wish.js'
import type { MarketView, Strategy } from './contract.js'

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let at = input
  for (const key of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined
  return at
}

function shown(value: unknown): string {
  return typeof value === 'object' && value !== null
    ? ''
    : `, got ${typeof value === 'string' ? `'${value}'` : String(value)}`
}

/** The parameters with defaults filled in. Throws `bad-config` naming every wrong or unknown key. */
export function parseParams<P>(strategy: Strategy<P>, input: unknown = {}): P {
  const result = strategy.params.safeParse(input)
  if (result.success) return result.data
  const problems = result.error.issues.map((issue) => {
    const where = ['strategy.params', ...issue.path.map(String)].join('.')
    return `${where}: ${issue.message}${shown(valueAt(input, issue.path))}`
  })
  throw new QuoinError('bad-config', `${strategy.name}: ${problems.join('; ')}`)
}

/** A strategy with its parameters inside. */
export interface Quoter {
  (view: MarketView): Wish
  /** Where it is written, to name it in a fault. */
  readonly source?: StrategySource
}

export interface StrategySource {
  readonly file: string
  /** In which its `quote` begins, from 1, where it is known. */
  readonly line?: number
}

/** Checks the parameters once and returns what the core calls per decision. Throws as `parseParams`. */
export function bindStrategy<P>(strategy: Strategy<P>, input?: unknown): Quoter {
  const params = parseParams(strategy, input)
  return (view) => strategy.quote(view, params)
}
