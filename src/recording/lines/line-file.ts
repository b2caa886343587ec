// The lines of one file of a tape, some hundreds at a time: gzip members one after the other, or plain text.
// A tail that a kill or a full disk has torn is left out, with a word about it.

import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { constants, createGunzip } from 'node:zlib'
import { QuoinError } from '../../domain/error.js'

export interface LineBatch {
  readonly lines: readonly string[]
  /** Number of the first one in its file, from 1. */
  readonly first: number
}

const CHUNK_BYTES = 256 * 1024

/** Throws `bad-tape` for a file that cannot be read, or whose compressed data are damaged before their end. */
export async function* readLines(
  path: string,
  onTorn: (message: string) => void,
  /** `json`: a last line that is no JSON is a torn tail. */
  lines: 'json' | 'text' = 'json',
): AsyncGenerator<LineBatch> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let first = 1
  try {
    for await (const chunk of contentOf(path)) {
      const whole = (rest + decoder.write(chunk)).split('\n')
      rest = whole.pop() ?? ''
      if (whole.length > 0) yield { lines: whole, first }
      first += whole.length
    }
  } catch (cause) {
    if (cause instanceof QuoinError) throw cause
    const got = cause instanceof Error ? cause.message : String(cause)
    throw new QuoinError('bad-tape', `${path}: expected a readable tape, got ${got} after line ${first - 1}`)
  }
  rest += decoder.end()
  if (rest === '') return
  if (lines === 'text' || isWhole(rest)) yield { lines: [rest], first }
  else onTorn(`${path}: the tail is torn: left out after line ${first - 1}`)
}

/** The last line of a text that somebody wrote may lack its end. */
function isWhole(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

async function* contentOf(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  if (!path.endsWith('.gz')) return yield* chunks(file)
  // what a torn member holds is given out as far as it goes
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES, finishFlush: constants.Z_SYNC_FLUSH })
  file.on('error', (error) => gunzip.destroy(error))
  file.pipe(gunzip)
  try {
    yield* chunks(gunzip)
  } finally {
    file.destroy()
    gunzip.destroy()
  }
}

async function* chunks(stream: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of stream) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
}
