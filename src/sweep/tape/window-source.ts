// A part of a tape as a tape of its own: its opening, then what was received in it.

import { type ColumnTape, columnRecords } from '../../recording/cache/column-tape.js'
import type { TapeRecord, TapeSource } from '../../recording/tape-record.js'
import type { Window } from '../search/windows.js'

/** `opening`: what was known when the window begins; empty for one that begins with the tape. */
export function windowSource(tape: ColumnTape, window: Window, opening: readonly TapeRecord[]): TapeSource {
  return {
    name: tape.name,
    async *records() {
      if (opening.length > 0) yield opening
      yield* columnRecords(tape, window)
    },
  }
}
