// When quoting ends, from the times of the event: before its outcome is known to those who watch it, not only before the market closes.
//
//   end      kick-off, or with `inPlay` the end of the match; the market's close where there is no match, or where it is earlier
//   window   min(endShare x length of what decides it, endShareAtMostMs)
//   haste    the measured toxicity over the half-spread, from 1 to 4: flow that costs more than is earned may know the end already
//   stop     haste x max(stopMs, window) before the end      reduce only   haste x max(reduceOnlyMs, 2 window) before it

import { z } from 'zod'
import type { MarketView } from '../view/market-view.js'

/** Parameters of a strategy that ends with the event, for its schema. */
export const END_OF_QUOTING = {
  reduceOnlyMs: z.number().min(0).default(30_000).describe('with less time left, only quotes that reduce the position'),
  stopMs: z.number().min(0).default(10_000).describe('with less time left, no quotes'),
  endShare: z
    .number()
    .min(0)
    .max(1)
    .default(0.05)
    .describe(
      'last part of the match, or of the market, without quotes: who watches knows the outcome before it closes',
    ),
  endShareAtMostMs: z.number().min(0).default(300_000).describe('longest that endShare may mean, in milliseconds'),
  inPlay: z.boolean().default(false).describe('quote while the match is on; otherwise its start is the end'),
}

export interface EventEnd {
  /** At least so long before the end only reducing quotes rest. */
  readonly reduceOnlyMs: number
  /** At least so long before the end nothing rests. */
  readonly stopMs: number
  /** Last part of the match, or of the market's life, in which the outcome may be known to others. */
  readonly endShare: number
  readonly endShareAtMostMs: number
  /** Whether to quote while the match is on. */
  readonly inPlay: boolean
  /** What a fill is to earn, price units a share. Without it the toxicity brings nothing forward. */
  readonly halfSpread?: number
}

/** A window of a twentieth becomes a fifth, and no more: otherwise somebody who trades with himself would end our quoting. */
const MOST_HASTE = 4

/** How much sooner quoting ends where makers lose `toxicity` a share, of YES and of NO, and earn `halfSpread`. */
function endHaste(toxicity: readonly [number, number], halfSpread = Number.POSITIVE_INFINITY): number {
  return Math.min(MOST_HASTE, Math.max(1, Math.max(toxicity[0], toxicity[1]) / halfSpread))
}

/** The limits of `limitByInventoryAndEnd`, and the time they count from. */
export interface EndOfQuoting {
  /** Until the end, milliseconds; 0 once it has passed. */
  readonly timeLeftMs: number
  readonly reduceOnlyMs: number
  readonly stopMs: number
}

/** When quoting of the market is reduced and ends, by its event, its life and its toxicity. */
export function endOfQuoting(
  view: Pick<MarketView, 'market' | 'nowMs' | 'timeLeftMs' | 'toxicity'>,
  settings: EventEnd,
): EndOfQuoting {
  const { endMs, startMs, matchStartMs, matchEndMs } = view.market
  const { inPlay, endShare, endShareAtMostMs } = settings
  const eventEndMs = inPlay ? matchEndMs : matchStartMs
  const timeLeftMs = eventEndMs === undefined ? view.timeLeftMs : Math.min(view.timeLeftMs, eventEndMs - view.nowMs)
  // nobody knows more before a kick-off than the market does: only what decides it tells early
  const isKickOff = eventEndMs !== undefined && !inPlay
  const beginsMs = (inPlay ? matchStartMs : undefined) ?? startMs
  const lengthMs =
    isKickOff || beginsMs === undefined ? 0 : Math.max(0, Math.min(endMs, eventEndMs ?? endMs) - beginsMs)
  const windowMs = Math.min(endShare * lengthMs, endShareAtMostMs)
  const haste = endHaste(view.toxicity, settings.halfSpread)
  return {
    timeLeftMs: Math.max(0, timeLeftMs),
    reduceOnlyMs: haste * Math.max(settings.reduceOnlyMs, 2 * windowMs),
    stopMs: haste * Math.max(settings.stopMs, windowMs),
  }
}
