// A tape in shared memory: read from disk once, and played by any number of threads. For tapes that have no cache on a disk.

import { QuoinError } from '../../domain/error.js'
import { type ColumnTape, writePieces } from '../../recording/cache/column-tape.js'
import type { TapeSource } from '../../recording/tape-record.js'

/** `undefined` for a tape without records. Throws `bad-tape` for one that memory does not hold. */
export async function shareTape(source: TapeSource): Promise<ColumnTape | undefined> {
  const shared = (bytes: number) => {
    try {
      return new Uint8Array(new SharedArrayBuffer(bytes))
    } catch (cause) {
      const { name } = source
      throw new QuoinError('bad-tape', `${name}: expected a tape that memory holds, got more; sweep a part of it`, {
        cause,
      })
    }
  }
  const written = await writePieces(source, { newBytes: shared, take: (bytes) => bytes })
  return written && { name: source.name, ...written }
}
