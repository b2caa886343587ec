// A made-up group to try a strategy on: three markets of which exactly one wins, with YES at 0.49, 0.31 and 0.22, and nothing held.

import { bookOfBids, exampleView, type ViewChanges } from './example-view.js'
import type { GroupedMarket, GroupView, StopReason } from './group-view.js'
import type { MarketInfo } from './market-view.js'

/** Parts of the view of one market; with `stopped`, nothing may rest in it. */
export type GroupedChanges = ViewChanges & { readonly stopped?: StopReason }

export interface GroupChanges {
  /** `undefined` for a market without a group. */
  readonly groupId?: string | undefined
  readonly exclusive?: boolean
  /** Each laid over the market of the example in its place; as many markets as there are entries, three by default. */
  readonly markets?: readonly GroupedChanges[]
}

const GROUP_ID = 'example-group'
const FAIR = [0.49, 0.31, 0.22]

/** The market in this place of the group, with `changes` laid over it. */
export function groupedChanges(place: number, groupId: string | undefined, changes: ViewChanges = {}): ViewChanges {
  const p = FAIR[place] ?? 0.01
  const { market } = exampleView()
  const named: MarketInfo =
    place === 0 ? market : { ...market, id: `example-${place + 1}`, conditionId: `0xexample${place + 1}` }
  const spread = { price: p - 0.02, size: 300 }
  const book = bookOfBids(p > 0.02 ? spread : undefined, { price: 1 - p - 0.02, size: 100 })
  const own: ViewChanges = place === 0 ? {} : { book, fair: { p, spread: 0.04 } }
  const grouped = { ...named, ...changes.market, ...(groupId === undefined ? {} : { groupId }) }
  return { ...own, ...changes, market: { ...grouped, id: named.id, conditionId: named.conditionId } }
}

function grouped(place: number, groupId: string | undefined, { stopped, ...changes }: GroupedChanges): GroupedMarket {
  const view = exampleView(groupedChanges(place, groupId, changes))
  if (stopped === undefined) return view
  const { market, inventory, fills, ownQuotes } = view
  return { market, inventory, fills, ownQuotes, stopped }
}

/** A view of an example group for a test, with `changes` laid over it. */
export function exampleGroupView(changes: GroupChanges = {}): GroupView {
  const { exclusive = true, markets = [{}, {}, {}] } = changes
  const groupId = 'groupId' in changes ? changes.groupId : GROUP_ID
  return {
    ...(groupId === undefined ? {} : { groupId }),
    exclusive,
    markets: markets.map((of, place) => grouped(place, groupId, of)),
  }
}
