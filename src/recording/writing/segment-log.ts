// One stream of a tape on its way to disk: lines gathered into gzip members and appended, off the thread that trades.
//
//   500 lines, 1 MiB, or 800 ms             one member: compressed beside, then written; one at a time, in order
//   segmentMs passed, segmentBytes written  the next file, which begins with lines of its own
//   more than 16 MiB waiting                lines are dropped and counted; the next one kept stands behind a line that says so
//   a write that fails                      nothing is written any more: a torn tail is never appended to
//
// A killed process loses what was gathered, less than a second of it, and at most the member that was being written.

import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { CancelTimer, Clock } from '../../domain/time.js'
import { type SegmentName, segmentFile } from './segment-name.js'

const compress = promisify(gzip)

const MEMBER_LINES = 500
const MEMBER_CHARS = 2 ** 20
const MEMBER_MS = 800
const MAX_WAITING = 16 * 2 ** 20

export interface SegmentLogOptions extends Pick<SegmentName, 'stream' | 'run'> {
  readonly folder: string
  readonly clock: Clock
  readonly segmentMs: number
  readonly segmentBytes: number
  /** Lines that a segment begins with. */
  readonly head: (segment: number) => readonly string[]
  /** The line that stands for so many lost ones, and those with which the next ones can be read. */
  readonly gap: (lines: number) => readonly string[]
  readonly onFailure: (cause: unknown) => void
  /** A segment was opened or closed. */
  readonly onSegments: () => void
  /** Characters that may wait for the disk; 16 Mi by default. */
  readonly maxWaiting?: number
  /** By default the file system; it refuses to open what is there already. */
  readonly openFile?: (path: string) => Promise<Pick<FileHandle, 'write' | 'close'>>
}

/** What stands in a file so far. */
export interface SegmentState {
  readonly file: string
  lines: number
  bytes: number
  isClosed: boolean
}

interface Batch {
  readonly segment: number
  readonly lines: string[]
  chars: number
}

const isFull = ({ lines, chars }: Batch) => lines.length >= MEMBER_LINES || chars >= MEMBER_CHARS

export class SegmentLog {
  readonly segments: SegmentState[] = []
  dropped = 0
  readonly #options: SegmentLogOptions
  readonly #batches: Batch[] = []
  #waitingChars = 0
  #droppedNow = 0
  #segment = 0
  #segmentFromMs = 0
  #file: Pick<FileHandle, 'write' | 'close'> | undefined
  #writing: Promise<void> | undefined
  #timer: CancelTimer | undefined
  #isClosing = false
  #isOver = false

  constructor(options: SegmentLogOptions) {
    this.#options = options
  }

  /** Never waits, never throws. */
  append(line: string): void {
    if (this.#isClosing || this.#isOver) return
    if (this.#waitingChars > (this.#options.maxWaiting ?? MAX_WAITING)) {
      this.#droppedNow++
      this.dropped++
      return
    }
    this.#nextSegmentIfDue()
    this.#tellDropped()
    this.#add(line)
    if (this.#writing === undefined) this.#arm()
  }

  /** What is waiting is written, then the file is closed. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#tellDropped()
    this.#timer?.()
    await this.#writing
    while (this.#batches.length > 0) {
      this.#flush()
      await this.#writing
    }
    if (!this.#isOver) await this.#closeFile().catch((cause: unknown) => this.#fail(cause))
    this.#isOver = true
  }

  #tellDropped(): void {
    if (this.#droppedNow === 0) return
    for (const line of this.#options.gap(this.#droppedNow)) this.#add(line)
    this.#droppedNow = 0
  }

  #add(line: string): void {
    const last = this.#batches.at(-1)
    this.#waitingChars += line.length
    if (last?.segment === this.#segment && !isFull(last)) {
      last.lines.push(line)
      last.chars += line.length
    } else this.#batches.push({ segment: this.#segment, lines: [line], chars: line.length })
  }

  #nextSegmentIfDue(): void {
    const { clock, segmentMs, segmentBytes, head } = this.#options
    const bytes = this.segments[this.#segment - 1]?.bytes ?? 0
    const now = clock.monoMs()
    if (this.#segment > 0 && now - this.#segmentFromMs < segmentMs && bytes < segmentBytes) return
    this.#segment++
    this.#segmentFromMs = now
    for (const line of head(this.#segment)) this.#add(line)
  }

  #arm(): void {
    const [first] = this.#batches
    if (first === undefined || this.#isClosing || this.#isOver) return
    if (this.#batches.length > 1 || isFull(first)) {
      this.#timer?.()
      this.#timer = undefined
      this.#flush()
    } else {
      this.#timer ??= this.#options.clock.after(MEMBER_MS, () => {
        this.#timer = undefined
        if (this.#writing === undefined) this.#flush()
      })
    }
  }

  #flush(): void {
    const batch = this.#batches.shift()
    if (batch === undefined) return
    this.#writing = this.#write(batch)
      .catch((cause: unknown) => this.#fail(cause))
      .then(() => {
        this.#writing = undefined
        this.#arm()
      })
  }

  async #write({ segment, lines, chars }: Batch): Promise<void> {
    const member = await compress(`${lines.join('\n')}\n`)
    this.#waitingChars -= chars
    const state = await this.#stateOf(segment)
    for (let rest: Uint8Array = member; rest.length > 0; ) {
      const { bytesWritten } = (await this.#file?.write(rest)) ?? { bytesWritten: rest.length }
      rest = rest.subarray(bytesWritten)
    }
    state.lines += lines.length
    state.bytes += member.length
  }

  /** Opens the segment's file if it is not the open one. */
  async #stateOf(segment: number): Promise<SegmentState> {
    const known = this.segments[segment - 1]
    if (known !== undefined) return known
    await this.#closeFile()
    const { folder, openFile = (path) => open(path, 'wx', 0o600) } = this.#options
    const file = segmentFile({ ...this.#options, segment })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    this.#file = await openFile(join(folder, file))
    const state = { file, lines: 0, bytes: 0, isClosed: false }
    this.segments.push(state)
    this.#options.onSegments()
    return state
  }

  async #closeFile(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    await file?.close()
    const last = this.segments.at(-1)
    if (last === undefined || last.isClosed) return
    last.isClosed = true
    this.#options.onSegments()
  }

  #fail(cause: unknown): void {
    if (this.#isOver) return
    this.stop()
    this.#options.onFailure(cause)
    this.#file?.close().catch(() => undefined)
    this.#file = undefined
  }

  /** Nothing is written any more, not even what is waiting. */
  stop(): void {
    this.#isOver = true
    this.#timer?.()
    this.#batches.length = 0
  }
}
