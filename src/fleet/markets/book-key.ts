// What a fleet's book and what is in it are called in Redis.

import type { ConditionId } from '../../domain/market/market.js'

/** 64 bits are enough to tell the markets of one venue apart. */
export const shortName = (conditionId: ConditionId) => conditionId.slice(0, 18)

export const marketBookKey = (fleet: string) => `quoin:markets:${fleet}`

/** A book that has ended is one that was forgotten. */
export const REMEMBERED_MS = 90 * 86_400_000
