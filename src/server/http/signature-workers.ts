// Signature checks on threads of their own, so that a flood of orders never keeps reads waiting.
//
// The threads start with the first check; until one is ready, after one has failed, and without any, the main thread checks.

import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { ApiCrypto } from '../api/accounts/api-crypto.js'
import { isContractSignature } from './contract-signature.js'

export interface SignatureWorkers {
  readonly crypto: ApiCrypto
  /** Checks done on the threads so far. */
  readonly done: () => number
  /** Checks that wait on the threads still get their answer, from the main thread. */
  close(): Promise<void>
}

type Order = Parameters<ApiCrypto['recoverOrderSigner']>
type Text = Parameters<ApiCrypto['verifyText']>
type Job =
  | { readonly kind: 'order'; readonly hash: Order[0]; readonly signature: Order[1]; readonly done: Order[2] }
  | { readonly kind: 'text'; readonly signed: Text[0]; readonly done: Text[1] }

interface Thread {
  readonly worker: Worker
  readonly jobs: Map<number, Job>
  isReady: boolean
}

/** Checks give way to the thread that answers where there are fewer cores than threads. On Linux alone it is a thread's own. */
const NICENESS = 10
/** By the path of the module, so that it runs from sources and from the build alike. */
const VIEM = pathToFileURL(createRequire(import.meta.url).resolve('viem')).href
const SOURCE = `
const { parentPort } = require('node:worker_threads')
if (process.platform === 'linux') {
  try {
    require('node:os').setPriority(0, ${NICENESS})
  } catch {}
}
import(${JSON.stringify(VIEM)}).then(({ recoverAddress, verifyMessage }) => {
  parentPort.on('message', async ({ id, order, text }) => {
    let result
    try {
      result = order ? await recoverAddress(order) : await verifyMessage(text)
    } catch {
      result = order ? undefined : false
    }
    parentPort.postMessage({ id, result })
  })
  parentPort.postMessage({ ready: true })
})`

export const defaultWorkerCount = () => Math.min(4, Math.max(1, availableParallelism() - 1))

/** `count` threads; everything else, and every check they cannot do, goes to `main`. */
export function signatureWorkers(main: ApiCrypto, count: number): SignatureWorkers {
  const pool = new Pool(main, count)
  return {
    done: () => pool.done,
    close: () => pool.close(),
    crypto: {
      ...main,
      recoverOrderSigner: (hash, signature, done) => {
        if (isContractSignature(signature)) pool.check({ kind: 'order', hash, signature, done })
        else done(undefined)
      },
      verifyText: (signed, done) => pool.check({ kind: 'text', signed, done }),
    },
  }
}

class Pool {
  readonly #main: ApiCrypto
  readonly #count: number
  #threads: Thread[] | undefined
  #nextId = 0
  done = 0

  constructor(main: ApiCrypto, count: number) {
    this.#main = main
    this.#count = count
  }

  check(job: Job): void {
    this.#threads ??= Array.from({ length: this.#count }, () => this.#start())
    const thread = this.#threads
      .filter(({ isReady }) => isReady)
      .reduce<Thread | undefined>((best, one) => (best && best.jobs.size <= one.jobs.size ? best : one), undefined)
    if (thread === undefined) {
      this.#onMain(job)
      return
    }
    const id = this.#nextId++
    thread.jobs.set(id, job)
    thread.worker.postMessage(
      job.kind === 'order' ? { id, order: { hash: job.hash, signature: job.signature } } : { id, text: job.signed },
    )
  }

  async close(): Promise<void> {
    const threads = this.#threads ?? []
    this.#threads = []
    await Promise.all(threads.map((thread) => this.#end(thread)))
  }

  #start(): Thread {
    const worker = new Worker(SOURCE, { eval: true, execArgv: [], stdout: false, stderr: false })
    const thread: Thread = { worker, jobs: new Map(), isReady: false }
    worker.unref()
    worker.on('message', (message: unknown) => this.#heard(thread, message))
    // a thread that failed is not replaced: the main thread takes over
    worker.on('error', () => void this.#end(thread))
    worker.on('exit', () => void this.#end(thread))
    return thread
  }

  #heard(thread: Thread, message: unknown): void {
    if (typeof message !== 'object' || message === null) return
    if ('ready' in message) {
      thread.isReady = true
      return
    }
    const id: unknown = 'id' in message ? message.id : undefined
    const job = typeof id === 'number' ? thread.jobs.get(id) : undefined
    if (job === undefined || typeof id !== 'number') return
    thread.jobs.delete(id)
    this.done += 1
    const result: unknown = 'result' in message ? message.result : undefined
    if (job.kind === 'text') job.done(result === true)
    else job.done(typeof result === 'string' ? `0x${result.slice(2)}` : undefined)
  }

  async #end(thread: Thread): Promise<void> {
    thread.isReady = false
    this.#threads = this.#threads?.filter((other) => other !== thread)
    const left = [...thread.jobs.values()]
    thread.jobs.clear()
    for (const job of left) this.#onMain(job)
    await thread.worker.terminate()
  }

  #onMain(job: Job): void {
    if (job.kind === 'order') this.#main.recoverOrderSigner(job.hash, job.signature, job.done)
    else this.#main.verifyText(job.signed, job.done)
  }
}
