// Situations that a strategy of a group must survive, by name, besides those of one of its markets.

import type { GroupChanges, GroupedChanges } from '../view/example-group.js'
import { bookOfBids, inventoryOf } from '../view/example-view.js'

const WITHOUT_BOOK: GroupedChanges = { book: bookOfBids(undefined, undefined), fair: undefined, volatility: undefined }
/** A signal would be something to go by: each says a value unless a situation says otherwise. */
const UNKNOWN: GroupedChanges = { ...WITHOUT_BOOK, signals: {} }
const STALE: GroupedChanges = { stopped: 'feed-stale' }

/** Nothing is known of any market: nothing may be wished. */
export const NOTHING_KNOWN = 'nothing known of any market'

/** Laid over the example. */
export const CONFORMANCE_GROUPS: Readonly<Record<string, GroupChanges>> = {
  'a normal group': {},
  'a group that nobody says is exclusive': { exclusive: false },
  'a market without a group': { groupId: undefined, exclusive: false, markets: [{}] },
  'a pair': { markets: [{}, {}] },
  'twenty markets': { markets: Array.from({ length: 20 }, () => ({})) },
  'no market': { exclusive: false, markets: [] },
  'one market stopped': { markets: [{}, STALE, {}] },
  'one market stopped in which a million is held': {
    markets: [{}, { ...STALE, inventory: inventoryOf(1e6) }, {}],
  },
  'all but one stopped': { markets: [STALE, STALE, {}] },
  [NOTHING_KNOWN]: { markets: [UNKNOWN, UNKNOWN, UNKNOWN] },
  'nothing known of any market but its signals': { markets: [WITHOUT_BOOK, WITHOUT_BOOK, WITHOUT_BOOK] },
  'nothing known of one market': { markets: [{}, {}, UNKNOWN] },
  'fair values that sum to three': {
    markets: [{ fair: { p: 0.999 } }, { fair: { p: 0.999 } }, { fair: { p: 0.999 } }],
  },
  'fair values that sum to nothing': { markets: [{ fair: { p: 1e-9 } }, { fair: { p: 1e-9 } }, { fair: { p: 1e-9 } }] },
  'a million YES in all': {
    markets: [{ inventory: inventoryOf(1e6) }, { inventory: inventoryOf(1e6) }, { inventory: inventoryOf(1e6) }],
  },
}
