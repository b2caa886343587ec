// A strategy made ready to be called: its parameters checked against its own schema, and inside it.

import { QuoinError } from '../domain/error.js'
import type { Wish } from '../domain/wish.js'
import type { AnyStrategy, MarketInfo, PartialView, Strategy } from './contract.js'
import { declarationProblem, type Reads, readsOf } from './inputs.js'

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
export function parseParams<P>(strategy: Pick<Strategy<P>, 'name' | 'params'>, input: unknown = {}): P {
  const result = strategy.params.safeParse(input)
  if (result.success) return result.data
  const problems = result.error.issues.map((issue) => {
    const where = ['strategy.params', ...issue.path.map(String)].join('.')
    return `${where}: ${issue.message}${shown(valueAt(input, issue.path))}`
  })
  throw new QuoinError('bad-config', `${strategy.name}: ${problems.join('; ')}`)
}

export interface Quoter {
  /** Nothing is kept between two calls but `memory`. */
  (view: PartialView, memory?: unknown): Wish
  /** What its views show, and when it is asked; absent: everything but signals, whatever moves. */
  readonly reads?: Reads
  /** Where its memory in a market begins; absent where it has none. */
  readonly init?: (market: MarketInfo) => unknown
  /** Where it is written, to name it in a fault. */
  readonly source?: StrategySource
}

export interface StrategySource {
  readonly file: string
  /** In which its `quote` begins, from 1, where it is known. */
  readonly line?: number
}

export interface Bound {
  /** As its schema gives them. */
  readonly params: unknown
  readonly source?: StrategySource
}

/** Throws `bad-config` for a declaration that says nothing that can be worked with. */
export function quoterOf(strategy: AnyStrategy, { params, source }: Bound): Quoter {
  const problem = declarationProblem(strategy)
  if (problem !== undefined) throw new QuoinError('bad-config', `${strategy.name}: ${problem}`)
  const quoter = (view: PartialView, memory?: unknown) => strategy.quote(view, params, memory)
  return Object.assign(quoter, {
    reads: readsOf(strategy),
    ...(strategy.init === undefined ? {} : { init: (market: MarketInfo) => strategy.init?.(market, params) }),
    ...(source === undefined ? {} : { source }),
  })
}

/** Checks the parameters once and returns what the core calls per decision. Throws as `parseParams` and `quoterOf`. */
export function bindStrategy(strategy: AnyStrategy, input?: unknown): Quoter {
  return quoterOf(strategy, { params: parseParams(strategy, input) })
}
