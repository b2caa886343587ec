// The parent's end of a case's process.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CaseSpec } from './figure.js'

const BENCH = fileURLToPath(new URL('..', import.meta.url))

interface Message {
  readonly value?: number
  readonly fault?: string
}

export class CaseHandle {
  readonly #child: ChildProcess
  readonly #name: string

  private constructor(child: ChildProcess, name: string) {
    this.#child = child
    this.#name = name
  }

  /** Starts the process; resolves once the case is set up. */
  static async start(spec: CaseSpec, { root, quick }: { root: string; quick: boolean }): Promise<CaseHandle> {
    const args = [join(BENCH, spec.module), root, JSON.stringify(spec.args), quick ? 'quick' : '']
    const child = fork(join(BENCH, 'harness/case-process.ts'), args, {
      // the tests' loader knows TypeScript; collections are asked for where bytes are counted
      execArgv: ['--import', 'tsx', '--expose-gc', ...(spec.nodeFlags ?? [])],
    })
    const handle = new CaseHandle(child, `${spec.module} ${JSON.stringify(spec.args)} of ${root}`)
    await handle.#message()
    return handle
  }

  /** One round. */
  async measure(): Promise<number> {
    const answer = this.#message()
    this.#child.send('measure')
    const { value, fault } = await answer
    if (value === undefined || !Number.isFinite(value)) throw new Error(`${this.#name}: ${fault ?? `got ${value}`}`)
    return value
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exit = once(this.#child, 'exit')
    if (this.#child.connected) this.#child.disconnect()
    await exit
  }

  async #message(): Promise<Message> {
    const stopped = new AbortController()
    try {
      const [message]: [Message?] = await Promise.race([
        once(this.#child, 'message', stopped).then(([first]): [Message] => [first]),
        once(this.#child, 'exit', stopped).then((): [] => []),
      ])
      if (message === undefined) throw new Error(`${this.#name}: its process ended`)
      return message
    } finally {
      stopped.abort()
    }
  }
}
