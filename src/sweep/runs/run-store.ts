// The runs that are done, in a file that outlives the process: a line for each, by what it was made of. A second start finds them there.

import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { messageOf, QuoinError } from '../../domain/error.js'
import { jsonOf } from '../../domain/json.js'
import { runLines } from './run-lines.js'
import { type WindowRun, windowRun } from './window-run.js'

const line = z.strictObject({ key: z.string(), run: windowRun })

/** SHA-256 of everything that a run is made of: the same parts give the same run. */
export function runKey(parts: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(parts, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
  return createHash('sha256').update(text).digest('hex')
}

export class RunStore {
  readonly #path: string
  readonly #runs = new Map<string, WindowRun>()

  /**
   * Reads what is there; `onNote` hears of lines that are left out, as the last one after a kill. Throws `bad-argument` for a path that cannot be
   * read or written.
   */
  constructor(path: string, onNote: (message: string) => void) {
    this.#path = path
    this.#attempt(() => {
      mkdirSync(dirname(path), { recursive: true })
      const isTorn = existsSync(path) && this.#read(onNote)
      // what comes next begins a line of its own
      appendFileSync(path, isTorn ? '\n' : '')
    })
  }

  get(key: string): WindowRun | undefined {
    return this.#runs.get(key)
  }

  /** On disk when it returns, as far as the system says. */
  add(key: string, run: WindowRun): void {
    if (this.#runs.has(key)) return
    this.#runs.set(key, run)
    this.#attempt(() => appendFileSync(this.#path, `${JSON.stringify({ key, run })}\n`))
  }

  /** Whether the last line has no end. */
  #read(onNote: (message: string) => void): boolean {
    let [number, isTorn] = [0, false]
    for (const { text, isWhole } of runLines(this.#path)) {
      number++
      isTorn = !isWhole
      if (text === '') continue
      const read = text === undefined ? undefined : parsed(text)
      if (read === undefined) onNote(`${this.#path}:${number}: no whole run, left out; it runs again`)
      else this.#runs.set(read.key, read.run)
    }
    return isTorn
  }

  #attempt(write: () => void): void {
    try {
      write()
    } catch (cause) {
      const why = messageOf(cause)
      throw new QuoinError('bad-argument', `report: ${this.#path} cannot be written: ${why}`, { cause })
    }
  }
}

const parsed = (entry: string): z.infer<typeof line> | undefined => line.safeParse(jsonOf(entry)).data
