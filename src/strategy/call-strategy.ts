// The one place where a strategy is called: what it throws or wishes amiss becomes one kind of error that names its file and line.

import type { Wish } from '../domain/orders/wish.js'
import { thrownPlace, thrownText, withPlace } from '../domain/thrown-place.js'
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
  try {
    const wish = quoter(view, memory?.value)
    const problem = wishProblem(wish)
    if (problem !== undefined) throw wishFault(quoter, wish, problem)
    return { wish: copiedWish(wish), memory: nextMemory(quoter, wish, memory) }
  } catch (thrown) {
    throw faultOf(quoter, thrown)
  }
}

/** What the strategy of a group wishes in each market that it names, by condition id, and what it remembers from now on. */
export interface GroupAnswer {
  readonly wishes: ReadonlyMap<string, Wish>
  readonly memory: Memory | undefined
}

/** Asks the strategy of a group; as `callStrategy`. A wish for a market that is not in the view is a fault. */
export function callGroupStrategy(quoter: GroupQuoter, view: PartialGroupView, memory?: Memory): GroupAnswer {
  try {
    const wish = quoter.quote(view, memory?.value)
    const problem = groupWishProblem(wish, new Set(view.markets.map(({ market }) => market.conditionId)))
    if (problem !== undefined) throw wishFault(quoter, wish, problem)
    const wishes = new Map(wish.markets.map((of) => [of.conditionId, copiedWish(of)]))
    return { wishes, memory: nextMemory(quoter, wish, memory) }
  } catch (thrown) {
    throw faultOf(quoter, thrown)
  }
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
  try {
    return remembered(quoter, init())
  } catch (thrown) {
    throw faultOf(quoter, thrown)
  }
}

/** A wish that names none keeps what there is. */
function nextMemory(quoter: AnyQuoter, wish: { readonly memory?: unknown }, memory: Memory | undefined) {
  const isKept = wish.memory === undefined || wish.memory === memory?.value
  return isKept ? memory : remembered(quoter, wish.memory)
}

function remembered(quoter: AnyQuoter, value: unknown): Memory {
  const memory = quoter.init === undefined ? NO_MEMORY : remember(value)
  if (!('problem' in memory)) return memory
  abandon(value)
  throw new StrategyFault('memory', withPlace(memory.problem, sourcePlace(quoter.source)))
}

function wishFault({ source }: AnyQuoter, wish: unknown, problem: string): StrategyFault {
  abandon(wish)
  return new StrategyFault('wish', withPlace(problem, sourcePlace(source)))
}

/** Nobody waits for a promise: what it throws later would be nobody's, and end the process. */
function abandon(value: unknown): void {
  if (value instanceof Promise) value.catch(() => undefined)
}

/** Message, file and line of what was thrown: by the strategy, or by a field of its wish that computes. */
function faultOf({ source }: AnyQuoter, thrown: unknown): StrategyFault {
  if (thrown instanceof StrategyFault) return thrown
  const place = thrownPlace(thrown, source?.file) ?? sourcePlace(source)
  return new StrategyFault('call', `it threw: ${withPlace(thrownText(thrown), place)}`, { cause: thrown })
}

/** Where the strategy is written. */
export function sourcePlace(source: StrategySource | undefined): string | undefined {
  return source && (source.line === undefined ? source.file : `${source.file}:${source.line}`)
}
