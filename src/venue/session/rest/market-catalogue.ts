// The markets whose grid and tokens a session knows, so that records that name only a condition can be read.

import type { Answer } from '../../../domain/error.js'
import type { Market } from '../../../domain/market/market.js'
import { conditionKey } from '../../wire/primitives.js'

export type ReadMarket = (id: string, done: (answer: Answer<Market>) => void) => void

export interface MarketCatalogue {
  get(conditionId: string): Market | undefined
  remember(market: Market): void
  /** It cannot be quoted: records of it are not this bot's. */
  leaveOut(conditionId: string): void
  isLeftOut(conditionId: string): boolean
  /** Reads every unknown market of `conditionIds`, one after the other. A market that cannot be quoted stays unknown. */
  learn(conditionIds: Iterable<string>, done: (answer: Answer<void>) => void): void
}

/** `read` accepts a condition id where the venue accepts a market id. However an id is spelled, it is the same market. */
export function createMarketCatalogue(read: ReadMarket): MarketCatalogue {
  const known = new Map<string, Market>()
  const unsuitable = new Set<string>()

  function learnNext(missing: string[], done: (answer: Answer<void>) => void): void {
    const next = missing.pop()
    if (next === undefined) {
      done({ ok: true, value: undefined })
      return
    }
    read(next, (answer) => {
      if (!answer.ok && answer.failure.code !== 'unsuitable-market') return done(answer)
      if (answer.ok) known.set(answer.value.conditionId, answer.value)
      if (!known.has(conditionKey(next))) unsuitable.add(conditionKey(next))
      learnNext(missing, done)
    })
  }

  return {
    get: (conditionId) => known.get(conditionKey(conditionId)),
    remember(market) {
      known.set(market.conditionId, market)
    },
    leaveOut(conditionId) {
      unsuitable.add(conditionKey(conditionId))
    },
    // one that is followed is counted by the grid that it was taken up with, whatever a look at it says by now
    isLeftOut: (conditionId) => unsuitable.has(conditionKey(conditionId)) && !known.has(conditionKey(conditionId)),
    learn(conditionIds, done) {
      // each once, and asked for as the venue spells it
      const named = new Map([...conditionIds].map((id) => [conditionKey(id), id]))
      const missing = [...named].filter(([key]) => !known.has(key) && !unsuitable.has(key))
      learnNext(
        missing.map(([, id]) => id),
        done,
      )
    },
  }
}
