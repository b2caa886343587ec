// Threads that take one job after the other. A thread that dies fails its job and no other: the next job gets a new one.

import type { Worker } from 'node:worker_threads'

export interface WorkerPoolOptions {
  readonly size: number
  /** A thread that answers each message with one. */
  readonly start: () => Worker
  /** Jobs after which a thread is replaced, so that what they leave behind does not pile up. */
  readonly jobsPerWorker: number
}

export type PoolAnswer =
  | { readonly kind: 'answered'; readonly answer: unknown }
  | { readonly kind: 'died'; readonly reason: string }
  /** The pool was closed first. */
  | { readonly kind: 'closed' }

interface Waiting {
  readonly job: unknown
  readonly done: (answer: PoolAnswer) => void
}

interface Thread {
  readonly worker: Worker
  jobs: number
  current: Waiting | undefined
}

export class WorkerPool {
  readonly #options: WorkerPoolOptions
  readonly #threads = new Set<Thread>()
  readonly #idle: Thread[] = []
  #queue: Waiting[] = []
  #isClosed = false

  constructor(options: WorkerPoolOptions) {
    this.#options = options
  }

  run(job: unknown): Promise<PoolAnswer> {
    return new Promise((done) => {
      if (this.#isClosed) return done({ kind: 'closed' })
      this.#queue.push({ job, done })
      this.#next()
    })
  }

  /** Ends every thread at once; what was under way is answered `closed`. */
  async close(): Promise<void> {
    this.#isClosed = true
    const left = [...this.#queue, ...[...this.#threads].flatMap(({ current }) => current ?? [])]
    this.#queue = []
    const threads = [...this.#threads]
    this.#threads.clear()
    for (const { done } of left) done({ kind: 'closed' })
    await Promise.all(threads.map(({ worker }) => worker.terminate()))
  }

  #next(): void {
    const thread = this.#idle.pop() ?? (this.#threads.size < this.#options.size ? this.#start() : undefined)
    if (thread === undefined) return
    const waiting = this.#queue.shift()
    if (waiting === undefined) this.#idle.push(thread)
    else {
      thread.current = waiting
      thread.jobs += 1
      thread.worker.postMessage(waiting.job)
    }
  }

  #start(): Thread {
    const thread: Thread = { worker: this.#options.start(), jobs: 0, current: undefined }
    this.#threads.add(thread)
    let reason: string | undefined
    thread.worker.on('message', (answer: unknown) => this.#answered(thread, answer))
    thread.worker.on('error', (error: unknown) => {
      reason = error instanceof Error ? error.message : String(error)
    })
    thread.worker.on('exit', (code) => this.#died(thread, reason ?? `its thread ended with exit code ${code}`))
    return thread
  }

  #answered(thread: Thread, answer: unknown): void {
    const { current } = thread
    thread.current = undefined
    if (!this.#threads.has(thread)) return
    if (thread.jobs < this.#options.jobsPerWorker) this.#idle.push(thread)
    else {
      this.#threads.delete(thread)
      void thread.worker.terminate()
    }
    current?.done({ kind: 'answered', answer })
    this.#next()
  }

  #died(thread: Thread, reason: string): void {
    if (!this.#threads.delete(thread)) return
    const at = this.#idle.indexOf(thread)
    if (at >= 0) this.#idle.splice(at, 1)
    thread.current?.done({ kind: 'died', reason })
    this.#next()
  }
}
