// The disk under a bot's journal, in virtual time: it may be slow or full or fail, and a crash leaves of it what a real one would.
//
//   a killed process   everything that was written is there, of the write under way a part
//   power loss         of each file what was synced and some of the rest, torn anywhere; of the names a part of what was not synced

import type { ChainKeeper, KeptChain } from '../../../src/domain/account/chain-transaction.js'
import type { Failure } from '../../../src/domain/error.js'
import type { Standing } from '../../../src/domain/run/standing.js'
import type { Clock } from '../../../src/domain/time.js'
import type { JournalFile, JournalFiles } from '../../../src/execution/journal/journal-files.js'
import { SimulatedUse } from './simulated-use.js'

interface Content {
  text: string
  /** Characters that survive power loss. */
  synced: number
}

type Names = Map<string, Content>
type NameChange = (names: Names) => void

export interface Loss {
  readonly loses: 'process' | 'power'
  /** Part that survives of what is in danger, from 0 to 1. */
  readonly survives: number
}

/** Before a step of the disk: whoever is to die there does. */
export type DiskStep = 'disk-write' | 'disk-sync'

export interface DiskUser {
  readonly clock: Clock
  /** Told before each step: how its user is then. */
  readonly step: (step: DiskStep) => 'alive' | 'dies' | 'dead'
}

/** What is on it at a moment. */
export interface DiskCopy {
  readonly texts: ReadonlyMap<string, string>
  readonly standing: Standing | undefined
}

/** What fails to reach it: lines of the journal; the standing, before it is in its place, or when it already is. */
export type SyncFailure = 'journal' | 'standing' | 'standing-placed' | 'both'

const SYNC_MS = 1
const EIO = 'EIO: i/o error, fdatasync'

