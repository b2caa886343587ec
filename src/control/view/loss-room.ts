// How much more may be lost before the bot stops quoting by itself: each limit of the kill switch beside what has been lost under it.

import type { PnlMarks } from '../../domain/run/standing.js'

export interface LossLimits {
  readonly maxLoss: number
  readonly maxDailyLoss: number
  readonly maxDrawdown: number
}

/** Units of collateral. */
export interface LossRoom {
  readonly limit: 'daily-loss' | 'drawdown' | 'loss'
  /** Below 0: a profit. */
  readonly lost: number
  readonly allowed: number
  readonly left: number
}

/** The one with the least room first. */
export function lossRooms({ total, dayStart, start, peak }: PnlMarks, limits: LossLimits): readonly LossRoom[] {
  const room = (limit: LossRoom['limit'], from: number, allowed: number): LossRoom => {
    const lost = from - total
    return { limit, lost, allowed, left: Math.max(0, allowed - lost) }
  }
  return [
    room('daily-loss', dayStart, limits.maxDailyLoss),
    room('drawdown', peak, limits.maxDrawdown),
    room('loss', start, limits.maxLoss),
  ].sort((a, b) => a.left - b.left)
}
