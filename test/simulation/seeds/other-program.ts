// Another program that uses the bot's API key. It keeps to what the venue tells it is left, as far as it can know, and so may the bot.

import { TIER_LIMITS } from '../../../src/server/api/requests/tier-limits.js'
import type { Stage } from './apply-disturbance.js'
import type { Of } from './scenario.js'

/** Where it leaves no more than it means to, it asks so rarely. */
const RARELY_MS = 4000
/** Of the second: one more is on its way. */
const LEFT_IN_SECOND = 1

type Using = Of<'other-program'>

const ASKS: Readonly<Record<Using['routeClass'], readonly [method: string, path: (marketId: string) => string]>> = {
  read: ['GET', (id) => `/markets/${id}/fee`],
  // refused for want of a sign-in, and counted all the same
  write: ['POST', (id) => `/markets/${id}/orders`],
  cancel: ['POST', () => '/orders/cancel-many'],
}

export function useKey({ forMs, routeClass, share, leaves }: Using, { world, reached }: Stage): void {
  const { clock, venue, scenario } = world
  const untilMs = clock.monoMs() + forMs
  const { perSecond } = TIER_LIMITS[scenario.setting.tier][routeClass]
  const paceMs = Math.ceil(1000 / (share * perSecond))
  const [method, path] = ASKS[routeClass]
  const [first] = world.api.markets.all()
  if (first === undefined) return
  const next = (waitMs: number) => clock.after(waitMs, ask)
  const ask = () => {
    if (clock.monoMs() >= untilMs) return
    if (!venue.isUp) {
      next(RARELY_MS)
      return
    }
    const headers = { 'x-api-key': venue.keys.bot }
    const request = { method, path: path(first.id), query: {}, headers, body: {}, ip: '' }
    world.api.handle(request, clock.wallMs(), ({ status, headers: told }) => {
      reached('other-program')
      const left = (window: string) => Number(told[`X-RateLimit-Remaining-${window}`] ?? Number.POSITIVE_INFINITY)
      const isFull = status === 429 || left('medium') <= leaves
      const isBusy = left('short') <= LEFT_IN_SECOND
      next(isFull ? RARELY_MS : isBusy ? Math.max(1000, paceMs) : paceMs)
    })
  }
  ask()
}
