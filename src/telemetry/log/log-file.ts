// The log as files of JSON lines: when one is full it is set aside as name.1, name.2 and so on, and the oldest is removed. A file that somebody
// else has moved away, removed or cut meanwhile, as logrotate does, is begun anew: lines of an open file that has no name are lost.

import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { messageOf } from '../../domain/error.js'

export interface LogFileOptions {
  readonly path: string
  /** A file that would become larger is set aside; one line is always whole. */
  readonly maxBytes: number
  /** Files set aside. */
  readonly kept: number
  /** Told once until a line could be written again: a log is no reason to stop. */
  readonly failed: (message: string) => void
  /** The line that stands where so many could not be written, with its line feed. */
  readonly inPlaceOf: (lines: number) => string
}

export class LogFile {
  readonly #options: LogFileOptions
  #file: number | undefined
  /** Which file that is, whatever its name. */
  #place: Pick<Stats, 'dev' | 'ino'> | undefined
  #bytes = 0
  /** Lines since the last one that was written. */
  #missing = 0

  constructor(options: LogFileOptions) {
    this.#options = options
  }

  /** `line` ends with a line feed. */
  write(line: string): void {
    try {
      const text = this.#missing === 0 ? line : `${this.#options.inPlaceOf(this.#missing)}${line}`
      const length = Buffer.byteLength(text)
      if (this.#file !== undefined) this.#lookAtName()
      this.#file ??= this.#open()
      if (this.#bytes > 0 && this.#bytes + length > this.#options.maxBytes) {
        this.#rotate()
        this.#file = this.#open()
      }
      // to its end, or it throws: `writeSync` may take a part and say nothing
      writeFileSync(this.#file, text)
      this.#bytes += length
      this.#missing = 0
    } catch (thrown) {
      this.#missing++
      if (this.#missing === 1) this.#options.failed(messageOf(thrown))
      // a part of the line may stand there: opened again, the next one begins below it
      try {
        this.close()
      } catch {
        // what failed first is told
      }
    }
  }

  close(): void {
    const file = this.#file
    // closed is what could not be closed, too
    this.#file = undefined
    if (file !== undefined) closeSync(file)
  }

  /** What was open, if it has another name by now or none, is left alone. */
  #lookAtName(): void {
    const found = statSync(this.#options.path, { throwIfNoEntry: false })
    if (found !== undefined && found.ino === this.#place?.ino && found.dev === this.#place.dev) this.#bytes = found.size
    else this.close()
  }

  #open(): number {
    const { path } = this.#options
    mkdirSync(dirname(path), { recursive: true })
    const file = openSync(path, 'a+', 0o640)
    const found = fstatSync(file)
    this.#place = found
    this.#bytes = found.size
    try {
      if (isTorn(file, this.#bytes)) {
        writeFileSync(file, '\n')
        this.#bytes++
      }
      return file
    } catch (thrown) {
      closeSync(file)
      throw thrown
    }
  }

  #rotate(): void {
    const { path, kept } = this.#options
    this.close()
    if (kept === 0) rmSync(path, { force: true })
    for (let number = kept; number >= 1; number--) {
      const from = number === 1 ? path : `${path}.${number - 1}`
      if (existsSync(from)) renameSync(from, `${path}.${number}`)
    }
  }
}

/** Ends within a line, as a full disk or a killed process leaves it. */
function isTorn(file: number, bytes: number): boolean {
  const last = Buffer.alloc(1)
  return bytes > 0 && readSync(file, last, 0, 1, bytes - 1) === 1 && last.toString('latin1') !== '\n'
}
