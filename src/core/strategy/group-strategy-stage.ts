// state -> strategy -> quoting for groups of markets: the strategy is asked once for all markets of a group when an input has moved in any
// of them. A market is made legal anew where something has changed in it, or its wish has become another; its siblings are left alone.

import { isExclusive } from '../../domain/market/end.js'
import { type ConditionId, isFinal, type Market } from '../../domain/market/market.js'
import { isSameWish, type Wish } from '../../domain/orders/wish.js'
import type { CoreEvent } from '../../domain/run/core-event.js'
import type { Instant } from '../../domain/time.js'
import { callGroupStrategy, firstGroupMemory, type GroupAnswer, StrategyFault } from '../../strategy/call-strategy.js'
import { EVERYTHING, type Reads } from '../../strategy/inputs.js'
import type { GroupQuoter } from '../../strategy/parse-params.js'
import { type GroupedViewer, groupedViewerOf } from '../../strategy/view/build-group-view.js'
import type { GroupInfo, PartialGroupView } from '../../strategy/view/group-view.js'
import type { Cell } from '../cells.js'
import { AskedGroup, GroupMember } from './asked-group.js'
import { factSource } from './fact-source.js'
import { SLOWED_MS, type StrategyStage, type StrategyStageParts, slowWords } from './strategy-stage.js'
import { factsOf, NOTHING_WANTED, type WantedParts, type WantedQuotes, wantedQuotes } from './wanted-quotes.js'

const NONE: readonly GroupMember[] = []
/** Of a market that the answer does not name. */
const NO_QUOTES: Wish = { quotes: [] }

interface Shown {
  readonly member: GroupMember
  readonly view: PartialGroupView['markets'][number]
}

export class GroupStrategyStage implements StrategyStage {
  readonly showsStops = true
  readonly #parts: StrategyStageParts
  readonly #quoter: GroupQuoter
  readonly #reads: Reads
  readonly #viewer: GroupedViewer
  readonly #wantedParts: WantedParts
  readonly #members = new Map<ConditionId, GroupMember>()
  /** By the group's id, or by the condition id of a market without one. */
  readonly #groups = new Map<string, AskedGroup>()
  #turn = 0
  #callsLeft = Number.POSITIVE_INFINITY

  constructor(parts: StrategyStageParts, quoter: GroupQuoter) {
    this.#parts = parts
    const { beliefs, fees, settings, cautions, risk } = parts
    this.#quoter = quoter
    this.#reads = quoter.reads ?? EVERYTHING
    this.#viewer = groupedViewerOf(this.#reads)
    this.#wantedParts = { beliefs, fees, settings, cautions, risk }
  }

  isSlowed(conditionId: ConditionId): boolean {
    return this.#members.get(conditionId)?.group.isSlowed ?? false
  }

