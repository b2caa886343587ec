// The lines of a file, one after the other, however long the file is.

/** A line longer than this is none of ours. */
const LONGEST = 1_048_576
const NEWLINE = 10

export interface FileLine {
  /** From 1. */
  readonly number: number
  /** Of its first byte. */
  readonly offset: number
  /** Without its end; of one that is too long, the first part. */
  readonly bytes: Buffer
  /** Its end was written. Only a file's last line may lack it. */
  readonly isWhole: boolean
  readonly isTooLong: boolean
}

export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<FileLine> {
  let [number, offset, length] = [1, 0, 0]
  let parts: Buffer[] = []
  const line = (isWhole: boolean): FileLine => {
    const bytes = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)
    return { number, offset, bytes, isWhole, isTooLong: length > LONGEST }
  }
  for await (const chunk of chunks) {
    let from = 0
    while (from < chunk.length) {
      const end = chunk.indexOf(NEWLINE, from)
      const part = chunk.subarray(from, end < 0 ? chunk.length : end)
      if (length <= LONGEST) parts.push(part)
      length += part.length
      from += part.length
      if (end < 0) continue
      yield line(true)
      offset += length + 1
      number++
      from++
      parts = []
      length = 0
    }
  }
  if (length > 0) yield line(false)
}
