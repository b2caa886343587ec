// Ends a process whose main thread stands still, as in a strategy's endless loop: no timer, signal or socket could do it there.
//
//   main thread   counts its turns in shared memory
//   other thread  compares (watchdog-thread.ts); where nothing was counted for too long, it says in which line, and ends the process

import { url as debuggerUrl } from 'node:inspector'
import { EXIT_CODES } from '../../domain/exit-codes.js'
import type { WatchdogOrders } from './hang-watch-thread.js'
import { startThread } from './start-thread.js'

export interface Watchdog {
  /** Counts a turn of work that is busy on purpose and does not hand back to the event loop. */
  turn(): void
  stop(): void
}

export interface WatchdogOptions {
  /** Seconds without a turn that end the process; 0: never. */
  readonly limitSec: number
  /** The last words are one JSON line. */
  readonly json: boolean
  /** Hears that the other thread could not do its work. */
  readonly onFault: (error: unknown) => void
}

/** So many looks make up the limit. */
const LOOKS = 20

export function startWatchdog({ limitSec, json, onFault }: WatchdogOptions): Watchdog {
  // somebody who looks at a line with a debugger is not to be disturbed
  if (limitSec === 0 || debuggerUrl() !== undefined) return { turn: () => undefined, stop: () => undefined }
  const turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const everyMs = (limitSec * 1000) / LOOKS
  const turn = () => void Atomics.add(turns, 0, 1)
  const beat = setInterval(turn, everyMs)
  const orders: WatchdogOrders = { turns, everyMs, looks: LOOKS, limitSec, json, exitCode: EXIT_CODES.hung.code }
  const thread = startThread(new URL('./hang-watch-thread.js', import.meta.url), orders)
  thread.on('error', onFault)
  // neither keeps the process alive
  beat.unref()
  thread.unref()
  return {
    turn,
    stop() {
      clearInterval(beat)
      void thread.terminate()
    },
  }
}
