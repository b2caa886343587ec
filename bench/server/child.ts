// A process of the server's bench: asked over IPC, one question at a time.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Loose } from './bench-client.js'

export class Child {
  readonly #process: ChildProcess
  /** What it said when it was ready. */
  readonly ready: Loose

  private constructor(child: ChildProcess, ready: Loose) {
    this.#process = child
    this.ready = ready
  }

  static async start(root: string, name: string, args: readonly string[] = []): Promise<Child> {
    const child = fork(join(root, `bench/server/${name}.js`), args, { execArgv: ['--expose-gc'] })
    const [ready] = await answerOf(child)
    return new Child(child, ready)
  }

  async ask(question: object): Promise<Loose> {
    this.#process.send(question)
    const [answer] = await answerOf(this.#process)
    if (answer?.fault !== undefined) throw new Error(answer.fault)
    return answer
  }

  async end(): Promise<void> {
    if (!this.#process.connected) return
    const over = once(this.#process, 'exit')
    this.#process.disconnect()
    await over
  }
}

/** One that ends instead ends the bench. */
async function answerOf(child: ChildProcess): Promise<Loose[]> {
  const ended = new AbortController()
  try {
    return await Promise.race([
      once(child, 'message', { signal: ended.signal }),
      once(child, 'exit', { signal: ended.signal }).then(() => {
        throw new Error('a process of the bench has ended')
      }),
    ])
  } finally {
    ended.abort()
  }
}
