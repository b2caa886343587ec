// The budget of an API key that several bots use: each takes its part, by their number in the Redis of the configuration.

import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../config/config.js'
import type { Clock } from '../../domain/time.js'
import { KeySharers, type KeySharing } from '../../fleet/budget/key-sharers.js'
import { redisClient } from '../../fleet/redis-client.js'
import type { Secret } from '../../venue/transport/secret.js'
import { fleetRedis } from '../fleet-redis.js'

export interface KeySharingParts {
  readonly config: Config
  readonly apiKey: Secret
  readonly clock: Clock
  readonly warn: (message: string) => void
  /** Who counts the requests is told. */
  readonly share: (bots: number) => void
}

/** Until those who are there have seen us, and take less. */
const SEEN_MS = 1500
const COMMAND_MS = 1000

/** `undefined` where no Redis is configured. The first count is in, and known to the others, when it resolves. */
export async function sharedKey(parts: KeySharingParts): Promise<KeySharers | undefined> {
  const { config, apiKey, clock, warn, share } = parts
  const address = fleetRedis(config)
  if (address === undefined) return undefined
  const quiet = { onAway: () => undefined, onBack: () => undefined }
  const sharers = new KeySharers({
    redis: redisClient(address, quiet, { maxRetriesPerRequest: 1, commandTimeout: COMMAND_MS }),
    keyHash: createHash('sha256').update(`${config.venue.url} ${apiKey.reveal()}`).digest('hex').slice(0, 16),
    atLeast: config.fleet.bots,
    clock,
    onChange: (shared) => {
      if (!shared.isKnown) warn(awayWords(address.shown, shared))
      share(shared.bots)
    },
  })
  await sharers.show()
  if (sharers.sharing.bots > 1) await pause(SEEN_MS)
  return sharers
}

const awayWords = (shown: string, { bots }: KeySharing) =>
  `redis ${shown} does not say how many bots share the API key: this one takes 1/${bots} of its budget`
