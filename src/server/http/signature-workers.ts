// Signature checks on threads of their own, so that a flood of orders never keeps reads waiting.
//
// A thread does the curve's part alone, by the library that the main thread signs with. The threads start with the first
// check; until one is ready, after one has failed, and without any, the main thread checks.

import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Address, Hex } from '../../domain/market/market.js'
import { bytesOf } from '../../signing/bytes.js'
import type { Signing, SigningPath } from '../../signing/signing.js'
import { splitSignature } from '../../signing/split-signature.js'
import type { ApiCrypto } from '../api/accounts/api-crypto.js'
import { cryptoBy } from './node-crypto.js'

export interface SignatureWorkers {
  readonly crypto: ApiCrypto
  /** Checks done on the threads so far. */
  readonly done: () => number
  /** Checks that wait on the threads still get their answer, from the main thread. */
  close(): Promise<void>
}

interface Job {
  readonly hash: Hex
  readonly signature: Hex
  readonly done: (signer: Address | undefined) => void
}

interface Thread {
  readonly worker: Worker
  /** 1: the thread is to end by itself, at its next message. */
  readonly over: Int32Array
  readonly jobs: Map<number, Job>
  isReady: boolean
}

/** Checks give way to the thread that answers where there are fewer cores than threads. On Linux alone it is a thread's own. */
const NICENESS = 10
/** A package of each way, and what gives a public key there: plain text, so that it runs from sources and from the build alike. */
const RECOVERIES: Readonly<Record<SigningPath, readonly [string, string]>> = {
  native: ['secp256k1/bindings.js', '({ default: m }) => (hash, rs, v) => m.ecdsaRecover(rs, v, hash, false)'],
  wasm: ['tiny-secp256k1', '(m) => (hash, rs, v) => m.recover(hash, rs, v, false)'],
  viem: [
    'viem',
    `({ recoverPublicKey }) => async (hash, rs, v) =>
      Buffer.from((await recoverPublicKey({ hash, signature: Uint8Array.of(...rs, v) })).slice(2), 'hex')`,
  ],
}

function threadSource(path: SigningPath): string {
  const [name, recovery] = RECOVERIES[path]
  const place = pathToFileURL(createRequire(import.meta.url).resolve(name)).href
  return `
const { parentPort, workerData } = require('node:worker_threads')
const isOver = () => Atomics.load(workerData, 0) === 1
if (process.platform === 'linux') {
  try {
    require('node:os').setPriority(0, ${NICENESS})
  } catch {}
}
import(${JSON.stringify(place)}).then((module) => {
  const recover = (${recovery})(module)
  parentPort.on('message', async ({ id, hash, rs, recovery }) => {
    if (isOver()) return parentPort.close()
    let publicKey
    try {
      publicKey = await recover(hash, rs, recovery)
    } catch {}
    parentPort.postMessage({ id, publicKey })
  })
  parentPort.postMessage({ ready: true })
})`
}

export const defaultWorkerCount = () => Math.min(4, Math.max(1, availableParallelism() - 1))

/** `count` threads; every check they cannot do is done by `signing` at once. */
export function signatureWorkers(signing: Signing, count: number): SignatureWorkers {
  const pool = new Pool(signing, count)
  const { orderHasher, textHash } = signing
  return {
    done: () => pool.done,
    close: () => pool.close(),
    crypto: cryptoBy({
      orderHasher,
      textHash,
      recover: (hash, signature, done) => pool.check({ hash, signature, done }),
    }),
  }
}

class Pool {
  readonly #signing: Signing
  readonly #count: number
  readonly #source: string
  #threads: Thread[] | undefined
  #nextId = 0
  done = 0

  constructor(signing: Signing, count: number) {
    this.#signing = signing
    this.#count = count
    this.#source = threadSource(signing.path)
  }

  check(job: Job): void {
    this.#threads ??= Array.from({ length: this.#count }, () => this.#start())
    const thread = this.#threads
      .filter(({ isReady }) => isReady)
      .reduce<Thread | undefined>((best, one) => (best && best.jobs.size <= one.jobs.size ? best : one), undefined)
    const split = splitSignature(job.signature)
    if (thread === undefined || split === undefined) {
      this.#onMain(job)
      return
    }
    const id = this.#nextId++
    thread.jobs.set(id, job)
    thread.worker.postMessage({ id, hash: bytesOf(job.hash), rs: split.rs, recovery: split.recovery })
  }

  async close(): Promise<void> {
    const threads = this.#threads ?? []
    this.#threads = []
    await Promise.all(threads.map((thread) => this.#end(thread)))
  }

  #start(): Thread {
    const over = new Int32Array(new SharedArrayBuffer(4))
    const worker = new Worker(this.#source, {
      ...{ eval: true, execArgv: [], stdout: false, stderr: false },
      workerData: over,
    })
    const thread: Thread = { worker, over, jobs: new Map(), isReady: false }
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
    const publicKey: unknown = 'publicKey' in message ? message.publicKey : undefined
    job.done(publicKey instanceof Uint8Array ? this.#signing.addressOfPublicKey(publicKey) : undefined)
  }

  async #end(thread: Thread): Promise<void> {
    thread.isReady = false
    this.#threads = this.#threads?.filter((other) => other !== thread)
    const left = [...thread.jobs.values()]
    thread.jobs.clear()
    for (const job of left) this.#onMain(job)
    if (Atomics.exchange(thread.over, 0, 1) === 1) return
    // native code that is ended within a call takes the whole process along
    await new Promise<void>((ended) => {
      thread.worker.once('exit', () => ended())
      thread.worker.ref()
      thread.worker.postMessage({ over: true })
    })
  }

  #onMain({ hash, signature, done }: Job): void {
    this.#signing.recover(hash, signature, done)
  }
}
