// The journal read back: the newest checkpoint and the segments after it. What cannot be read is set aside, with its place; the rest counts.

import { JournalBook } from './journal-book.js'
import type { JournalFiles } from './journal-files.js'
import { parseStoredLine } from './journal-line.js'
import { type FileLine, readLines } from './read-lines.js'
import { checkpointName, fileSet, segmentName } from './segments.js'

/** A line, or a whole file, that says nothing any more: it may have named an order that lives. */
export interface Damage {
  readonly file: string
  /** From 1; absent for a file that is missing. */
  readonly line?: number
  /** Of the line's first byte. */
  readonly offset?: number
  /** What stands there. */
  readonly bytes?: Buffer
}

export interface ReadJournal {
  readonly book: JournalBook
  readonly damage: readonly Damage[]
  /** No file has this number yet, nor a higher one. */
  readonly next: number
}

export async function readJournal(files: JournalFiles, graceMs: number): Promise<ReadJournal> {
  const { checkpoint, segments, next } = fileSet(await files.names())
  const book = new JournalBook(graceMs)
  const damage: Damage[] = []
  const read = async (file: string) => {
    let begins = false
    for await (const line of readLines(files.read(file))) {
      const found = takeLine(book, line)
      if (found === 'damaged') damage.push({ file, line: line.number, offset: line.offset, bytes: line.bytes })
      begins ||= found === 'begins'
    }
    return begins
  }
  if (checkpoint !== undefined) await read(checkpointName(checkpoint))
  let expected = checkpoint
  for (const number of segments) {
    const begins = await read(segmentName(number))
    // one that begins by itself has nothing of what was before it
    if (begins && number !== expected) damage.push({ file: missing(number, expected) })
    expected = number + 1
  }
  return { book, damage, next }
}

function missing(number: number, expected: number | undefined): string {
  return expected === undefined ? checkpointName(number) : segmentName(expected)
}

function takeLine(book: JournalBook, { bytes, isWhole, isTooLong }: FileLine): 'begins' | 'damaged' | undefined {
  // a last line cut off by a crash was never acknowledged, so nothing was sent for it
  if (!isWhole || (bytes.length === 0 && !isTooLong)) return undefined
  const text = bytes.toString('utf8')
  const line = isTooLong ? undefined : parseStoredLine(text)
  if (line === undefined) return 'damaged'
  if (line.kind === 'begins') return 'begins'
  book.take(line, `${text}\n`)
  return undefined
}
