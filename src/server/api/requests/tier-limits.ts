// Request budgets by tier and route class.
//
//   read      every GET of data, one's own included      account   sign-in, keys, sandbox calls: both the general budget
//   write     order submission, tighter                  cancel    twice `write`

import type { ClassLimits } from '../../../venue/wire/profile.js'

/** `ANONYMOUS`: the shared key, and public routes without a key. */
export const TIERS = ['ANONYMOUS', 'DEFAULT', 'PRO', 'MM', 'INTERNAL'] as const
export type Tier = (typeof TIERS)[number]

interface Budget {
  readonly perSecond: number
  readonly perMinute: number
}

function classLimits(general: Budget, write: Budget): ClassLimits {
  const cancel = { perSecond: write.perSecond * 2, perMinute: write.perMinute * 2 }
  return { read: { ...general }, account: { ...general }, write: { ...write }, cancel }
}

const budget = (perSecond: number, perMinute: number): Budget => ({ perSecond, perMinute })

export const TIER_LIMITS: Readonly<Record<Tier, ClassLimits>> = {
  ANONYMOUS: classLimits(budget(10, 300), budget(1, 10)),
  DEFAULT: classLimits(budget(10, 300), budget(5, 150)),
  PRO: classLimits(budget(50, 3000), budget(25, 1500)),
  MM: classLimits(budget(200, 12_000), budget(100, 6000)),
  INTERNAL: classLimits(budget(1000, 60_000), budget(500, 30_000)),
}