  /** The first verdict slows the group's strategy down, the second pulls the quotes of all its markets. */
  hear(event: CoreEvent): void {
    if (event.kind !== 'strategy-slow' && event.kind !== 'strategy-fast') return
    const group = [...this.#groups.values()].find(({ meteredAs }) => meteredAs === event.conditionId)
    if (group === undefined) return
    if (event.kind === 'strategy-fast') {
      group.isSlowed = false
      return
    }
    const message = slowWords(event, this.#quoter)
    if (group.isSlowed) {
      this.#pause(group, message, event.at)
      return
    }
    group.isSlowed = true
    for (const { cell } of group.members) this.#parts.faults.slow(cell.conditionId, message)
  }

  /** Asks the strategy of each group in which something that it reads has moved. */
  begin(marked: readonly Cell[], at: Instant, calls = Number.POSITIVE_INFINITY): readonly Cell[] {
    this.#turn++
    this.#callsLeft = calls
    const touched = new Set<AskedGroup>()
    for (const cell of marked) {
      const member = this.#memberOf(cell, touched)
      if (member === undefined) continue
      this.#look(member, at)
      touched.add(member.group)
    }
    const cells = new Set(marked)
    // nobody waits for ever
    const inTurn = touched.size <= calls ? touched : [...touched].sort((a, b) => a.askedMonoMs - b.askedMonoMs)
    for (const group of inTurn) {
      const ids = group.members.map(({ cell }) => cell.conditionId)
      group.saysExclusive(this.#isExclusive(group.groupId, ids))
      for (const { cell } of this.#answer(group, at)) cells.add(cell)
      this.#setDue(group, at.monoMs)
    }
    return cells.size === marked.length ? marked : [...cells].sort((a, b) => a.index - b.index)
  }

  leave({ conditionId }: Cell): WantedQuotes {
    const member = this.#members.get(conditionId)
    if (member) member.wish = undefined
    return NOTHING_WANTED
  }

  wantedQuotes(cell: Cell, _market: Market, at: Instant): WantedQuotes {
    const { faults } = this.#parts
    const member = this.#members.get(cell.conditionId)
    if (member?.wish === undefined || member.facts === undefined) return NOTHING_WANTED
    const { group, wish, facts } = member
    try {
      const wanted = wantedQuotes(wish, facts, cell.rules, this.#wantedParts)
      if (group.waitsUntilMonoMs === undefined && !group.isSlowed) faults.answered(cell.conditionId, at.monoMs)
      const told = group.withMemory(wanted, at)
      if (told.memory !== undefined) this.#parts.cells.mark(cell, 'replan')
      return told
    } catch (error) {
      this.#close(member, error, at)
      return NOTHING_WANTED
    }
  }

  remove({ conditionId }: Cell): void {
    const member = this.#members.get(conditionId)
    if (member === undefined) return
    this.#members.delete(conditionId)
    const { group } = member
    group.remove(member)
    if (group.members.length === 0) this.#groups.delete(keyOf(group.groupId, group.meteredAs))
  }

  /** The market's place in its group, taken up where it is new; a group that it has left, for another or for good, is `touched`. */
  #memberOf(cell: Cell, touched: Set<AskedGroup>): GroupMember | undefined {
    const { conditionId } = cell
    const { markets, orders } = this.#parts.beliefs
    const market = markets.get(conditionId)
    if (market === undefined) return undefined
    const known = this.#members.get(conditionId)
    const isOver = isFinal(market) && orders.isSettled(conditionId)
    if (!isOver && known?.cell === cell && known.group.groupId === market.groupId) return known
    if (known !== undefined) {
      this.remove(known.cell)
      touched.add(known.group)
    }
    const key = keyOf(market.groupId, conditionId)
    const there = this.#groups.get(key)
    if (isOver) {
      // how it ended says whether one of those that are left wins
      if (there !== undefined) touched.add(there)
      return undefined
    }
    const group = there ?? new AskedGroup(this.#reads, market.groupId, conditionId)
    this.#groups.set(key, group)
    const member = new GroupMember(cell, group, {
      reads: this.#reads,
      source: factSource(this.#parts.beliefs, conditionId),
    })
    group.add(member)
    this.#members.set(conditionId, member)
    return member
  }

  /** What is believed of the market now, once a turn. */
  #look(member: GroupMember, at: Instant): void {
    if (member.turn === this.#turn) return
    member.turn = this.#turn
    const { beliefs, risk } = this.#parts
    const { conditionId } = member.cell
    const market = beliefs.markets.get(conditionId)
    if (market === undefined) return
    try {
      member.facts = undefined
      member.stopped = beliefs.dropped.has(conditionId) ? 'dropped' : risk().stopOf(conditionId, at)?.reason
      member.facts = factsOf(market, member, at, this.#wantedParts)
    } catch (error) {
      this.#close(member, error, at)
    }
    if (member.stopped !== undefined) member.wish = undefined
  }

  /** Asks for the group if that is due. Returns the markets whose wish has become another. */
  #answer(group: AskedGroup, at: Instant): readonly GroupMember[] {
    if (group.pausedUntilMonoMs > at.monoMs || !group.isDue(this.#turn, at.monoMs)) return NONE
    if (this.#waits(group, at)) {
      // a wish from before may stand in for a while
      const isOld = at.monoMs - group.trueMonoMs > this.#parts.settings.feed.staleAfterMs
      return isOld ? group.forget() : NONE
    }
    const before = new Map(group.members.map((member) => [member, member.wish]))
    for (const member of group.members) this.#look(member, at)
    const shown = group.members.flatMap((member) => this.#show(member, at))
    group.takes(at.monoMs)
    try {
      const isOpen = shown.some(({ view }) => view.stopped === undefined)
      const answer = isOpen ? this.#ask(group, shown, at) : undefined
      for (const { member, view } of shown) {
        const wish = view.stopped === undefined ? answer?.wishes.get(member.cell.conditionId) : undefined
        member.wish = view.stopped === undefined ? (wish ?? NO_QUOTES) : undefined
      }
      if (answer) this.#remember(group, answer)
    } catch (error) {
      if (error instanceof StrategyFault) this.#pause(group, error.message, at)
      else for (const { member } of shown) this.#close(member, error, at)
    }
    return group.members.filter((member) => isOther(before.get(member), member.wish))
  }

  #show(member: GroupMember, at: Instant): Shown[] {
    if (member.facts === undefined) return []
    try {
      return [{ member, view: this.#viewer(member.facts, member.stopped) }]
    } catch (error) {
      this.#close(member, error, at)
      return []
    }
  }

  /** Throws a `StrategyFault`. */
  #ask(group: AskedGroup, shown: readonly Shown[], at: Instant): GroupAnswer {
    const { settings } = this.#parts
    const { groupId } = group
    const ids = shown.map(({ member }) => member.cell.conditionId)
    const exclusive = this.#isExclusive(groupId, ids)
    const about = groupId === undefined ? { exclusive } : { groupId, exclusive }
    const ask = () => {
      const info: GroupInfo = { ...about, markets: shown.map(({ view }) => view.market) }
      group.memory ??= firstGroupMemory(this.#quoter, info)
      return callGroupStrategy(this.#quoter, { ...about, markets: shown.map(({ view }) => view) }, group.memory)
    }
    this.#callsLeft--
    group.askedMonoMs = at.monoMs
    return settings.measured?.(group.meteredAs, ask) ?? ask()
  }

  #isExclusive(groupId: string | undefined, ids: readonly ConditionId[]): boolean {
    const { settings, beliefs } = this.#parts
    const members = groupId === undefined ? undefined : settings.exclusiveGroups?.[groupId]
    if (groupId === undefined || members === undefined) return false
    return isExclusive(ids, members, beliefs.groupMembers.of(groupId))
  }

  /** Records of markets that are left alone show it too. */
  #remember(group: AskedGroup, { memory }: GroupAnswer): void {
    const isOther = memory?.hash !== group.memory?.hash
    group.memory = memory
    if (memory === undefined || !isOther) return
    for (const { cell } of group.members) {
      const { wanted } = cell
      if (wanted.memoryHash !== undefined) cell.wanted = { ...wanted, memoryHash: memory.hash }
    }
  }

  /** Whether the strategy, though due, is asked later; then it is due again. */
  #waits(group: AskedGroup, { monoMs }: Instant): boolean {
    const stands = group.isSlowed && group.members.some(({ wish }) => wish !== undefined)
    const fromMonoMs = stands ? group.askedMonoMs + SLOWED_MS : monoMs
    if (fromMonoMs <= monoMs && this.#callsLeft > 0) return false
    group.waitsUntilMonoMs = Math.max(monoMs, fromMonoMs)
    return true
  }

  /** Whichever of its markets is looked at, the group is: one of them stands for it where time alone makes it due. */
  #setDue(group: AskedGroup, nowMonoMs: number): void {
    const stands = group.members.find(({ stopped }) => stopped === undefined) ?? group.members[0]
    if (stands) this.#parts.cells.dueBy(stands.cell, group.dueMonoMs(nowMonoMs))
  }

  /** The strategy has done amiss: nothing of the whole group rests for a while. */
  #pause(group: AskedGroup, message: string, { monoMs }: Instant): void {
    const { cells, faults } = this.#parts
    group.forget()
    for (const { cell } of group.members) {
      const untilMonoMs = faults.strategy(cell.conditionId, message, monoMs)
      group.pausedUntilMonoMs = Math.max(group.pausedUntilMonoMs, untilMonoMs)
      cells.mark(cell, 'replan')
    }
    this.#setDue(group, monoMs)
  }

  /** A fault of the program closes one market; the strategy goes on without it. In a closed one the same fault counts no more. */
  #close(member: GroupMember, error: unknown, at: Instant): void {
    const isClosed = member.stopped === 'program-fault'
    member.facts = undefined
    member.stopped = 'program-fault'
    member.wish = undefined
    if (isClosed) return
    this.#parts.onProgramFault(member.cell.conditionId, error, at)
    this.#parts.cells.mark(member.cell, 'replan')
  }
}

const keyOf = (groupId: string | undefined, conditionId: ConditionId) =>
  groupId === undefined ? `market ${conditionId}` : `group ${groupId}`

function isOther(before: Wish | undefined, now: Wish | undefined): boolean {
  return before === undefined || now === undefined ? before !== now : !isSameWish(before, now)
}
