// The markets whose grid and tokens a session knows, so that records that name only a condition can be read.

import type { Answer } from '../../../domain/error.js'
import type { Market } from '../../../domain/market/market.js'

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

/** `read` accepts a condition id where the venue accepts a market id. */
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
      if (!known.has(next)) unsuitable.add(next)
      learnNext(missing, done)
    })
  }

  return {
    get: (conditionId) => known.get(conditionId),
    remember(market) {
      known.set(market.conditionId, market)
    },
    leaveOut(conditionId) {
      unsuitable.add(conditionId)
    },
    isLeftOut: (conditionId) => unsuitable.has(conditionId),
    learn(conditionIds, done) {
      const missing = [...new Set(conditionIds)].filter((id) => !known.has(id) && !unsuitable.has(id))
      learnNext(missing, done)
    },
  }
}
