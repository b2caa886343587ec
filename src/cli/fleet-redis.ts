// The Redis of a configuration, where several machines meet.

import { resolve } from 'node:path'
import type { Redis } from 'ioredis'
import type { Config } from '../config/config.js'
import { type RedisAddress, redisAddress, redisAddressIn } from '../fleet/redis-address.js'
import { redisClient } from '../fleet/redis-client.js'

/** An answer that takes longer is none. */
const COMMAND_MS = 1000

/** `undefined` where there is none. Throws `bad-argument` for a file that holds no address. */
export function fleetRedis({ fleet, folder }: Pick<Config, 'fleet' | 'folder'>): RedisAddress | undefined {
  const { url, urlFile } = fleet.redis ?? {}
  if (url !== undefined) return redisAddress(url, 'fleet.redis.url')
  return urlFile === undefined ? undefined : redisAddressIn(resolve(folder, urlFile), 'fleet.redis.urlFile')
}

/** A client for looks that are taken again and again: a failed one says itself that Redis is away. */
export function lookingClient(address: RedisAddress): Redis {
  const quiet = { onAway: () => undefined, onBack: () => undefined }
  return redisClient(address, quiet, { maxRetriesPerRequest: 1, commandTimeout: COMMAND_MS })
}
