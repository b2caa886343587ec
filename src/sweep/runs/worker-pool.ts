// Threads that take one job after the other. A thread that dies fails its job and no other: the next job gets a new one.

import type { Worker } from 'node:worker_threads'
import { messageOf } from '../../domain/error.js'

export interface WorkerPoolOptions {
  readonly size: number
  /** A thread that answers each message with one, and raises `turns` while it works. */
  readonly start: (turns: Int32Array) => Worker
  /** Jobs after which a thread is replaced, so that what they leave behind does not pile up. */
  readonly jobsPerWorker: number
  /** Ends a thread that has begun to count turns and then counts none for too long. Absent or 0: never. */
  readonly limitSec?: number
}

export type PoolAnswer =
  | { readonly kind: 'answered'; readonly answer: unknown }
  | { readonly kind: 'died'; readonly reason: string; readonly isHung?: true }
  /** The pool was closed first. */
  | { readonly kind: 'closed' }

interface Waiting {
  readonly job: unknown
  readonly done: (answer: PoolAnswer) => void
}

interface Thread {
  readonly worker: Worker
  readonly turns: Int32Array
  jobs: number
  current: Waiting | undefined
  /** As it was at the last look, and looks since that found the same. */
  seen: number
  still: number
  isHung: boolean
}

/** So many looks make up the limit: they are counted, not time, so that a machine that slept is no hang. */
const LOOKS = 20

export class WorkerPool {
  readonly #options: WorkerPoolOptions
  readonly #threads = new Set<Thread>()
  readonly #idle: Thread[] = []
  #queue: Waiting[] = []
  #isClosed = false
  readonly #look: NodeJS.Timeout | undefined

  constructor(options: WorkerPoolOptions) {
    this.#options = options
    const { limitSec = 0 } = options
    if (limitSec > 0) this.#look = setInterval(() => this.#lookAtAll(limitSec), (limitSec * 1000) / LOOKS)
    this.#look?.unref()
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
    clearInterval(this.#look)
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
      // until it counts, it loads what it needs
      Atomics.store(thread.turns, 0, 0)
      thread.worker.postMessage(waiting.job)
    }
  }

  #start(): Thread {
    const turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    const worker = this.#options.start(turns)
    const thread: Thread = { worker, turns, jobs: 0, current: undefined, seen: 0, still: 0, isHung: false }
    this.#threads.add(thread)
    let reason: string | undefined
    thread.worker.on('message', (answer: unknown) => this.#answered(thread, answer))
    thread.worker.on('error', (error: unknown) => {
      reason = messageOf(error)
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

  #lookAtAll(limitSec: number): void {
    for (const thread of this.#threads) {
      const turns = Atomics.load(thread.turns, 0)
      const isStill = thread.current !== undefined && turns !== 0 && turns === thread.seen
      thread.still = isStill ? thread.still + 1 : 0
      thread.seen = turns
      if (thread.still < LOOKS) continue
      thread.isHung = true
      void thread.worker.terminate()
      this.#died(thread, `it has not turned for ${limitSec} s, as in a strategy that never returns`)
    }
  }

  #died(thread: Thread, reason: string): void {
    if (!this.#threads.delete(thread)) return
    const at = this.#idle.indexOf(thread)
    if (at >= 0) this.#idle.splice(at, 1)
    thread.current?.done({ kind: 'died', reason, ...(thread.isHung ? { isHung: true } : {}) })
    this.#next()
  }
}
