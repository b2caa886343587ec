// One process of a soak: started, signalled, started again, and what it said in all its lives.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** Of what it says, the end is kept. */
const MOST_CHARS = 4_000_000
const LOOK_MS = 20

export interface ActorOptions {
  /** Arguments of node. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export class Actor {
  /** Of all lives. */
  stdout = ''
  stderr = ''
  lives = 0
  readonly #options: ActorOptions
  #child: ChildProcess | undefined
  /** Where this life's words begin in `stdout`. */
  #from = 0

  constructor(options: ActorOptions) {
    this.#options = options
  }

  get pid(): number | undefined {
    return this.isOver ? undefined : this.#child?.pid
  }

  get isOver(): boolean {
    return this.#child === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** Resolves with the value of the first JSON line of this life that has the key. `more`: further arguments. */
  async start(key: string, more: readonly string[] = []): Promise<unknown> {
    this.lives++
    this.#from = this.stdout.length
    const { args, env } = this.#options
    const child = spawn(process.execPath, [...args, ...more], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    this.#child = child
    child.stdout.on('data', (chunk) => {
      this.stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      this.stderr = (this.stderr + chunk).slice(-MOST_CHARS)
    })
    for (;;) {
      const found = this.said(key)[0]
      if (found !== undefined) return found
      if (this.isOver) throw new Error(`${args.join(' ')}: ended: ${this.stderr.slice(-2000)}`)
      await sleep(LOOK_MS)
    }
  }

  /** Values of the JSON lines of this life that have the key. */
  said(key: string): unknown[] {
    const lines = this.stdout.slice(this.#from).split('\n').slice(0, -1)
    return lines.filter((line) => line.includes(`"${key}"`)).flatMap((line) => keyOf(line, key) ?? [])
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name)
  }

  /** Resolves when it is gone. */
  async end(name: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (child === undefined || this.isOver) return
    const gone = once(child, 'close')
    child.kill(name)
    await gone
  }
}

function keyOf(line: string, key: string): unknown {
  try {
    return JSON.parse(line)[key]
  } catch {
    return undefined
  }
}