export class SimulatedDisk {
  #names: Names = new Map()
  #safeNames: Names = new Map()
  #unsafe: NameChange[] = []
  #standing: { readonly kept: Standing | undefined; readonly safe: Standing | undefined } = {
    kept: undefined,
    safe: undefined,
  }
  #chain: KeptChain = { nextNonce: 0 }
  readonly use = new SimulatedUse()
  isFull = false
  slowMs = 0
  /** Nothing of that is said to be safe. */
  fails: SyncFailure | undefined
  /** How often it was in somebody's way. */
  readonly struck = { full: 0, slow: 0, torn: 0, lost: 0, failed: 0 }

  /** As a user of now sees it. A dead one changes nothing any more. */
  files(user: DiskUser): JournalFiles {
    const step = (kind: DiskStep) => {
      if (user.step(kind) !== 'alive') throw new Error('killed')
    }
    const later = () => this.#later(user)
    return {
      // a folder names its files in no order
      names: async () => [...this.#names.keys()].reverse(),
      read: (name) => this.#read(name),
      create: async (name) => {
        await later()
        step('disk-write')
        if (this.isFull) throw this.#full()
        if (this.#names.has(name)) throw new Error(`EEXIST ${name}`)
        const content: Content = { text: '', synced: 0 }
        this.#change((names) => names.set(name, content))
        return this.#file(content, user, step)
      },
      rename: async (from, to) => {
        await later()
        step('disk-write')
        const content = this.#names.get(from)
        if (content === undefined) throw new Error(`ENOENT ${from}`)
        this.#change((names) => {
          names.delete(from)
          names.set(to, content)
        })
      },
      remove: async (name) => {
        step('disk-write')
        if (this.#names.has(name)) this.#change((names) => names.delete(name))
      },
      syncNames: async () => {
        await later()
        step('disk-sync')
        if (this.#failsAt('journal')) throw new Error(EIO)
        for (const change of this.#unsafe.splice(0)) change(this.#safeNames)
      },
    }
  }

  /** Where a standing is kept: at once and safe, or a moment later, unless it was overtaken. */
  keeper({ clock, step }: DiskUser) {
    let newest = 0
    return {
      keep: (standing: Standing, now: boolean, done: (failure?: Failure) => void) => {
        const kept = structuredClone(standing)
        const number = ++newest
        const write = () => {
          if (step('disk-write') !== 'alive') return
          if (number !== newest) done()
          else if (this.isFull) done({ code: 'journal-failed', message: this.#full().message })
          else if (this.#failsAt('standing')) {
            if (this.fails === 'standing-placed') this.#standing = { kept, safe: this.#standing.safe }
            done({ code: 'journal-failed', message: EIO })
          } else {
            this.#standing = { kept, safe: kept }
            done()
          }
        }
        if (now) write()
        else clock.after(SYNC_MS + this.slowMs, write)
      },
    }
  }

  /** Where the wallet's transactions are kept: always whole, and safe before one is sent. */
  chainKeeper({ step }: DiskUser): ChainKeeper {
    return {
      kept: structuredClone(this.#chain),
      keep: (kept) => {
        if (step('disk-write') === 'alive' && !this.isFull) {
          this.#chain = structuredClone(kept)
          return undefined
        }
        return { code: 'journal-failed', message: this.#full().message }
      },
    }
  }

  get standing(): Standing | undefined {
    return this.#standing.kept
  }

  get keptChain(): KeptChain {
    return this.#chain
  }

  /** Of each file, characters. */
  *lengths(): Generator<readonly [name: string, length: number]> {
    for (const [name, { text }] of this.#names) yield [name, text.length]
  }

  /** Whether some file says this, so that the loss of the process, or of the machine, leaves it there. */
  has(text: string, after: 'process' | 'machine'): boolean {
    for (const content of this.#names.values()) {
      const at = content.text.lastIndexOf(text)
      if (at >= 0 && (after === 'process' || at < content.synced)) return true
    }
    return false
  }

  /** What is left when the user's process, or its machine, has died. */
  crash({ loses, survives }: Loss): void {
    if (loses === 'process') {
      this.#standing = { kept: this.#standing.kept, safe: this.#standing.kept }
      this.#safe(1)
      return
    }
    this.use.forget()
    const before = new Map([...this.#names].map(([name, { text }]) => [name, text.length]))
    this.#safe(survives)
    for (const [name, length] of before) if ((this.#names.get(name)?.text.length ?? 0) < length) this.struck.lost++
  }

  copy(): DiskCopy {
    return { texts: new Map([...this.#names].map(([name, { text }]) => [name, text])), standing: this.standing }
  }

  /** As it was then, or a part of it, whatever was written since. */
  goBack({ texts, standing }: DiskCopy, what: 'standing' | 'journal' | 'all'): void {
    if (what !== 'journal') this.#standing = { kept: standing, safe: standing }
    if (what === 'standing') return
    this.#unsafe = []
    this.#names = new Map([...texts].map(([name, text]) => [name, { text, synced: text.length }]))
    this.#safeNames = new Map(this.#names)
  }

  #failsAt(where: 'journal' | 'standing'): boolean {
    const fails = this.fails !== undefined && (this.fails === 'both' || this.fails.startsWith(where))
    if (fails) this.struck.failed++
    return fails
  }

  #safe(survives: number): void {
    const changes = this.#unsafe.slice(0, Math.round(survives * this.#unsafe.length))
    this.#unsafe = []
    for (const change of changes) change(this.#safeNames)
    for (const content of this.#safeNames.values()) {
      const { text, synced } = content
      content.text = text.slice(0, synced + Math.floor(survives * (text.length - synced)))
      content.synced = content.text.length
    }
    this.#names = new Map(this.#safeNames)
    this.#standing = { kept: this.#standing.safe, safe: this.#standing.safe }
  }

  #file(content: Content, { clock, step: asks }: DiskUser, step: (kind: DiskStep) => void): JournalFile {
    return {
      write: (text) => {
        const state = asks('disk-write')
        if (state === 'alive' && !this.isFull) {
          content.text += text
          return
        }
        if (state !== 'dead') content.text += text.slice(0, Math.floor(text.length / 2))
        if (state === 'dies') this.struck.torn++
        throw state === 'alive' ? this.#full() : new Error('killed')
      },
      sync: (done) => {
        const { length } = content.text
        if (this.slowMs > 0) this.struck.slow++
        clock.after(SYNC_MS + this.slowMs, () => {
          try {
            step('disk-sync')
            if (this.#failsAt('journal')) throw new Error(EIO)
            content.synced = Math.max(content.synced, length)
            done(null)
          } catch (error) {
            done(error instanceof Error ? error : new Error('killed'))
          }
        })
      },
      close: () => undefined,
    }
  }

  async *#read(name: string): AsyncGenerator<Buffer> {
    yield Buffer.from(this.#names.get(name)?.text ?? '')
  }

  #later({ clock }: DiskUser): Promise<void> {
    if (this.slowMs === 0) return Promise.resolve()
    this.struck.slow++
    return new Promise((resolve) => clock.after(this.slowMs, resolve))
  }

  #full(): Error {
    this.struck.full++
    return new Error('ENOSPC: no space left on device')
  }

  #change(change: NameChange): void {
    change(this.#names)
    this.#unsafe.push(change)
  }
}
