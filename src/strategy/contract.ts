// What a strategy is: a pure function from what it declares to read, of one market or of all markets of a group, to the quotes it wants
// resting there.

import type { ZodType } from 'zod'
import type { TermNote, Wish } from '../domain/orders/wish.js'
import type { Input } from './inputs.js'
import type { GroupInfo, GroupView, GroupWish, PartialGroupView } from './view/group-view.js'
import type { MarketInfo, MarketView, PartialView } from './view/market-view.js'

/** Whether it is asked for each market alone, or once for all markets of a group. */
export type Scope = 'market' | 'group'

type InfoOf<C extends Scope> = C extends 'group' ? GroupInfo : MarketInfo
type ViewOf<C extends Scope, I extends Input, S extends string> = C extends 'group' ? GroupView<I, S> : MarketView<I, S>
type WishOf<C extends Scope, M> = C extends 'group' ? GroupWish<M> : Wish<M>

export interface Strategy<
  P,
  I extends Input = Input,
  S extends string = string,
  M = unknown,
  C extends Scope = 'market',
> {
  /** Lower case words joined by hyphens; the name used in a configuration. */
  readonly name: string
  /** One sentence for lists. */
  readonly description: string
  /** Schema of the parameters, with a default for every key. */
  readonly params: ZodType<P>
  /** `market` by default. */
  readonly scope?: C
  /** What the terms of its wishes are, by their names, for who asks why a quote is there. */
  readonly termNotes?: Readonly<Record<string, TermNote>>
  /** What it reads: nothing else is in the view, and it is asked when one of these has moved, of any market of its group. */
  readonly inputs: readonly I[]
  /** With `time` among the inputs: asked at least this often, milliseconds from 20 to 3,600,000. Default 1000. */
  readonly everyMs?: number
  /** With `signals` among the inputs: their names. */
  readonly signals?: readonly S[]
  /** The memory that it begins with in a market, or in a group, after each start: plain data of at most 4 KB as JSON. */
  init?(about: InfoOf<C>, params: P): M
  /**
   * The same view, parameters and memory give the same wish: no clock, no chance, nothing kept but by the memory, which is frozen: a wish
   * with a `memory` replaces it.
   */
  quote(view: ViewOf<C, I, S>, params: P, memory: NoInfer<M>): WishOf<C, NoInfer<M>>
}

/** A strategy of one market, of whatever inputs, parameters and memory. */
export interface AnyMarketStrategy extends Omit<Strategy<unknown>, 'quote'> {
  init?(market: MarketInfo, params: unknown): unknown
  quote(view: PartialView, params: unknown, memory: unknown): Wish
}

/** A strategy of a group, of whatever inputs, parameters and memory. */
export interface AnyGroupStrategy extends Omit<AnyMarketStrategy, 'scope' | 'init' | 'quote'> {
  readonly scope?: 'group'
  init?(group: GroupInfo, params: unknown): unknown
  quote(view: PartialGroupView, params: unknown, memory: unknown): GroupWish
}

/** A strategy of whatever scope, inputs, parameters and memory. */
export type AnyStrategy = AnyMarketStrategy | AnyGroupStrategy

/** Whether it is asked once for all markets of a group. */
export function isOfGroup(strategy: AnyStrategy): strategy is AnyGroupStrategy {
  return strategy.scope === 'group'
}

/**
 * Gives a strategy its types: the view's from scope and inputs, the parameters' from the schema, the memory's from `init`. What the result
 * is used as says nothing of its scope.
 */
export function defineStrategy<
  P,
  const I extends Input,
  const S extends string = never,
  M = void,
  const C extends Scope = 'market',
>(strategy: Strategy<P, I, S, M, C>): Strategy<P, I, S, M, NoInfer<C>> {
  return strategy
}
