// A part of a tape as a tape of its own: its opening, then what was received in it.

import { type ColumnTape, columnRecords } from '../../recording/cache/column-tape.js'
import type { TapeRecord, TapeSource } from '../../recording/tape-record.js'
import type { Window } from '../search/windows.js'

/** `opening`: what was known when the window begins; empty for one that begins with the tape, or where nothing is left. */
export function windowSource(tape: ColumnTape, window: Window, opening: readonly TapeRecord[]): TapeSource {
  return {
    name: tape.name,
    async *records() {
      let isSilent = opening.length === 0
      if (!isSilent) yield opening
      for (const batch of columnRecords(tape, window)) {
        if (batch.length > 0) isSilent = false
        yield batch
      }
      // as a night between two days' markets: nothing is earned there, and nothing is wrong with it
      if (isSilent)
        yield [{ atMs: window.fromMs, event: { kind: 'market-data', event: { kind: 'link', state: 'up' } } }]
    },
  }
}
