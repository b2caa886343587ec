// Of a strategy that is asked once for a whole group: what it was shown is so, what it said is what is wanted in each market, it is handed what it
// left, and what it does amiss pulls its group, and no other.

import { isFinal, type Market, rawToShares } from '../../../../src/domain/market/market.js'
import { isSameGrid } from '../../../../src/domain/market/market-terms.js'
import type { LazyTerms } from '../../../../src/domain/orders/wish.js'
import type { CoreEvent } from '../../../../src/domain/run/core-event.js'
import type { Instant } from '../../../../src/domain/time.js'
import { remember } from '../../../../src/strategy/memory.js'
import type { BotLife } from '../bot-life.js'
import type { GroupAsked } from '../spells.js'
import type { World } from '../world.js'
import { isExclusiveAtVenue } from './plain-groups.js'

const LOOK_EVERY_MS = 250
/** What has just moved is decided on in the next turn. */
const MOST_BEHIND = 2
/** What no event of the market tells is seen when it is looked at again, once a second. */
const MOST_UNTOLD = 5
/** After it has taken too long it is asked once a second, until it was quick three times. */
const SLOWED_MS = 6000
/** The venue's list of a group is read this often, and what it says comes a little later. */
const LISTED_MS = 65_000

type Core = NonNullable<BotLife['bot']>['core']
type Cell = ReturnType<Core['conclusions']>['cells'][number]

/** One group, or one market without one, as its strategy was asked last. */
interface Group {
  call: GroupAsked
  /** What it is handed next. */
  memory: unknown
  /** Markets with another tick or size step since: they begin anew. */
  readonly changed: Set<string>
  /** What is not so any more, and in how many looks one after the other. */
  readonly behind: Map<string, number>
}

export class Grouped {
  readonly #world: World
  readonly #add: (what: string) => void
  #life: BotLife | undefined
  #at: Instant | undefined
  readonly #groups = new Map<string, Group>()
  /** Of which groups the strategy has had a bad spell in this life, and when it had the last. */
  readonly #amiss = new Set<string>()
  #amissMs = Number.NEGATIVE_INFINITY
  #dueMs = 0
  #listed = { count: 0, sinceMs: 0 }

  constructor(world: World, add: (what: string) => void) {
    this.#world = world
    this.#add = add
  }

