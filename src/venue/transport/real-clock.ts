// The machine's clocks and timers behind the domain's `Clock`.

import type { Clock } from '../../domain/time.js'

/** Node fires a timer that is to wait for longer (24.8 days) after a millisecond. */
const LONGEST_MS = 2 ** 31 - 1

/** Delays below zero fire at once. A timer does not keep the process alive by itself when `unref` is set. */
export function createRealClock(options: { readonly unref?: boolean } = {}): Clock {
  return {
    monoMs: () => performance.now(),
    wallMs: () => Date.now(),
    after(delayMs, run) {
      let timer: NodeJS.Timeout
      const wait = (leftMs: number) => {
        const restMs = leftMs - LONGEST_MS
        timer = restMs > 0 ? setTimeout(wait, LONGEST_MS, restMs) : setTimeout(run, Math.max(0, leftMs))
        if (options.unref) timer.unref()
      }
      wait(delayMs)
      return () => clearTimeout(timer)
    },
    soon(run) {
      const immediate = setImmediate(run)
      return () => clearImmediate(immediate)
    },
    afterSends(run) {
      // undici writes to a connection that was idle in the event loop's next check phase, so it may come right after the first of ours
      let immediate = setImmediate(() => {
        immediate = setImmediate(run)
      })
      return () => clearImmediate(immediate)
    },
  }
}
