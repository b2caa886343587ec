// Appends to the journal, and begins a new segment when the last one is long: what the old ones still say goes into a checkpoint meanwhile.
//
//   process   written when `done` is called: survives a killed process
//   machine   written and synced: survives power loss; what arrives during a sync shares the next one

import { type Failure, messageOf } from '../../domain/error.js'
import type { Durability } from '../../files/draft.js'
import { removeSuperseded, writeCheckpoint } from './compaction.js'
import type { JournalBook } from './journal-book.js'
import type { JournalFile, JournalFiles } from './journal-files.js'
import { BEGINS, type JournalLine, textOf } from './journal-line.js'
import { segmentName } from './segments.js'

const TAKEN_OVER = 'another process took the journal over'

export interface WriterParts {
  readonly files: JournalFiles
  /** What the files say at this moment; what is appended goes into it. */
  readonly book: JournalBook
  readonly segment: { readonly number: number; readonly file: JournalFile }
  readonly durability: Durability
  /** For messages. */
  readonly folder: string
  readonly wallMs: () => number
  /** When what is held was known as it is kept, unix milliseconds. */
  readonly heldMs: () => number
  /** Bytes after which the next segment begins, and at least those of all that lives. */
  readonly rollBytes: number
  /** This process still holds the folder. */
  readonly isHeld: () => boolean
  /** A checkpoint could not be written: nothing is lost, but the files grow until one can. */
  readonly onTrouble: (failure: Failure) => void
}

interface Waiting {
  readonly lines: readonly JournalLine[]
  readonly done: (failure?: Failure) => void
}

export class JournalWriter {
  readonly #parts: WriterParts
  #segment: WriterParts['segment']
  /** The segment that is appended to next. */
  #prepared: WriterParts['segment'] | undefined
  #chars = 0
  #failure: Failure | undefined
  #waiting: Waiting[] = []
  #isSyncing = false
  #idle: (() => void) | undefined
  #isRolling = false
  /** Work beside the appends. */
  #beside: Promise<void> = Promise.resolve()

  constructor(parts: WriterParts) {
    this.#parts = parts
    this.#segment = parts.segment
  }

  append(lines: readonly JournalLine[], done: (failure?: Failure) => void): void {
    if (this.#parts.durability === 'process') {
      done(this.#write(lines))
      return
    }
    this.#waiting.push({ lines, done })
    if (!this.#isSyncing) this.#sync()
  }

  /** Waits for what was appended, and for a checkpoint under way. */
  async close(): Promise<void> {
    if (this.#isSyncing) await new Promise<void>((resolve) => (this.#idle = resolve))
    await this.#beside
    // another file may get its number: what comes late would be written there
    this.#fail(new Error('the end of the run'))
    this.#segment.file.close()
    this.#prepared?.file.close()
  }

  #sync(): void {
    const batch = this.#waiting
    this.#waiting = []
    this.#isSyncing = true
    const failed = this.#write(batch.flatMap(({ lines }) => lines))
    const finish = (result: Failure | undefined) => {
      for (const { done } of batch) done(result)
      this.#isSyncing = false
      if (this.#waiting.length > 0) this.#sync()
      else this.#idle?.()
    }
    if (failed !== undefined) finish(failed)
    else this.#segment.file.sync((error) => finish(error === null ? undefined : this.#fail(error)))
  }

  #write(lines: readonly JournalLine[]): Failure | undefined {
    if (this.#failure !== undefined) return this.#failure
    if (!this.#parts.isHeld()) return this.#fail(new Error(TAKEN_OVER))
    // between two batches: nothing of the old segment is on its way to the disk
    if (this.#prepared !== undefined) this.#turnTo(this.#prepared)
    const texts = lines.map(textOf)
    try {
      this.#segment.file.write(texts.join(''))
    } catch (cause) {
      return this.#fail(cause)
    }
    lines.forEach((line, index) => {
      const text = texts[index] ?? ''
      this.#chars += text.length
      this.#parts.book.take(line, text)
    })
    const { rollBytes, book } = this.#parts
    if (!this.#isRolling && this.#chars >= Math.max(rollBytes, book.liveChars)) this.#roll()
    return undefined
  }

  #roll(): void {
    this.#isRolling = true
    this.#chars = 0
    const number = this.#segment.number + 1
    this.#run(async () => {
      const file = await beginSegment(this.#parts.files, number)
      this.#prepared = { number, file }
    })
  }

  #turnTo(next: WriterParts['segment']): void {
    this.#segment.file.close()
    this.#segment = next
    this.#prepared = undefined
    this.#chars = 0
    const { book, files, wallMs, heldMs } = this.#parts
    book.dropPast(wallMs(), heldMs())
    const texts = book.texts()
    this.#run(async () => {
      await writeCheckpoint(files, next.number, texts)
      await removeSuperseded(files, next.number)
      this.#isRolling = false
    })
  }

  /** A step that fails is tried again when as much has been appended once more. Whoever has the journal now writes in the same names. */
  #run(step: () => Promise<void>): void {
    const held = () => {
      if (!this.#parts.isHeld()) throw new Error(TAKEN_OVER)
      return step()
    }
    this.#beside = this.#beside.then(held).catch((cause: unknown) => {
      this.#isRolling = false
      const message = `${this.#parts.folder}: expected to write a checkpoint, got ${messageOf(cause)}`
      this.#parts.onTrouble({ code: 'journal-failed', message })
    })
  }

  #fail(cause: unknown): Failure {
    const path = `${this.#parts.folder}/${segmentName(this.#segment.number)}`
    this.#failure = { code: 'journal-failed', message: `${path}: expected to write, got ${messageOf(cause)}` }
    return this.#failure
  }
}

/** A new segment with its head, there after power loss too. */
export async function beginSegment(files: JournalFiles, number: number): Promise<JournalFile> {
  const name = segmentName(number)
  // of an attempt that failed before anything was appended
  await files.remove(name)
  const file = await files.create(name)
  try {
    file.write(textOf(BEGINS))
    await files.syncNames()
    return file
  } catch (error) {
    file.close()
    throw error
  }
}
