// A connection to Redis that comes back by itself.

import { createRequire } from 'node:module'
import type { Redis } from 'ioredis'
import { messageOf, QuoinError } from '../domain/error.js'
import type { RedisAddress } from './redis-address.js'

const require = createRequire(import.meta.url)

/** Between two tries to come back, at most. */
const LONGEST_PAUSE_MS = 1000
const CONNECT_MS = 5000

export interface RedisHeard {
  /** Once for each loss. */
  readonly onAway: (reason: string) => void
  readonly onBack: () => void
}

export interface ClientOptions {
  /** How often a command is tried again; null: as long as it takes. */
  readonly maxRetriesPerRequest?: number | null
  /** Milliseconds; a connection over which nothing has come for so long, though something was asked, is replaced by another. */
  readonly commandTimeout?: number
}

/** Starts to connect at once. */
export function redisClient(
  { reveal }: RedisAddress,
  { onAway, onBack }: RedisHeard,
  options: ClientOptions = {},
): Redis {
  // a bot without a fleet never loads it
  const { Redis: Client }: typeof import('ioredis') = require('ioredis')
  const client = new Client(reveal(), {
    connectTimeout: CONNECT_MS,
    retryStrategy: (times) => Math.min(times * 50, LONGEST_PAUSE_MS),
    ...options,
    // what has forgotten a connection without a word, as a router that was started anew, leaves it open for a quarter of an hour
    ...(options.commandTimeout === undefined ? {} : { socketTimeout: options.commandTimeout }),
  })
  let isAway = false
  const away = (reason: string) => {
    if (!isAway) onAway(reason)
    isAway = true
  }
  client.on('error', (error: Error) => away(reasonOf(error)))
  // one that was closed here is over by now
  client.on('close', () => (client.status === 'end' ? undefined : away('the connection is closed')))
  client.on('ready', () => {
    if (isAway) onBack()
    isAway = false
  })
  return client
}

/**
 * Until it is connected, or has failed to once. What is asked for before waits for the handshake, too, two ways there and back: over a slow way a
 * command that may take no longer than one would always fail.
 */
export async function handshaken(client: Redis): Promise<void> {
  if (client.status === 'ready') return
  await new Promise<void>((done) => {
    for (const event of ['ready', 'error', 'close']) client.once(event, done)
  })
}

/** One that commands may wait on as long as Redis is away. Throws `unreachable` when it is not there to begin with. */
export async function reachedRedis(address: RedisAddress, heard: RedisHeard): Promise<Redis> {
  let [reason, isReached] = ['no answer', false]
  const client = redisClient(
    address,
    {
      onAway: (why) => {
        reason = why
        if (isReached) heard.onAway(why)
      },
      onBack: () => {
        if (isReached) heard.onBack()
      },
    },
    { maxRetriesPerRequest: null },
  )
  const signal = AbortSignal.timeout(CONNECT_MS)
  const failed = new Promise<never>((_done, fail) => {
    const end = () => fail(new QuoinError('unreachable', `redis ${address.shown}: ${reason}`))
    client.once('error', (error: Error) => {
      reason = reasonOf(error)
      end()
    })
    signal.addEventListener('abort', end)
  })
  try {
    await Promise.race([client.ping(), failed])
    isReached = true
    return client
  } catch (error) {
    client.disconnect()
    if (error instanceof QuoinError) throw error
    throw new QuoinError('unreachable', `redis ${address.shown}: ${reasonOf(error)}`, { cause: error })
  }
}

/** Of several addresses of one name all may fail; each says why, the whole says nothing. */
export function reasonOf(error: unknown): string {
  // ioredis speaks of its own option there
  if (error instanceof Error && error.name === 'MaxRetriesPerRequestError') return 'no connection'
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ')
  return messageOf(error)
}
