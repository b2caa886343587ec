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

/** Removes what nobody renews any more. */
export async function dropWork(redis: Redis, id: string): Promise<void> {
  await new OfferBoard(redis).remove(id)
  await new Queue(queueName(id), queueOptions(redis)).obliterate({ force: true })
}
