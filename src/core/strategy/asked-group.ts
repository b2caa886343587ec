// What a strategy was last asked for a whole group of markets, and what it answered: when, what it was shown of each, its wishes, its memory.

import type { ConditionId, Market } from '../../domain/market/market.js'
import type { Wish } from '../../domain/orders/wish.js'
import { type InputWatch, watchFor } from '../../strategy/input-watch.js'
import type { Reads } from '../../strategy/inputs.js'
import { ownReads } from '../../strategy/view/build-group-view.js'
import type { FactSource, Facts } from '../../strategy/view/facts.js'
import type { StopReason } from '../../strategy/view/group-view.js'
import { SeenMarket } from '../../strategy/view/market-info.js'
import type { MarketInfo } from '../../strategy/view/market-view.js'
import type { Cell } from '../cells.js'
import { Asking } from './asking.js'

/** One market of a group: what was shown of it when its strategy was last asked, and what is wished in it. */
export class GroupMember {
  readonly cell: Cell
  readonly group: AskedGroup
  /** Of the last answer; absent where nothing may rest, and where there is no answer. */
  wish: Wish | undefined
  /** As it was last looked at; without facts it cannot be shown. */
  facts: Facts | undefined
  stopped: StopReason | undefined
  /** Number of the turn in which it was last looked at. */
  turn = -1
  /** Where its facts come from. */
  readonly source: FactSource
  readonly #whole: InputWatch
  readonly #own: InputWatch
  readonly #seen = new SeenMarket()
  /** Why nothing might rest in it when the strategy was asked; `null` before. */
  #taken: StopReason | undefined | null = null

  constructor(
    cell: Cell,
    group: AskedGroup,
    { reads, source }: { readonly reads: Reads; readonly source: FactSource },
  ) {
    this.cell = cell
    this.group = group
    this.source = source
    this.#whole = watchFor(reads)
    this.#own = watchFor(ownReads(reads))
  }

  info(market: Market): MarketInfo {
    return this.#seen.info(market)
  }

  /** Something that the strategy was shown is not so any more. */
  get hasMoved(): boolean {
    const { facts } = this
    if (this.stopped !== this.#taken || facts === undefined) return true
    return this.#watch.hasMoved(facts)
  }

  /** The strategy is asked, and shown what was last seen here. */
  take(): void {
    this.#taken = this.stopped
    if (this.facts !== undefined) this.#watch.take(this.facts)
  }

  get #watch(): InputWatch {
    return this.stopped === undefined ? this.#whole : this.#own
  }
}

export class AskedGroup extends Asking {
  /** Of the venue; absent for a market without one. */
  readonly groupId: string | undefined
  /** Its first market's: by it the group is measured, whichever markets come and go. */
  readonly meteredAs: ConditionId
  /** After a fault it is asked again from then on, monotonic. */
  pausedUntilMonoMs = Number.NEGATIVE_INFINITY
  /** It takes longer than allowed. */
  isSlowed = false
  /** It is due, and waits until then, monotonic. */
  waitsUntilMonoMs: number | undefined
  #members: readonly GroupMember[] = []
  #hasMoved = true
  #isExclusive = false

  constructor(reads: Reads, groupId: string | undefined, meteredAs: ConditionId) {
    super(reads)
    this.groupId = groupId
    this.meteredAs = meteredAs
  }

  /** When time alone makes it due, monotonic. */
  dueMonoMs(nowMonoMs: number): number {
    if (this.pausedUntilMonoMs > nowMonoMs) return this.pausedUntilMonoMs
    return this.waitsUntilMonoMs ?? this.nextMonoMs
  }

  /** In the order in which the bot took them up. */
  get members(): readonly GroupMember[] {
    return this.#members
  }

  add(member: GroupMember): void {
    this.#members = [...this.#members, member].sort((a, b) => a.cell.index - b.cell.index)
    this.#hasMoved = true
  }

  remove(member: GroupMember): void {
    this.#members = this.#members.filter((other) => other !== member)
    this.#hasMoved = true
  }

  /** Whether exactly one of its markets wins, by what is known now: the strategy is shown it. */
  saysExclusive(is: boolean): void {
    this.#hasMoved ||= is !== this.#isExclusive
    this.#isExclusive = is
  }

  /** What the answer came from is not so any more, as far as was looked in this turn. */
  isDue(turn: number, nowMonoMs: number): boolean {
    this.#hasMoved ||= this.#members.some((member) => member.turn === turn && member.hasMoved)
    if (!this.#hasMoved) this.trueMonoMs = nowMonoMs
    return this.#hasMoved
  }

  /** The strategy is shown what was last seen of all markets. */
  takes(nowMonoMs: number): void {
    this.#hasMoved = false
    this.waitsUntilMonoMs = undefined
    this.trueMonoMs = nowMonoMs
    for (const member of this.#members) member.take()
  }

  /** There is no answer: it is asked anew. Returns the markets in which something was wished. */
  forget(): readonly GroupMember[] {
    const wished = this.#members.filter(({ wish }) => wish !== undefined)
    for (const member of wished) member.wish = undefined
    this.#hasMoved = true
    return wished
  }
}
