// The budget of an API key that several bots use: each takes its part, by their number in the Redis of the configuration.

import { createHash } from 'node:crypto'
import type { Config } from '../../config/config.js'
import type { Clock } from '../../domain/time.js'
import type { Desk } from '../../execution/budget/permit-desk.js'
import { isGone, isSeenHere, ownMark, type ProcessMark } from '../../execution/journal/lock/process-mark.js'
import { KeySharers } from '../../fleet/budget/key-sharers.js'
import type { Secret } from '../../venue/transport/secret.js'
import { fleetRedis, lookingClient } from '../fleet-redis.js'

export interface KeySharingParts {
  readonly config: Config
  readonly apiKey: Secret
  readonly clock: Clock
  readonly warn: (message: string) => void
  /** Who counts the requests is told, and asked. */
  readonly desk: Pick<Desk, 'shared' | 'uses'>
}

/** Names a key at a venue without telling it. */
export function keyHash({ venue }: Config, apiKey: Secret): string {
  return createHash('sha256').update(`${venue.url} ${apiKey.reveal()}`).digest('hex').slice(0, 16)
}

/** `undefined` where no Redis is configured. The first count is in, and known to the others, when it resolves. */
export async function sharedKey(parts: KeySharingParts): Promise<KeySharers | undefined> {
  const { config, apiKey, clock, warn, desk } = parts
  const address = fleetRedis(config)
  if (address === undefined) return undefined
  let wasKnown = true
  const sharers = new KeySharers({
    redis: lookingClient(address),
    keyHash: keyHash(config, apiKey),
    atLeast: config.fleet.bots,
    clock,
    process: JSON.stringify(ownMark()),
    isGone: isGoneHere,
    uses: () => desk.uses(clock.monoMs()),
    onChange: ({ bots, isKnown }, part) => {
      if (!isKnown && wasKnown) warn(awayWords(address.shown, bots, part !== undefined))
      wasKnown = isKnown
      desk.shared({ bots, ...(part === undefined ? {} : { part }) })
    },
  })
  await sharers.show()
  return sharers
}

/** `text`: as another of the key has written it. */
function isGoneHere(text: string): boolean {
  const mark = JSON.parse(text) as ProcessMark
  return isSeenHere(mark) && isGone(mark)
}

function awayWords(shown: string, bots: number, hasPart: boolean): string {
  const part = hasPart ? 'keeps its part for 8 s, then a quarter of an equal one' : `takes 1/${bots} of its budget`
  return `redis ${shown} does not say what the bots that share the API key leave: this one ${part}`
}
