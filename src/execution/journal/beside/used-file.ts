// What a process uses of its API key, on disk beside the journal: `used.json`. A start knows by it when its predecessor's requests end to count.
//
// It says when by the machine's own clock since it was booted, which nobody sets and all processes share; so what it says counts on the same
// machine, since the same boot, with the same key. Anything else, a file that cannot be read included, is as good as none: the budget is
// learned from the venue's answers then. Written whole each second beside the work, never synced: after a loss of power it would say nothing.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { codeOf, messageOf } from '../../../domain/error.js'
import { jsonOf } from '../../../domain/json.js'
import { type ByClass, type FormerUse, type LeftUse, ROUTE_CLASSES } from '../../../domain/permit.js'
import { replaceFile, replaceFileLater } from '../../../files/replace-file.js'
import { unwritten } from './read-kept.js'

const NAME = 'used.json'
const VERSION = 1
/** Nothing counts for longer: a minute, and its margins. */
const COUNTS_MS = 65_000
const MOST_STEPS = 200

const count = z.int().min(0).max(1_000_000)
const use = z.strictObject({ perMinute: count, ending: z.array(count).max(MOST_STEPS), strangers: count })
const kept = z.strictObject({
  version: z.literal(VERSION),
  boot: z.string(),
  key: z.string(),
  /** Since the boot. */
  atMs: z.number().min(0),
  used: z.strictObject({ read: use, write: use, cancel: use, account: use }),
})

/** The clock that all processes of a machine share. */
export interface BootClock {
  /** Which boot it counts from; absent where nobody can tell: nothing is kept then. */
  readonly boot: string | undefined
  sinceBootMs(): number
}

export function machineClock(): BootClock {
  let boot: string | undefined
  try {
    boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    boot = undefined
  }
  return { boot, sinceBootMs: () => Number(process.hrtime.bigint()) / 1e6 }
}

export interface UsedFileOptions {
  /** Of the journal of one wallet. */
  readonly folder: string
  /** Names the API key without telling it. */
  readonly keyHash: string
  readonly clock: BootClock
}

/** What a former process has used; `whyNot`: why that does not count, where there is something. */
export interface FoundUse {
  readonly former?: ByClass<FormerUse>
  readonly whyNot?: string
}

export class UsedFile {
  readonly found: FoundUse
  readonly #options: UsedFileOptions
  readonly #path: string
  #isWriting = false
  #isClosed = false

  constructor(options: UsedFileOptions) {
    this.#options = options
    this.#path = join(options.folder, NAME)
    this.found = this.#find()
  }

  /** Beside the work; `done` gets what went wrong. While one is being written nothing is done: the next one is as good. */
  keep(left: ByClass<LeftUse>, done: (failure?: string) => void): void {
    const text = this.#text(left)
    if (text === undefined || this.#isWriting || this.#isClosed) return
    this.#isWriting = true
    void this.#write(text).then((failure) => {
      this.#isWriting = false
      done(failure)
    })
  }

  /** The last word; nothing is kept afterwards. Returns what went wrong. */
  close(left: ByClass<LeftUse> | undefined): string | undefined {
    const text = left && this.#text(left)
    if (this.#isClosed || text === undefined) return undefined
    this.#isClosed = true
    try {
      replaceFile(this.#path, text, { survives: 'process' })
      return undefined
    } catch (cause) {
      return unwritten(this.#path, cause).message
    }
  }

  async #write(text: string): Promise<string | undefined> {
    try {
      await replaceFileLater(this.#path, text, { survives: 'process', isOvertaken: () => this.#isClosed })
      return undefined
    } catch (cause) {
      return unwritten(this.#path, cause).message
    }
  }

  #text(used: ByClass<LeftUse>): string | undefined {
    const { clock, keyHash: key } = this.#options
    const { boot } = clock
    if (boot === undefined) return undefined
    return `${JSON.stringify({ version: VERSION, boot, key, atMs: clock.sinceBootMs(), used })}\n`
  }

  #find(): FoundUse {
    const { clock, keyHash } = this.#options
    let text: string
    try {
      text = readFileSync(this.#path, 'utf8')
    } catch (cause) {
      return codeOf(cause) === 'ENOENT' ? {} : { whyNot: messageOf(cause) }
    }
    const parsed = kept.safeParse(jsonOf(text))
    if (!parsed.success) return { whyNot: `${this.#path} is not whole` }
    const { boot, key, atMs, used } = parsed.data
    if (boot !== clock.boot) return { whyNot: 'the machine was started since, or is another one' }
    if (key !== keyHash) return { whyNot: 'it had another API key' }
    const agoMs = clock.sinceBootMs() - atMs
    if (agoMs < 0) return { whyNot: `${this.#path} is of a time that is still to come` }
    if (agoMs > COUNTS_MS) return {}
    const of = (name: keyof typeof used): FormerUse => ({ ...used[name], agoMs })
    return { former: { read: of('read'), write: of('write'), cancel: of('cancel'), account: of('account') } }
  }
}

/** Requests that may still count. */
export function usedIn(former: ByClass<FormerUse>): number {
  return ROUTE_CLASSES.flatMap((name) => former[name].ending).reduce((sum, some) => sum + some, 0)
}
