// Signals from a file that another program writes: looked at again and again, read when it has changed.

import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { codeOf } from '../domain/error.js'
import type { Clock } from '../domain/time.js'
import type { SignalListener, SignalSource } from './signal-source.js'
import { wordsIn } from './signal-words.js'

export interface FileSourceOptions {
  readonly path: string
  readonly everyMs: number
  readonly clock: Pick<Clock, 'after'>
}

/** Of a longer file the end is read: of JSON lines the last words count. */
const MOST_BYTES = 1 << 20

export class FileSource implements SignalSource {
  readonly label: string
  readonly #options: FileSourceOptions
  #stop: (() => void) | undefined
  #seen = ''

  constructor(options: FileSourceOptions) {
    this.#options = options
    this.label = basename(options.path)
  }

  start(listener: SignalListener): void {
    const { clock, everyMs } = this.#options
    const look = () => {
      void this.#look(listener).finally(() => {
        if (this.#stop) this.#stop = clock.after(everyMs, look)
      })
    }
    this.#stop = clock.after(0, look)
  }

  stop(): void {
    this.#stop?.()
    this.#stop = undefined
  }

  async #look(listener: SignalListener): Promise<void> {
    const { path } = this.#options
    try {
      const found = await stat(path)
      const { mtimeMs, size, ino } = found
      // a pipe would be waited for
      if (!found.isFile()) throw new Error('not a file')
      const state = `${mtimeMs} ${size} ${ino}`
      if (state === this.#seen) return
      const { words, problem } = wordsIn(await endOf(path, size), mtimeMs)
      if (this.#stop === undefined) return
      this.#seen = state
      for (const word of words) listener.told(word)
      if (problem === undefined) listener.read()
      else listener.failed(problem)
    } catch (error) {
      this.#seen = ''
      if (this.#stop) listener.failed(reasonOf(error))
    }
  }
}

/** The last bytes of a file, from the beginning of a line on. */
async function endOf(path: string, size: number): Promise<string> {
  const file = await open(path)
  try {
    const from = Math.max(0, size - MOST_BYTES)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, MOST_BYTES)), 0, undefined, from)
    const text = buffer.toString('utf8', 0, bytesRead)
    return from === 0 ? text : text.slice(text.indexOf('\n') + 1)
  } finally {
    await file.close()
  }
}

function reasonOf(error: unknown): string {
  const reason = codeOf(error) ?? 'something else'
  return `expected a readable file, got ${reason}`
}
