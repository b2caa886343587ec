// How many writes a minute routine reprices may use: what the renewals of all quotes leave, and less, so that new quotes have room.
//
//   renewals = quotes * 60 / (lifetime * (1 - renewBeforeFraction))        rate = max(10 % of writes, 85 % of (writes - renewals))

import type { DiffSettings } from './diff.js'

const REPRICE_SHARE = 0.85
const LEAST_SHARE = 0.1

export interface RepriceRate {
  readonly perMinute: number
  readonly burst: number
}

export function repriceRate(
  writesPerMinute: number,
  quotes: number,
  { lifetimeSec, renewBeforeFraction }: Pick<DiffSettings, 'lifetimeSec' | 'renewBeforeFraction'>,
): RepriceRate {
  const renewals = (quotes * 60) / (lifetimeSec * (1 - renewBeforeFraction))
  const perMinute = Math.max(writesPerMinute * LEAST_SHARE, (writesPerMinute - renewals) * REPRICE_SHARE)
  return { perMinute, burst: Math.max(2, perMinute / 6) }
}
