// The one place where a strategy is called: what it throws or wishes amiss becomes one kind of error that names its file and line.

import type { Wish } from '../domain/orders/wish.js'
import { thrownPlace, withPlace } from '../domain/thrown-place.js'
import { groupWishProblem } from './check-group-wish.js'
import { copiedWish, wishProblem } from './check-wish.js'
import { type Memory, remember } from './memory.js'
import type { AnyQuoter, GroupQuoter, Quoter, StrategySource } from './parse-params.js'
import type { GroupInfo, PartialGroupView } from './view/group-view.js'
import type { MarketInfo, PartialView } from './view/market-view.js'

/** What of it was amiss. */
export type FaultyPart = 'call' | 'wish' | 'memory'

/** The strategy threw, or its wish or its memory is not one. */
export class StrategyFault extends Error {
  override readonly name = 'StrategyFault'
  readonly part: FaultyPart

  constructor(part: FaultyPart, message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.part = part
  }
}

const NO_MEMORY = { problem: 'memory: expected none of a strategy without init' }

/** What the strategy wishes, and what it remembers from now on. */
export interface Answer {
  readonly wish: Wish
  readonly memory: Memory | undefined
}

/** Asks the strategy; without a new memory the old one stays. Throws a `StrategyFault`, and nothing else. */
export function callStrategy(quoter: Quoter, view: PartialView, memory?: Memory): Answer {
  const wish = asked(quoter, view, memory)
  const problem = wishProblem(wish)
  if (problem !== undefined) throw new StrategyFault('wish', withPlace(problem, sourcePlace(quoter.source)))
  return { wish: copiedWish(wish), memory: nextMemory(quoter, wish, memory) }
}

/** What the strategy of a group wishes in each market that it names, by condition id, and what it remembers from now on. */
export interface GroupAnswer {
  readonly wishes: ReadonlyMap<string, Wish>
  readonly memory: Memory | undefined
}

/** Asks the strategy of a group; as `callStrategy`. A wish for a market that is not in the view is a fault. */
export function callGroupStrategy(quoter: GroupQuoter, view: PartialGroupView, memory?: Memory): GroupAnswer {
  const wish = guarded(quoter, () => quoter.quote(view, memory?.value))
  const problem = groupWishProblem(wish, new Set(view.markets.map(({ market }) => market.conditionId)))
  if (problem !== undefined) throw new StrategyFault('wish', withPlace(problem, sourcePlace(quoter.source)))
  const wishes = new Map(wish.markets.map((of) => [of.conditionId, copiedWish(of)]))
  return { wishes, memory: nextMemory(quoter, wish, memory) }
}

/** The memory that a strategy begins with in a market; `undefined` for one that has none. Throws a `StrategyFault`, and nothing else. */
export function firstMemory(quoter: Quoter, market: MarketInfo): Memory | undefined {
  const { init } = quoter
  return init && begun(quoter, () => init(market))
}

/** As `firstMemory`, of a strategy of a group. */
export function firstGroupMemory(quoter: GroupQuoter, group: GroupInfo): Memory | undefined {
  const { init } = quoter
  return init && begun(quoter, () => init(group))
}

function begun(quoter: AnyQuoter, init: () => unknown): Memory {
  return remembered(quoter, guarded(quoter, init))
}

/** A wish that names none keeps what there is. */
function nextMemory(quoter: AnyQuoter, wish: { readonly memory?: unknown }, memory: Memory | undefined) {
  const isKept = wish.memory === undefined || wish.memory === memory?.value
  return isKept ? memory : remembered(quoter, wish.memory)
}

function remembered(quoter: AnyQuoter, value: unknown): Memory {
  const memory = quoter.init === undefined ? NO_MEMORY : remember(value)
  if ('problem' in memory) throw new StrategyFault('memory', withPlace(memory.problem, sourcePlace(quoter.source)))
  return memory
}

function asked(quoter: Quoter, view: PartialView, memory: Memory | undefined): Wish {
  try {
    return quoter(view, memory?.value)
  } catch (error) {
    throw new StrategyFault('call', `it threw: ${described(error, quoter.source)}`, { cause: error })
  }
}

function guarded<T>({ source }: AnyQuoter, call: () => T): T {
  try {
    return call()
  } catch (error) {
    throw new StrategyFault('call', `it threw: ${described(error, source)}`, { cause: error })
  }
}

/** Message, file and line of what was thrown. */
function described(error: unknown, source: StrategySource | undefined): string {
  const message = error instanceof Error ? error.message : String(error)
  return withPlace(message, thrownPlace(error, source?.file) ?? sourcePlace(source))
}

/** Where the strategy is written. */
export function sourcePlace(source: StrategySource | undefined): string | undefined {
  return source && (source.line === undefined ? source.file : `${source.file}:${source.line}`)
}
