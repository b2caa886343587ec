// Work handed out through Redis: jobs go into a queue of their own, and whoever has a worker there does them.
//
//   Redis is away            nothing is lost: it is waited for
//   Redis has lost the jobs  all that have no answer yet are put in again
//   a worker dies            its job is another's some seconds later, a few times; then the job has failed
//
// A job that is done twice has two equal answers, of which the first counts.

import { setTimeout as pause } from 'node:timers/promises'
import { type Job, Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { type Looker, type Offer, OfferBoard } from './offer-board.js'
import { queueName, queueOptions } from './queue-name.js'

export type WorkAnswer =
  | { readonly kind: 'answered'; readonly answer: string }
  | { readonly kind: 'died'; readonly reason: string }
  /** The work was withdrawn first. */
  | { readonly kind: 'closed' }

export interface OfferedWorkOptions {
  readonly redis: Redis
  readonly offer: Offer
  /** Who is there, every few seconds. */
  readonly onLookers: (lookers: readonly Looker[]) => void
  readonly onError: (error: unknown) => void
}

interface Waiting {
  readonly data: unknown
  readonly done: (answer: WorkAnswer) => void
  isSent: boolean
}

const COLLECT_MS = 100
const RENEW_MS = 2000
/** Jobs put in or taken out in one go. */
const BATCH = 200
/** A goodbye is not waited for longer where Redis is away. */
const GOODBYE_MS = 2000
/** A worker that ends gives its jobs back, as often as that happens. */
const ATTEMPTS = 1_000_000

export class OfferedWork {
  readonly #options: OfferedWorkOptions
  readonly #board: OfferBoard
  readonly #queue: Queue
  readonly #waiting = new Map<string, Waiting>()
  #serial = 0
  #server = ''
  #renewAtMs = 0
  #isClosed = false
  #closing: Promise<void> | undefined
  readonly #work: Promise<void>

  constructor(options: OfferedWorkOptions) {
    this.#options = options
    this.#board = new OfferBoard(options.redis)
    this.#queue = new Queue(queueName(options.offer.id), queueOptions(options.redis))
    this.#queue.on('error', options.onError)
    this.#work = this.#go()
  }

  run(data: unknown): Promise<WorkAnswer> {
    return new Promise((done) => {
      if (this.#isClosed) done({ kind: 'closed' })
      else this.#waiting.set(`run-${++this.#serial}`, { data, done, isSent: false })
    })
  }

  /** What has no answer is answered `closed`, and nothing of it stays in Redis. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.#isClosed = true
    for (const { done } of this.#waiting.values()) done({ kind: 'closed' })
    this.#waiting.clear()
    const goodbye = async () => {
      await this.#work
      await this.#board.remove(this.#options.offer.id)
      await this.#queue.obliterate({ force: true })
      await this.#queue.close()
    }
    await Promise.race([goodbye().catch(this.#options.onError), pause(GOODBYE_MS, undefined, { ref: false })])
  }

  async #go(): Promise<void> {
    while (!this.#isClosed) {
      try {
        if (performance.now() >= this.#renewAtMs) await this.#renew()
        await this.#send()
        await this.#collect()
      } catch (error) {
        this.#options.onError(error)
      }
      await pause(COLLECT_MS)
    }
  }

  /** A Redis that was started anew may know the offer and only some of the jobs. */
  async #renew(): Promise<void> {
    const wasThere = await this.#board.put(this.#options.offer)
    const server = /^run_id:(\w+)/m.exec(await this.#options.redis.info('server'))?.[1] ?? ''
    if (!wasThere || server !== this.#server) for (const waiting of this.#waiting.values()) waiting.isSent = false
    this.#server = server
    this.#options.onLookers(await this.#board.lookers(this.#options.offer.id))
    this.#renewAtMs = performance.now() + RENEW_MS
  }

  /** A job that is there already stays as it is. */
  async #send(): Promise<void> {
    const unsent = [...this.#waiting].filter(([, { isSent }]) => !isSent)
    for (let at = 0; at < unsent.length; at += BATCH) {
      const batch = unsent.slice(at, at + BATCH)
      await this.#queue.addBulk(
        batch.map(([jobId, { data }]) => ({ name: 'run', data, opts: { jobId, attempts: ATTEMPTS } })),
      )
      for (const [, waiting] of batch) waiting.isSent = true
    }
  }

  async #collect(): Promise<void> {
    if (this.#waiting.size === 0) return
    const ended: readonly (Job | undefined)[] = await this.#queue.getJobs(['completed', 'failed'], 0, BATCH - 1)
    for (const job of ended) {
      const waiting = job?.id === undefined ? undefined : this.#waiting.get(job.id)
      if (job?.id === undefined) continue
      this.#waiting.delete(job.id)
      waiting?.done(answerOf(job))
      await job.remove()
    }
  }
}

function answerOf({ returnvalue, failedReason }: Job): WorkAnswer {
  if (typeof returnvalue === 'string') return { kind: 'answered', answer: returnvalue }
  return { kind: 'died', reason: failedReason ?? 'no answer' }
}
