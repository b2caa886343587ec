// When quoting ends, from the times of the event: before its outcome is known to those who watch it, not only before the market closes.
//
//   end      kick-off, or with `inPlay` the end of the match; the market's close where there is no match, or where it is earlier
//   window   min(endShare x length of what decides it, endShareAtMostMs)
//   stop     max(stopMs, window) before the end      reduce only   max(reduceOnlyMs, 2 window) before it

import type { MarketView } from '../contract.js'

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
}

/** The limits of `limitByInventoryAndEnd`, and the time they count from. */
export interface EndOfQuoting {
  /** Until the end, milliseconds; 0 once it has passed. */
  readonly timeLeftMs: number
  readonly reduceOnlyMs: number
  readonly stopMs: number
}

export function endOfQuoting(
  view: Pick<MarketView, 'market' | 'nowMs' | 'timeLeftMs'>,
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
  return {
    timeLeftMs: Math.max(0, timeLeftMs),
    reduceOnlyMs: Math.max(settings.reduceOnlyMs, 2 * windowMs),
    stopMs: Math.max(settings.stopMs, windowMs),
  }
}
