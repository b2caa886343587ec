// The hand of the benchmark on its load process.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Loose } from './bench-client.js'
import type { LoadMessage, LoadResult, LoadTask } from './load-process.js'

export class Load {
  readonly #child: ChildProcess
  readonly address: string

  private constructor(child: ChildProcess, address: string) {
    this.#child = child
    this.address = address
  }

  static async start(): Promise<Load> {
    const child = fork('bench/server/load-process.ts', { execArgv: ['--import', 'tsx'] })
    const [{ address }] = (await once(child, 'message')) as [Loose]
    return new Load(child, address)
  }

  connect(url: string, profile: Loose): Promise<unknown> {
    return this.#ask({ connect: { url, profile } })
  }

  /** Ahead, since signing costs more than what is measured. */
  sign(orders: number): Promise<unknown> {
    return this.#ask({ sign: orders })
  }

  async run(task: LoadTask): Promise<LoadResult> {
    return (await this.#ask({ run: task })) as LoadResult
  }

  end(): void {
    this.#child.disconnect()
  }

  async #ask(message: LoadMessage): Promise<unknown> {
    this.#child.send(message)
    const [answer] = (await once(this.#child, 'message')) as [Loose]
    if (answer.fault !== undefined) throw new Error(answer.fault)
    return answer.result
  }
}