  heard(event: CoreEvent, life: BotLife): void {
    if (life !== this.#life) {
      this.#life = life
      this.#groups.clear()
      this.#amiss.clear()
      this.#dueMs = 0
    }
    if (event.kind === 'turn-end') this.#at = event.at
    // another strategy begins anew, and what the former one did amiss is forgotten
    if (event.kind === 'settings') this.#groups.clear()
    if (event.kind !== 'market') return
    const known = life.bot?.core.beliefs.markets.get(event.market.conditionId)
    if (known === undefined || isSameGrid(known, event.market)) return
    for (const { changed } of this.#groups.values()) changed.add(event.market.conditionId)
  }

  /** The strategy is asked of a group. */
  asked(call: GroupAsked): void {
    const { view, memory, wish, isAmiss } = call
    const key = view.groupId ?? view.markets[0]?.market.conditionId ?? ''
    if (isAmiss) {
      this.#amiss.add(key)
      this.#amissMs = this.#world.clock.monoMs()
    }
    const before = this.#groups.get(key)
    if (before !== undefined && !this.#hasLeft(before) && !isEqual(memory, before.memory))
      this.#add(`${key}: a strategy that left ${text(before.memory)} is handed ${text(memory)}`)
    // one that is asked every second may be shown the same wrong each time
    const behind = before?.behind ?? new Map()
    this.#groups.set(key, { call, memory: wish?.memory ?? memory, changed: new Set(), behind })
  }

  /** A turn has ended. */
  turned(life: BotLife): void {
    const core = life.bot?.core
    const nowMs = life.clock.monoMs()
    if (this.#groups.size === 0 || core === undefined || !life.isWorking || nowMs < this.#dueMs) return
    this.#dueMs = nowMs + LOOK_EVERY_MS
    const { cells } = core.conclusions()
    const byGroup = new Map<string, [Cell, Market][]>()
    for (const cell of cells) {
      const market = core.beliefs.markets.get(cell.conditionId)
      if (market === undefined) continue
      const key = market.groupId ?? market.conditionId
      byGroup.set(key, [...(byGroup.get(key) ?? []), [cell, market]])
    }
    for (const key of this.#groups.keys()) if (!byGroup.has(key)) this.#groups.delete(key)
    this.#lookAtList(nowMs)
    for (const [key, members] of byGroup) this.#look(key, members, core)
  }

  /** None of its markets is there any more as it was. */
  #hasLeft({ call, changed }: Group): boolean {
    const beliefs = this.#life?.bot?.core.beliefs
    return call.view.markets.every(({ market: { conditionId } }) => {
      const market = [...(beliefs?.markets.values() ?? [])].find((one) => one.conditionId === conditionId)
      const isOver = market === undefined || (isFinal(market) && beliefs?.orders.isSettled(market.conditionId) === true)
      return isOver || changed.has(conditionId)
    })
  }

  #lookAtList(nowMs: number): void {
    const count = this.#world.markets.length
    if (count !== this.#listed.count) this.#listed = { count, sinceMs: nowMs }
  }

  #look(key: string, members: readonly (readonly [Cell, Market])[], core: Core): void {
    const { stopOf, isMarked, approval } = core.conclusions()
    const [at, group] = [this.#at, this.#groups.get(key)]
    if (at === undefined) return
    const stops = members.map(([{ conditionId }]) =>
      core.beliefs.dropped.has(conditionId) ? 'dropped' : stopOf(conditionId, at)?.reason,
    )
    if (!this.#amiss.has(key) && stops.includes('strategy-fault'))
      this.#add(`${key} is pulled for its strategy, which has done nothing amiss`)
    if (group === undefined) return
    const { wish, isAmiss } = group.call
    for (const [index, [cell, market]] of members.entries()) {
      if (isMarked(cell)) continue
      if (wish === undefined && approval(cell.conditionId).approved.length > 0)
        this.#add(`${market.id} is quoted, and the strategy of its group has thrown`)
      const mayRest = stops[index] === undefined && market.status === 'OPEN' && core.standing.stoppedFor === undefined
      if (wish !== undefined) this.#wanted(group, { cell, market, mayRest: mayRest && !isAmiss })
    }
    if (stops.every((stop) => stop !== undefined)) group.behind.clear()
    else this.#shown(key, group, { members, stops, core })
  }

  /** What it has said of this market is what is wanted there. */
  #wanted(group: Group, { cell, market, mayRest }: { cell: Cell; market: Market; mayRest: boolean }): void {
    const { wished, terms, memoryHash } = cell.wanted
    const named = group.call.wish?.markets.find(({ conditionId }) => conditionId === cell.conditionId)
    const said = named?.quotes ?? []
    this.#count(group, `${market.id}: what was wished is not wanted`, mayRest && wished.length < said.length)
    if (wished.length === 0) return
    if (!isEqual(wished, said))
      this.#add(`${market.id}: ${text(wished)} is wished, and the strategy said ${text(said)}`)
    if (!isEqual(termsOf(terms), termsOf(named?.terms)))
      this.#add(`${market.id}: ${text(termsOf(terms))} is told, and the strategy said ${text(termsOf(named?.terms))}`)
    // one without a memory leaves none
    const left = group.memory === undefined ? { hash: undefined } : remember(group.memory)
    if (!('hash' in left) || memoryHash !== left.hash)
      this.#add(`${market.id}: a memory ${memoryHash} is told that is not ${text(group.memory)}`)
  }

  /** What it was shown is so. */
  #shown(
    key: string,
    group: Group,
    given: {
      readonly members: readonly (readonly [Cell, Market])[]
      readonly stops: readonly (string | undefined)[]
      readonly core: Core
    },
  ): void {
    const { members, stops, core } = given
    const { view } = group.call
    const isSteady = this.#world.clock.monoMs() - this.#amissMs > SLOWED_MS
    const { orders, positions } = core.beliefs
    const there = members.filter(([, market]) => !isFinal(market) || !orders.isSettled(market.conditionId))
    const ids = view.markets.map(({ market }) => market.conditionId)
    const isWhole = there.length === ids.length && there.every(([{ conditionId }]) => ids.includes(conditionId))
    this.#count(group, `${key}: other markets are shown than there are`, isSteady && !isWhole, MOST_UNTOLD)
    for (const [index, [{ conditionId }, market]] of members.entries()) {
      const shown = view.markets.find((one) => one.market.conditionId === conditionId)
      if (shown === undefined) continue
      const [yes, no] = positions.tokensRaw(conditionId)
      const isHeld = shown.inventory?.net === rawToShares(yes, market) - rawToShares(no, market)
      this.#count(group, `${market.id}: another inventory is shown`, isSteady && !isHeld)
      const isStopped = shown.stopped === stops[index]
      this.#count(group, `${market.id}: shown as ${shown.stopped}`, isSteady && !isStopped, MOST_UNTOLD)
    }
    const isListed = this.#world.isCalm && this.#world.clock.monoMs() - this.#listed.sinceMs > LISTED_MS
    const isTrue = isListed && isExclusiveAtVenue(this.#world, view.groupId, ids) === view.exclusive
    this.#count(group, `${key}: exclusive is ${view.exclusive}`, isListed && !isTrue, MOST_UNTOLD)
  }

  #count({ behind }: Group, what: string, isSo: boolean, most = MOST_BEHIND): void {
    const count = isSo ? (behind.get(what) ?? 0) + 1 : 0
    behind.set(what, count)
    if (count > most) this.#add(what)
  }
}

const termsOf = (terms: LazyTerms | undefined) => (typeof terms === 'function' ? terms() : terms)

const text = (value: unknown) => JSON.stringify(value)
const isEqual = (a: unknown, b: unknown) => text(a) === text(b)
