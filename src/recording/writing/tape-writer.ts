// A tape made of lines that are there already, as by an import: gzip members into a draft folder that becomes the tape when it is whole.

import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { QuoinError, toFailure } from '../../domain/error.js'
import { type TapeRun, writeManifest } from '../manifest.js'
import { segmentFile } from './segment-name.js'

const compress = promisify(gzip)
const MEMBER_LINES = 500
const SEGMENT_BYTES = 256e6

type Written = TapeRun['segments']['market'][number]

/** One run of the market stream. */
export class TapeWriter {
  readonly #folder: string
  readonly #draft: string
  readonly #run: string
  readonly #segments: { file: string; lines: number; bytes: number; closed: boolean }[] = []
  #file: FileHandle | undefined
  #waiting: string[] = []

  private constructor(folder: string, run: string) {
    this.#folder = resolve(folder)
    this.#draft = join(dirname(this.#folder), `.tape-${randomUUID()}`)
    this.#run = run
  }

  /** Throws `bad-argument` when there is something at `folder` already, and, as all that follows, where it cannot be written. */
  static async open(folder: string, run: string): Promise<TapeWriter> {
    if (await stat(folder).catch(() => undefined)) {
      throw new QuoinError('bad-argument', `${folder}: expected no folder yet, got one`)
    }
    const writer = new TapeWriter(folder, run)
    await writer.#written(() => mkdir(writer.#draft, { recursive: true, mode: 0o700 }))
    return writer
  }

  async add(line: string): Promise<void> {
    this.#waiting.push(line)
    if (this.#waiting.length >= MEMBER_LINES) await this.#written(() => this.#flush())
  }

  /** Writes the manifest and puts the tape into its place. */
  async finish(entry: Omit<TapeRun, 'segments' | 'run' | 'dropped'>): Promise<void> {
    await this.#written(async () => {
      await this.#flush()
      await this.#close()
      const market: Written[] = this.#segments
      await writeManifest(this.#draft, [{ ...entry, run: this.#run, segments: { market, core: [] }, dropped: 0 }])
      await rename(this.#draft, this.#folder)
    })
  }

  /** Nothing is left of it. */
  async giveUp(): Promise<void> {
    await this.#file?.close()
    await rm(this.#draft, { recursive: true, force: true })
  }

  async #written(write: () => Promise<unknown>): Promise<void> {
    try {
      await write()
    } catch (cause) {
      const got = toFailure(cause).message
      throw new QuoinError('bad-argument', `${this.#folder}: expected a folder that can be written, got ${got}`, {
        cause,
      })
    }
  }

  async #flush(): Promise<void> {
    if (this.#waiting.length === 0) return
    const lines = this.#waiting
    this.#waiting = []
    const member = await compress(`${lines.join('\n')}\n`)
    const segment = await this.#segment()
    await this.#file?.writeFile(member)
    segment.lines += lines.length
    segment.bytes += member.length
    if (segment.bytes >= SEGMENT_BYTES) await this.#close()
  }

  async #segment() {
    const last = this.#segments.at(-1)
    if (last !== undefined && !last.closed) return last
    const file = segmentFile({ stream: 'market', run: this.#run, segment: this.#segments.length + 1 })
    this.#file = await open(join(this.#draft, file), 'wx', 0o600)
    const next = { file, lines: 0, bytes: 0, closed: false }
    this.#segments.push(next)
    return next
  }

  async #close(): Promise<void> {
    await this.#file?.close()
    this.#file = undefined
    const last = this.#segments.at(-1)
    if (last !== undefined) last.closed = true
  }
}
