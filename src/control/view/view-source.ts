// What the views are made from, and words that they share.

import type { MarketBook } from '../../domain/market/book.js'
import type { ConditionId, Market } from '../../domain/market/market.js'
import type { TermNote } from '../../domain/orders/wish.js'
import type { FleetView } from '../../domain/run/market-claim.js'
import type { MarketLook } from '../../domain/run/market-look.js'
import type { BotSnapshot } from '../../domain/run/snapshot.js'
import type { Pause } from '../../domain/run/standing.js'
import type { BotMemory } from '../bot-memory.js'
import type { LastMinutesView } from '../last-minutes.js'
import type { LossRoom } from './loss-room.js'

export interface ViewSource {
  readonly snapshot: BotSnapshot
  readonly memory: BotMemory
  /** By the venue's clock, unix milliseconds. */
  readonly venueMs: number
  readonly lately: LastMinutesView
  readonly losses: () => readonly LossRoom[]
  readonly pauses: () => readonly Pause[]
  /** Of the bots that divide the markets; absent where there are none. */
  readonly fleet?: () => FleetView | undefined
  /** The others' book of a market that is followed. */
  readonly book: (market: Market) => MarketBook
  /** What stands behind a market's quotes now. */
  readonly look: (conditionId: ConditionId) => MarketLook | undefined
  /** What the terms of the strategy are. */
  readonly termNotes: () => Readonly<Record<string, TermNote>>
}

export const outcomeName = (outcome: 0 | 1) => (outcome === 0 ? 'YES' : 'NO')
