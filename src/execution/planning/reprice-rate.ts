// How many writes a minute routine reprices may use: what the renewals of all quotes leave, and less, so that new quotes have room.
//
//   renewals = quotes * 60 / (matched * (1 - renewBeforeFraction))        rate = max(10 % of writes, 85 % of (writes - renewals))

import type { DiffSettings } from './diff.js'
import { type Matching, matchedMs } from './lifetime.js'

const REPRICE_SHARE = 0.85
const LEAST_SHARE = 0.1

export interface RepriceRate {
  readonly perMinute: number
  readonly burst: number
}

export function repriceRate(
  writesPerMinute: number,
  quotes: number,
  settings: Matching & Pick<DiffSettings, 'renewBeforeFraction'>,
): RepriceRate {
  const renewals = (quotes * 60_000) / (matchedMs(settings) * (1 - settings.renewBeforeFraction))
  const perMinute = Math.max(writesPerMinute * LEAST_SHARE, (writesPerMinute - renewals) * REPRICE_SHARE)
  return { perMinute, burst: Math.max(2, perMinute / 6) }
}
