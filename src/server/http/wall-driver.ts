// Lets the venue's time pass: one timer, set to the next thing that is due.

import type { Driver } from '../api/driver.js'

/** Longest sleep: so soon a step of the machine's clock is looked at. */
const LONGEST_MS = 1000

export interface WallDriver {
  /** Looks again at what is due next; called after everything that may have changed it. */
  wake(): void
  stop(): void
}

export function driveByWall(venue: Driver, clock: { nowMs(): number }, onFault: (error: unknown) => void): WallDriver {
  let timer: NodeJS.Timeout | undefined
  let plannedMs = Number.POSITIVE_INFINITY
  let stopped = false
  const run = () => {
    plannedMs = Number.POSITIVE_INFINITY
    try {
      venue.advance(clock.nowMs())
    } catch (error) {
      onFault(error)
    }
    wake()
  }
  const wake = () => {
    if (stopped) return
    const nextMs = venue.nextDueMs() ?? Number.POSITIVE_INFINITY
    // what is planned is within the longest sleep
    const isPlanned = plannedMs !== Number.POSITIVE_INFINITY
    if (isPlanned && nextMs >= plannedMs) return
    const now = clock.nowMs()
    const dueMs = Math.min(nextMs, now + LONGEST_MS)
    clearTimeout(timer)
    plannedMs = dueMs
    timer = setTimeout(run, Math.max(1, dueMs - now))
  }
  wake()
  return {
    wake,
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
