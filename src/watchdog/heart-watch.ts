// What a watcher makes of the beats it sees. It trusts its own clock and no stamp: a beat is new when it is another than the last one.

import type { Beat } from './heartbeat.js'

/** No new beat for so long: the bot sends nothing any more, or will not by the end of its lease. */
export const SILENT_AFTER_MS = 4000

/** `waiting`: for the first beat ever. `stopped`: cleanly, nothing is to be done. `silent`: it should beat, and does not. */
export type Heart = 'waiting' | 'beating' | 'stopped' | 'silent'

export class HeartWatch {
  #last: Beat | undefined
  #changedMonoMs = 0

  /** When the last new beat was seen, monotonic. */
  get lastMonoMs(): number {
    return this.#changedMonoMs
  }

  get leaseMs(): number {
    return this.#last?.leaseMs ?? 0
  }

  /** A file that is gone, or cannot be read, is no new beat. */
  look(beat: Beat | undefined, nowMonoMs: number): Heart {
    const last = this.#last
    if (beat !== undefined && (beat.run !== last?.run || beat.beat !== last.beat)) {
      this.#last = beat
      this.#changedMonoMs = nowMonoMs
    }
    if (this.#last === undefined) return 'waiting'
    if (this.#last.state === 'stopped') return 'stopped'
    return nowMonoMs - this.#changedMonoMs >= SILENT_AFTER_MS ? 'silent' : 'beating'
  }
}
