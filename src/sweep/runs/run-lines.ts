// The lines of a file of runs, one after the other: of many sweeps it is longer than any text can be.

import { closeSync, openSync, readSync } from 'node:fs'

const CHUNK_BYTES = 1_048_576
/** A line longer than this is no run. */
const LONGEST_BYTES = 64 * CHUNK_BYTES
const NEWLINE = 10

export interface RunLine {
  /** Without its end; `undefined` where it is too long. */
  readonly text: string | undefined
  /** Its end was written: only the file's last line may lack it. */
  readonly isWhole: boolean
}

/** Throws where the file cannot be read. */
export function* runLines(path: string): Generator<RunLine> {
  const file = openSync(path, 'r')
  try {
    let [parts, length]: [Buffer[], number] = [[], 0]
    const line = (isWhole: boolean) => ({
      ...{ text: length > LONGEST_BYTES ? undefined : Buffer.concat(parts).toString('utf8'), isWhole },
    })
    for (let chunk = next(file); chunk.length > 0; chunk = next(file)) {
      for (let from = 0; from < chunk.length; ) {
        const end = chunk.indexOf(NEWLINE, from)
        const part = chunk.subarray(from, end < 0 ? chunk.length : end)
        length += part.length
        if (length <= LONGEST_BYTES) parts.push(part)
        from += part.length + 1
        if (end < 0) continue
        yield line(true)
        parts = []
        length = 0
      }
    }
    if (length > 0) yield line(false)
  } finally {
    closeSync(file)
  }
}

function next(file: number): Buffer {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  return chunk.subarray(0, readSync(file, chunk))
}
