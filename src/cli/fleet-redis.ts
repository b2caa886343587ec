// The Redis of a configuration, where several machines meet.

import { resolve } from 'node:path'
import type { Config } from '../config/config.js'
import { type RedisAddress, redisAddress, redisAddressIn } from '../fleet/redis-address.js'

/** `undefined` where there is none. Throws `bad-argument` for a file that holds no address. */
export function fleetRedis({ fleet, folder }: Pick<Config, 'fleet' | 'folder'>): RedisAddress | undefined {
  const { url, urlFile } = fleet.redis ?? {}
  if (url !== undefined) return redisAddress(url, 'fleet.redis.url')
  return urlFile === undefined ? undefined : redisAddressIn(resolve(folder, urlFile), 'fleet.redis.urlFile')
}
