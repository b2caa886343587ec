// Takes jobs of one offer, some beside each other, until it is told to end; what it has not done by then goes back.

import { Queue, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { OfferBoard } from './offer-board.js'
import { queueName, queueOptions } from './queue-name.js'

export interface WorkTakerOptions {
  readonly redis: Redis
  readonly id: string
  readonly atOnce: number
  /** The job's answer. Throws where it was not done: then somebody else does it. */
  readonly handle: (data: unknown) => Promise<string>
  readonly onError: (error: unknown) => void
}

export interface WorkTaker {
  /** After `handle` has ended for all that is under way. */
  readonly close: () => Promise<void>
}

/** A worker that has not been heard of for so long is dead. It is heard of twice in that time, also while it computes. */
const DEAD_AFTER_MS = 8000
const LOOK_FOR_DEAD_MS = 4000
/** A job that outlived none of so many workers has failed: it is what kills them. */
const DEATHS = 5

export function takeWork({ redis, id, atOnce, handle, onError }: WorkTakerOptions): WorkTaker {
  const worker = new Worker(queueName(id), (job) => handle(job.data), {
    ...queueOptions(redis),
    concurrency: atOnce,
    lockDuration: DEAD_AFTER_MS,
    stalledInterval: LOOK_FOR_DEAD_MS,
    maxStalledCount: DEATHS,
    drainDelay: 1,
    runRetryDelay: 500,
  })
  worker.on('error', onError)
  return { close: () => worker.close() }
}

/**
 * Removes what nobody renews any more, jobs first: where somebody does after all, the offer that is gone then has it put all of them in again. After
 * the end of work each who took of it does so: a worker that looks for the dead at that moment writes to the queue once more.
 */
export async function dropWork(redis: Redis, id: string): Promise<void> {
  const queue = new Queue(queueName(id), queueOptions(redis))
  await queue.obliterate({ force: true }).catch((error: unknown) => {
    // another one drops it at the same time, and was quicker
    if (!String(error).includes('non-paused')) throw error
  })
  await queue.close()
  await new OfferBoard(redis).remove(id)
}
