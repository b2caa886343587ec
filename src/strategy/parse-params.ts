// A strategy made ready to be called: its parameters checked against its own schema, and inside it.

import { QuoinError } from '../domain/error.js'
import type { Wish } from '../domain/orders/wish.js'
import { withPlace } from '../domain/thrown-place.js'
import {
  type AnyGroupStrategy,
  type AnyMarketStrategy,
  type AnyStrategy,
  isOfGroup,
  type Strategy,
} from './contract.js'
import { declarationProblem, type Reads, readsOf } from './inputs.js'
import type { GroupInfo, GroupWish, PartialGroupView } from './view/group-view.js'
import type { MarketInfo, PartialView } from './view/market-view.js'

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

interface Declared {
  /** What its views show, and when it is asked; absent: everything but signals, whatever moves. */
  readonly reads?: Reads
  /** Where it is written, to name it in a fault. */
  readonly source?: StrategySource
}

/** Asked for each market alone. */
export interface Quoter extends Declared {
  /** Nothing is kept between two calls but `memory`. */
  (view: PartialView, memory?: unknown): Wish
  readonly scope?: undefined
  /** Where its memory in a market begins; absent where it has none. */
  readonly init?: (market: MarketInfo) => unknown
}

/** Asked once for all markets of a group. */
export interface GroupQuoter extends Declared {
  readonly scope: 'group'
  /** Nothing is kept between two calls but `memory`. */
  readonly quote: (view: PartialGroupView, memory?: unknown) => GroupWish
  /** Where its memory in a group begins; absent where it has none. */
  readonly init?: (group: GroupInfo) => unknown
}

export type AnyQuoter = Quoter | GroupQuoter

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
export function quoterOf(strategy: AnyMarketStrategy, bound: Bound): Quoter
export function quoterOf(strategy: AnyGroupStrategy, bound: Bound): GroupQuoter
export function quoterOf(strategy: AnyStrategy, bound: Bound): AnyQuoter
export function quoterOf(strategy: AnyStrategy, { params, source }: Bound): AnyQuoter {
  const problem = declarationProblem(strategy)
  if (problem !== undefined) throw new QuoinError('bad-config', withPlace(`${strategy.name}: ${problem}`, source?.file))
  const declared = { reads: readsOf(strategy), ...(source === undefined ? {} : { source }) }
  if (isOfGroup(strategy)) {
    return {
      scope: 'group',
      quote: (view, memory) => strategy.quote(view, params, memory),
      ...declared,
      ...(strategy.init === undefined ? {} : { init: (group: GroupInfo) => strategy.init?.(group, params) }),
    }
  }
  const quoter = (view: PartialView, memory?: unknown) => strategy.quote(view, params, memory)
  const init = strategy.init && { init: (market: MarketInfo) => strategy.init?.(market, params) }
  return Object.assign(quoter, declared, init)
}

/** Checks the parameters once and returns what the core calls per decision. Throws as `parseParams` and `quoterOf`. */
export function bindStrategy(strategy: AnyMarketStrategy, input?: unknown, source?: StrategySource): Quoter
export function bindStrategy(strategy: AnyGroupStrategy, input?: unknown, source?: StrategySource): GroupQuoter
export function bindStrategy(strategy: AnyStrategy, input?: unknown, source?: StrategySource): AnyQuoter
export function bindStrategy(strategy: AnyStrategy, input?: unknown, source?: StrategySource): AnyQuoter {
  return quoterOf(strategy, { params: parseParams(strategy, input), ...(source === undefined ? {} : { source }) })
}
