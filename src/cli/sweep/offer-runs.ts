// The runs of a sweep offered to workers on other machines, through Redis.

import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { parseConfig } from '../../config/config.js'
import { toFailure } from '../../domain/error.js'
import { redisAddressOrFile } from '../../fleet/redis-address.js'
import { reachedRedis } from '../../fleet/redis-client.js'
import type { Looker } from '../../fleet/work/offer-board.js'
import { OfferedWork } from '../../fleet/work/offered-work.js'
import { withValues } from '../../sweep/space/config-text.js'
import { type OfferParts, offerOf } from './offered-sweep.js'
import type { RunPlace } from './run-queue.js'

export interface OfferRunsOptions extends OfferParts {
  /** Address of Redis, or a file that holds it. */
  readonly queue: string
  readonly note: (message: string) => void
  /** Hears why nothing is done. */
  readonly waiting: (reason: string) => void
}

/** A worker that is there has looked at what is offered by then. */
const LONELY_MS = 5000

/** Throws `bad-argument` for an address that is none, `unreachable` where nothing answers there. */
export async function offerRuns({ queue, note, waiting, ...parts }: OfferRunsOptions): Promise<RunPlace> {
  const address = redisAddressOrFile(queue, '--queue')
  const redis = await reachedRedis(address, {
    onAway: (reason) => note(`redis ${address.shown} is away (${reason}): waiting for it`),
    onBack: () => note(`redis ${address.shown} is back`),
  })
  const hasKey = parseConfig(parts).venue.apiKey !== undefined
  // no run needs it, and a configuration asks for one
  const withoutKey = (text: string) => (hasKey ? withValues(text, [{ path: 'venue.apiKey', value: 'not-sent' }]) : text)
  const body = offerOf({ ...parts, text: withoutKey(parts.text) })
  const work = new OfferedWork({
    redis,
    offer: {
      id: `${hostname()
        .replace(/[^\w-]/g, '-')
        .slice(0, 40)}-${randomUUID().slice(0, 8)}`,
      sinceMs: Date.now(),
      body,
    },
    onLookers: lookersTeller({ note, waiting, shown: address.shown }),
    // that it is away is said once, and not at each try to come back
    onError: (error) => {
      if (redis.status === 'ready') note(`redis ${address.shown}: ${toFailure(error).message}`)
    },
  })
  return {
    run: async (job) => {
      const answer = await work.run({ ...job, text: withoutKey(job.text) })
      return answer.kind === 'answered' ? { kind: 'answered', answer: JSON.parse(answer.answer) } : answer
    },
    close: () => work.close().then(() => redis.disconnect()),
  }
}

interface LookersTelling extends Pick<OfferRunsOptions, 'note' | 'waiting'> {
  /** Where they would have to look. */
  readonly shown: string
}

/** Says once who comes, who goes and who refuses, and that nobody does anything. */
function lookersTeller({ note, waiting, shown }: LookersTelling) {
  let known = new Map<string, string>()
  let aloneSinceMs: number | undefined
  let isTold = false
  return (lookers: readonly Looker[]): void => {
    const now = new Map(lookers.map(({ name, threads, refusal }) => [name, refusal ?? `${threads} runs at once`]))
    for (const { name, threads, refusal } of lookers) {
      if (known.get(name) === now.get(name)) continue
      note(
        refusal === undefined ? `worker ${name}: does ${threads} runs at once` : `worker ${name} refuses: ${refusal}`,
      )
    }
    for (const name of known.keys()) if (!now.has(name)) note(`worker ${name} is gone; others do what it had`)
    known = now
    if (lookers.some(({ refusal }) => refusal === undefined)) {
      aloneSinceMs = undefined
      isTold = false
      return
    }
    aloneSinceMs ??= performance.now()
    if (isTold || performance.now() - aloneSinceMs < LONELY_MS) return
    isTold = true
    const refusals = lookers.map(({ name, refusal }) => `; worker ${name} refuses: ${refusal}`)
    waiting(`no worker: start "quoin worker --queue ${shown}" on any machine${refusals.join('')}`)
  }
}
