// The venue's clock, learned from responses and events, with a bound on its error.
//
//   offset = venue - monotonic. A response stamped D (whole seconds) between `sent` and `received`:
//       D - received  <=  offset  <  D + 1000 + late - sent
//   An event stamped ts:  ts - received <= offset.
//   The bounds of all samples are intersected and widen by the possible drift of the clocks.
//
// A response that contradicts the bounds, or is further from the local clock than allowed, is believed only when the next one says
// the same. Further than allowed even then: the bounds stay as they are, and `beyondMs` says so until a response is inside again.

import type { Clock } from '../../domain/time.js'

export interface VenueClock {
  /** Unix milliseconds; the local wall clock until a response has been seen. */
  venueMs(): number
  /** Half the width of the bounds, in milliseconds; `undefined` until a response has been seen. */
  errorMs(): number | undefined
  /** How long ago the venue stamped this at least, whatever the error of its clock; 0 until a response has been seen. */
  lagMs(ts: number): number
  /** How many times responses contradicted the bounds by more than half a second. */
  jumps(): number
  /** The venue's clock less the local one, in milliseconds, while that is more than allowed. */
  beyondMs(): number | undefined
  /** `date` is a response's `Date` header. */
  onDate(date: string | undefined, sentMonoMs: number, receivedMonoMs: number): void
  /** `ts` in unix milliseconds. */
  onEvent(ts: number, receivedMonoMs: number): void
}

/** Two ordinary crystal clocks differ by less than 100 ms in 1000 s. */
const DRIFT = 1e-4
/** Servers compose the `Date` text once a second and may be late with it. */
const STAMP_LATE_MS = 50
/** `venueMs` is so far ahead, within its error, of the clock of a venue whose `Date` is never late. */
export const AHEAD_MS = STAMP_LATE_MS / 2
const JUMP_MS = 500
const MAX_OFFSET_MS = 30_000
const ASK_AGAIN_MS = 100

export interface VenueClockOptions {
  /** Furthest from the local clock, in milliseconds. Default 30 000. */
  readonly maxOffsetMs?: number
  /** A response is not believed yet: another one is wanted. */
  readonly onDoubt?: () => void
}

interface Bounds {
  readonly low: number
  readonly high: number
  readonly atMonoMs: number
}

function widened(bounds: Bounds, monoMs: number): Bounds {
  const drift = Math.abs(monoMs - bounds.atMonoMs) * DRIFT
  return { low: bounds.low - drift, high: bounds.high + drift, atMonoMs: monoMs }
}

/** How far two bounds are from touching, in milliseconds; 0 when they do. */
function gapOf(a: Bounds, b: Bounds): number {
  return Math.max(0, a.low - b.high, b.low - a.high)
}

/** Starts knowing nothing. */
export function createVenueClock(clock: Clock, options: VenueClockOptions = {}): VenueClock {
  const { maxOffsetMs = MAX_OFFSET_MS, onDoubt = () => undefined } = options
  let bounds: Bounds | undefined
  let doubt: Bounds | undefined
  let beyondMs: number | undefined
  let jumps = 0
  const now = () => (bounds ? widened(bounds, clock.monoMs()) : undefined)

  /** The venue's clock less ours, if that is more than allowed however the sample is read. */
  function beyond({ low, high }: Bounds): number | undefined {
    const local = clock.wallMs() - clock.monoMs()
    const least = Math.max(0, low - local, local - high)
    return least > maxOffsetMs ? (low + high) / 2 - local : undefined
  }

  /** Whether the sample before said the same; if not, it is asked again. */
  function isConfirmed(sample: Bounds): boolean {
    const isSame = doubt !== undefined && gapOf(widened(doubt, sample.atMonoMs), sample) <= JUMP_MS
    doubt = isSame ? undefined : sample
    if (!isSame) clock.after(ASK_AGAIN_MS, onDoubt)
    return isSame
  }

  function take(sample: Bounds): void {
    const known = bounds && widened(bounds, sample.atMonoMs)
    const gap = known ? gapOf(known, sample) : 0
    const offMs = beyond(sample)
    if ((gap > JUMP_MS || offMs !== undefined) && !isConfirmed(sample)) return
    doubt = undefined
    beyondMs = offMs
    if (offMs !== undefined) return
    if (gap > JUMP_MS) jumps++
    bounds =
      known && gap === 0
        ? { low: Math.max(known.low, sample.low), high: Math.min(known.high, sample.high), atMonoMs: sample.atMonoMs }
        : sample
  }

  return {
    venueMs() {
      const b = now()
      return b ? b.atMonoMs + (b.low + b.high) / 2 : clock.wallMs()
    },
    errorMs() {
      const b = now()
      return b && (b.high - b.low) / 2
    },
    lagMs(ts) {
      const b = now()
      return b ? Math.max(0, b.atMonoMs + b.low - ts) : 0
    },
    jumps: () => jumps,
    beyondMs: () => beyondMs,
    onDate(date, sentMonoMs, receivedMonoMs) {
      const stamp = date === undefined ? Number.NaN : Date.parse(date)
      if (!Number.isFinite(stamp)) return
      const high = stamp + 1_000 + STAMP_LATE_MS - sentMonoMs
      take({ low: stamp - receivedMonoMs, high, atMonoMs: receivedMonoMs })
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
