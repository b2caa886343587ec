// The venue's clock, learned from responses and events, with a bound on its error.
//
//   offset = venue - monotonic. A response stamped D (whole seconds) between `sent` and `received`:
//       D - received  <=  offset  <  D + 1000 + late - sent
//   An event stamped ts:  ts - received <= offset.
//   The bounds of all samples are intersected and widen by the possible drift of the clocks.

import type { Clock } from '../../domain/time.js'

export interface VenueClock {
  /** Unix milliseconds; the local wall clock until a response has been seen. */
  venueMs(): number
  /** Half the width of the bounds, in milliseconds; `undefined` until a response has been seen. */
  errorMs(): number | undefined
  /** How many times a response contradicted the bounds by more than half a second. */
  jumps(): number
  /** `date` is a response's `Date` header. */
  onDate(date: string | undefined, sentMonoMs: number, receivedMonoMs: number): void
  /** `ts` in unix milliseconds. */
  onEvent(ts: number, receivedMonoMs: number): void
}

/** Two ordinary crystal clocks differ by less than 100 ms in 1000 s. */
const DRIFT = 1e-4
/** Servers compose the `Date` text once a second and may be late with it. */
const STAMP_LATE_MS = 50
const JUMP_MS = 500

interface Bounds {
  readonly low: number
  readonly high: number
  readonly atMonoMs: number
}

function widened(bounds: Bounds, monoMs: number): Bounds {
  const drift = Math.abs(monoMs - bounds.atMonoMs) * DRIFT
  return { low: bounds.low - drift, high: bounds.high + drift, atMonoMs: monoMs }
}

/** Starts knowing nothing. */
export function createVenueClock(clock: Clock): VenueClock {
  let bounds: Bounds | undefined
  let jumps = 0
  const now = () => (bounds ? widened(bounds, clock.monoMs()) : undefined)

  return {
    venueMs() {
      const b = now()
      return b ? b.atMonoMs + (b.low + b.high) / 2 : clock.wallMs()
    },
    errorMs() {
      const b = now()
      return b && (b.high - b.low) / 2
    },
    jumps: () => jumps,
    onDate(date, sentMonoMs, receivedMonoMs) {
      const stamp = date === undefined ? Number.NaN : Date.parse(date)
      if (!Number.isFinite(stamp)) return
      const sample: Bounds = {
        low: stamp - receivedMonoMs,
        high: stamp + 1_000 + STAMP_LATE_MS - sentMonoMs,
        atMonoMs: receivedMonoMs,
      }
      const known = bounds && widened(bounds, receivedMonoMs)
      const gap = known ? Math.max(sample.low - known.high, known.low - sample.high) : 0
      if (!known || gap > 0) {
        if (gap > JUMP_MS) jumps++
        bounds = sample
        return
      }
      bounds = {
        low: Math.max(known.low, sample.low),
        high: Math.min(known.high, sample.high),
        atMonoMs: receivedMonoMs,
      }
    },
    onEvent(ts, receivedMonoMs) {
      if (!bounds || !Number.isFinite(ts)) return
      const known = widened(bounds, receivedMonoMs)
      const low = ts - receivedMonoMs
      // responses are the authority: a stamp outside their bounds teaches nothing
      if (low > known.low && low <= known.high) bounds = { ...known, low }
    },
  }
}
