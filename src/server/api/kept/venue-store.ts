// Port: where a venue's state outlives the process. The real one is SQLite, in `server/store`.
//
//   exchange   rows of what changed          everything else   values by kind and id
//
// The shell commits both together, before an answer that tells of them leaves.

import type { Exchange } from '../../../venue/simulated/exchange/exchange.js'
import type { Archive } from '../../../venue/simulated/exchange/rows/archive.js'
import type { ExchangeRows } from '../../../venue/simulated/exchange/rows/exchange-rows.js'
import type { DurableValues } from './durable-values.js'

export interface StoreSettings {
  /** How long what is over is kept, milliseconds; see `keepEndedHours` of the server's configuration. */
  readonly keepEndedMs: number
}

export interface VenueStore {
  readonly values: DurableValues
  readonly archive: Archive
  /** The exchange as it was left; `undefined` in a new store. */
  readonly saved: ExchangeRows | undefined
  /** From now on every commit takes this exchange's changes. */
  attach(exchange: Exchange, settings: StoreSettings): void
}
