// Copies the log of a data file into the file on a thread of its own, over a connection of its own. Starts at the first use.

import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

/** By the path of the module, so that it runs from sources and from the build alike. */
const LIBSQL = createRequire(import.meta.url).resolve('libsql')
/** PASSIVE waits for nobody and stops nobody. What fails, as on a full disk, is tried again with the next checkpoint. */
const SOURCE = `
const { parentPort, workerData } = require('node:worker_threads')
const Database = require(${JSON.stringify(LIBSQL)})
const file = new Database(workerData)
parentPort.on('message', (message) => {
  if (message === 'close') {
    file.close()
    parentPort.close()
    return
  }
  try {
    file.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()
  } catch {}
  parentPort.postMessage('done')
})`

export class CheckpointThread {
  readonly #path: string
  #worker: Worker | undefined
  #waiting: (() => void)[] = []

  constructor(path: string) {
    this.#path = path
  }

  /** Calls back when it is over, in whatever way. */
  run(done: () => void): void {
    this.#waiting.push(done)
    this.#worker ??= this.#start()
    this.#worker.postMessage('checkpoint')
  }

  close(): void {
    this.#waiting = []
    this.#worker?.postMessage('close')
    this.#worker = undefined
  }

  #start(): Worker {
    const worker = new Worker(SOURCE, { eval: true, execArgv: [], workerData: this.#path })
    worker.unref()
    worker.on('message', () => this.#waiting.shift()?.())
    // a thread that failed is replaced with the next checkpoint
    worker.on('error', () => this.#end(worker))
    worker.on('exit', () => this.#end(worker))
    return worker
  }

  #end(worker: Worker): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    for (const done of this.#waiting.splice(0)) done()
  }
}
