// A part of a tape as a tape of its own: its opening, then what was received in it.

import type { TapeRecord, TapeSource } from '../../recording/tape-record.js'
import type { Window } from '../search/windows.js'
import { type SharedTape, sharedRecords } from './shared-tape.js'

/** `opening`: what was known when the window begins; empty for one that begins with the tape. */
export function windowSource(tape: SharedTape, window: Window, opening: readonly TapeRecord[]): TapeSource {
  return {
    name: tape.name,
    async *records() {
      if (opening.length > 0) yield opening
      yield* sharedRecords(tape, window)
    },
  }
}
