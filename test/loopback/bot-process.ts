// `quoin` as a process: its lines, its signals, its end. Every process started here is killed by `killAll`.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { PROGRAM } from '../program.js'

const running = new Set<ChildProcess>()

export interface Ended {
  /** `null` when a signal ended it. */
  readonly code: number | null
  readonly ms: number
}

export class BotProcess {
  stdout = ''
  stderr = ''
  readonly #child: ChildProcess
  readonly #end: Promise<number | null>

  constructor(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    this.#child = spawn(process.execPath, [...PROGRAM, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    running.add(this.#child)
    this.#child.stdout?.on('data', (chunk) => {
      this.stdout += chunk
    })
    this.#child.stderr?.on('data', (chunk) => {
      this.stderr += chunk
    })
    this.#end = once(this.#child, 'close').then(([code]) => code)
  }

  get isOver(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  signal(name: 'SIGTERM' | 'SIGINT' | 'SIGHUP' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' | 'SIGUSR2'): void {
    this.#child.kill(name)
  }

  /** `ms`: from this call to the end. */
  async ended(): Promise<Ended> {
    const from = performance.now()
    const code = await this.#end
    return { code, ms: performance.now() - from }
  }

  /** The value of the JSON line that begins with this key. */
  line(key: string): unknown {
    const found = this.stdout.split('\n').find((text) => text.startsWith(`{"${key}"`))
    if (found === undefined) throw new Error(`no line with ${key}; errors: ${this.stderr}`)
    return JSON.parse(found)[key]
  }
}

export function killAll(): void {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
}

/** A live bot. */
export function runLive(configPath: string, env: Readonly<Record<string, string>> = {}): BotProcess {
  return new BotProcess(['run', configPath, '--live', '--json'], env)
}
