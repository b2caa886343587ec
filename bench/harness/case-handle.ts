// The parent's end of a case's process.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { CaseSpec } from './figure.js'

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

  /** Starts the process, with the case of the checkout `here` and the sources of `root`, both compiled; resolves once it is set up. */
  static async start(
    spec: CaseSpec,
    { here, root, quick }: { here: string; root: string; quick: boolean },
  ): Promise<CaseHandle> {
    const args = [join(here, 'bench', spec.module), root, JSON.stringify(spec.args), quick ? 'quick' : '']
    const child = fork(join(here, 'bench/harness/case-process.js'), args, {
      // collections are asked for where bytes are counted
      execArgv: ['--expose-gc', ...(spec.nodeFlags ?? [])],
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
