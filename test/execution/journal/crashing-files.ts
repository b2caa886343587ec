// The journal's files in memory: they crash at a chosen step, and say what the disk still has after that.
//
//   a killed process   everything that was written is there
//   power loss         of each file what was synced and some of the rest; of the names a part of what was not synced

import type { JournalFile, JournalFiles } from '../../../src/execution/journal/journal-files.js'

export class Crash extends Error {}

interface Content {
  text: string
  /** Safe by a sync. */
  synced: number
}

type NameChange = (names: Map<string, Content>) => void

export interface CrashPlan {
  /** Steps that are still done. */
  readonly afterSteps: number
  /** Part of the last write that is done, from 0 to 1. */
  readonly share: number
  readonly kind: 'kill' | 'power'
  /** Part of what was not synced that survives power loss, from 0 to 1. */
  readonly survives: number
}

export const NEVER: CrashPlan = { afterSteps: Number.POSITIVE_INFINITY, share: 1, kind: 'kill', survives: 1 }

export class CrashingFiles implements JournalFiles {
  readonly #plan: CrashPlan
  readonly #names: Map<string, Content>
  readonly #safeNames: Map<string, Content>
  readonly #unsafe: NameChange[] = []
  #steps = 0
  /** Writes are refused from now on, after a part of the first. */
  isFull = false

  constructor(names: ReadonlyMap<string, string> = new Map(), plan: CrashPlan = NEVER) {
    this.#plan = plan
    const contents = [...names].map(([name, text]): [string, Content] => [name, { text, synced: text.length }])
    this.#names = new Map(contents)
    this.#safeNames = new Map(contents)
  }

  get hasCrashed(): boolean {
    return this.#steps > this.#plan.afterSteps
  }

  /** What is there after the crash, or after a kill now. */
  left(): ReadonlyMap<string, string> {
    const { kind, survives } = this.#plan
    if (kind === 'kill') return new Map([...this.#names].map(([name, { text }]) => [name, text]))
    const names = new Map(this.#safeNames)
    for (const change of this.#unsafe.slice(0, Math.round(survives * this.#unsafe.length))) change(names)
    const kept = ({ text, synced }: Content) => text.slice(0, synced + Math.floor(survives * (text.length - synced)))
    return new Map([...names].map(([name, content]) => [name, kept(content)]))
  }

  async names(): Promise<readonly string[]> {
    return [...this.#names.keys()]
  }

  async *read(name: string): AsyncGenerator<Buffer> {
    const bytes = Buffer.from(this.#names.get(name)?.text ?? '')
    // pieces that no line ends with
    for (let at = 0; at < bytes.length; at += 97) yield bytes.subarray(at, at + 97)
  }

  async create(name: string): Promise<JournalFile> {
    this.#step()
    if (this.#names.has(name)) throw new Error(`EEXIST ${name}`)
    const content: Content = { text: '', synced: 0 }
    this.#change((names) => names.set(name, content))
    return {
      write: (text) => this.#write(content, text),
      sync: (done) => {
        setImmediate(() => {
          try {
            this.#step()
            content.synced = content.text.length
            done(null)
          } catch (error) {
            done(error instanceof Error ? error : new Error('expected an error'))
          }
        })
      },
      close: () => undefined,
    }
  }

  async rename(from: string, to: string): Promise<void> {
    this.#step()
    const content = this.#names.get(from)
    if (content === undefined) throw new Error(`ENOENT ${from}`)
    this.#change((names) => {
      names.delete(from)
      names.set(to, content)
    })
  }

  async remove(name: string): Promise<void> {
    this.#step()
    if (this.#names.has(name)) this.#change((names) => names.delete(name))
  }

  async syncNames(): Promise<void> {
    this.#step()
    for (const change of this.#unsafe.splice(0)) change(this.#safeNames)
  }

  #change(change: NameChange): void {
    change(this.#names)
    this.#unsafe.push(change)
  }

  #write(content: Content, text: string): void {
    if (this.isFull) {
      content.text += text.slice(0, text.length / 2)
      throw new Error('ENOSPC')
    }
    if (this.#steps === this.#plan.afterSteps) content.text += text.slice(0, Math.floor(this.#plan.share * text.length))
    this.#step()
    content.text += text
  }

  #step(): void {
    if (this.#steps++ >= this.#plan.afterSteps) throw new Crash('crashed')
  }
}
