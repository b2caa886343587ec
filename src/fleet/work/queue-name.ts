// How the queue of one offer is called in Redis, and what both of its ends agree on.

import type { QueueOptions } from 'bullmq'
import type { Redis } from 'ioredis'

export const queueName = (id: string): string => `work-${id}`

export const queueOptions = (redis: Redis): QueueOptions => ({ connection: redis, prefix: 'quoin' })
