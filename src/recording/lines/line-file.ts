// The lines of one file of a tape, some hundreds at a time: gzip members one after the other, or plain text.
// A tail that a kill or a full disk has torn is left out, with a word about it.

import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { constants, createGunzip } from 'node:zlib'
import { codeOf, messageOf, QuoinError } from '../../domain/error.js'
import { jsonOf } from '../../domain/json.js'

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
  let isTorn = false
  try {
    for await (const chunk of contentOf(path, () => (isTorn = true))) {
      const whole = (rest + decoder.write(chunk)).split('\n')
      rest = whole.pop() ?? ''
      if (whole.length > 0) yield { lines: whole, first }
      first += whole.length
    }
  } catch (cause) {
    if (cause instanceof QuoinError) throw cause
    // a block of lines is read whole or not at all
    const where = first === 1 ? 'before a line could be read' : `after line ${first - 1}`
    throw new QuoinError('bad-tape', `${path}: expected a readable tape, got ${messageOf(cause)} ${where}`)
  }
  rest += decoder.end()
  if (rest !== '') {
    if (lines === 'text' ? !isTorn : isWhole(rest)) yield { lines: [rest], first: first++ }
    else isTorn = true
  }
  if (isTorn) onTorn(`${path}: the tail is torn: left out after line ${first - 1}`)
}

/** The last line of a text that somebody wrote may lack its end. */
const isWhole = (line: string): boolean => jsonOf(line) !== undefined

/** `torn` is called after all that could be read of a file whose last member has no end. */
async function* contentOf(path: string, torn: () => void): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  if (!path.endsWith('.gz')) return yield* chunks(file)
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES })
  file.on('error', (error) => gunzip.destroy(error))
  file.pipe(gunzip, { end: false })
  // what a torn member holds is given out as far as it goes; its end is asked for when all of that is read, since an error throws away the rest
  let isFlushed = false
  const endWhenRead = () => {
    if (isFlushed && gunzip.readableLength === 0) gunzip.end()
  }
  file.on('end', () => {
    gunzip.flush(constants.Z_SYNC_FLUSH, () => {
      isFlushed = true
      endWhenRead()
    })
  })
  try {
    for await (const chunk of chunks(gunzip)) {
      yield chunk
      endWhenRead()
    }
  } catch (cause) {
    if (!isFlushed || codeOf(cause) !== 'Z_BUF_ERROR') throw cause
    if (gunzip.bytesWritten > 0) torn()
  } finally {
    file.destroy()
    gunzip.destroy()
  }
}

async function* chunks(stream: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of stream) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
}
