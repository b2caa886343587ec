// Asks a strategy of a group as the core would, and notes what it reads. A situation of one market is laid over the first of three.

import { callGroupStrategy, firstGroupMemory, type StrategyFault } from '../call-strategy.js'
import { EVERYTHING, type Reads } from '../inputs.js'
import type { Memory } from '../memory.js'
import type { GroupQuoter } from '../parse-params.js'
import { exampleGroupView, type GroupChanges, type GroupedChanges, groupedChanges } from '../view/example-group.js'
import type { ViewChanges } from '../view/example-view.js'
import { OWN_INPUTS, type PartialGroupView } from '../view/group-view.js'
import { type Asked, type Asks, faultOr, readOnlyMemory } from './conformance-asks.js'
import { readOnly, readOnlyFields } from './read-only.js'
import { UnreadParts } from './unread-parts.js'
import { WatchedViews } from './watched-views.js'

export class GroupConformanceAsks implements Asks {
  readonly #quoter: GroupQuoter
  readonly #reads: Reads
  readonly #views: WatchedViews
  readonly #unread = new UnreadParts()

  constructor(quoter: GroupQuoter) {
    this.#quoter = quoter
    this.#reads = quoter.reads ?? EVERYTHING
    this.#views = new WatchedViews(this.#reads)
  }

  get read(): ReadonlyMap<string, string> {
    return this.#views.read
  }

  get remembers(): boolean {
    return this.#quoter.init !== undefined
  }

  ask(name: string, changes: ViewChanges, memory?: Memory): Asked | StrategyFault {
    return this.askGroup(name, { markets: [changes, {}, {}] }, memory)
  }

  /** As `ask`, in a situation of the whole group; what is told first is of its first market. */
  askGroup(name: string, changes: GroupChanges, memory?: Memory): Asked | StrategyFault {
    return faultOr(() => {
      const { groupId, exclusive, markets } = exampleGroupView(changes)
      const about = { ...(groupId === undefined ? {} : { groupId }), exclusive }
      const view: PartialGroupView = {
        ...about,
        markets: Object.freeze(markets.map((_, place) => this.#shown(name, place, { groupId, changes }))),
      }
      const info = { ...about, markets: markets.map(({ market }) => market) }
      const answer = callGroupStrategy(
        this.#heard(name),
        readOnlyFields(view),
        readOnlyMemory(memory ?? firstGroupMemory(this.#quoter, info)),
      )
      const wishes = info.markets.map(({ conditionId }) => answer.wishes.get(conditionId) ?? { quotes: [] })
      return { wish: wishes[0] ?? { quotes: [] }, wishes, memory: answer.memory }
    })
  }

  undeclared(): ReturnType<WatchedViews['undeclared']> {
    return this.#views.undeclared()
  }

  get unread(): ReadonlyMap<string, string> {
    return this.#unread.found
  }

  /** The strategy, whose wish is looked at as it comes. */
  #heard(name: string): GroupQuoter {
    const quote: GroupQuoter['quote'] = (view, memory) => {
      const wish = this.#quoter.quote(view, memory)
      this.#unread.noteGroup(name, wish)
      return wish
    }
    return { ...this.#quoter, quote }
  }

  #shown(
    name: string,
    place: number,
    { groupId, changes }: { readonly groupId: string | undefined; readonly changes: GroupChanges },
  ): PartialGroupView['markets'][number] {
    const { stopped, ...of }: GroupedChanges = changes.markets?.[place] ?? {}
    const inMarket = groupedChanges(place, groupId, of)
    if (stopped === undefined) return this.#views.view(name, inMarket)
    const own = this.#reads.inputs.filter((input) => OWN_INPUTS.some((shown) => shown === input))
    return readOnly({ ...this.#views.view(name, inMarket, own), stopped })
  }
}
