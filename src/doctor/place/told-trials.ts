// What needs no order: the limits that the answers told, and whether makers paid in fills of the past.

import type { Fill } from '../../domain/orders/fill.js'
import { ROUTE_CLASSES } from '../../domain/permit.js'
import { awaitAnswer } from '../../venue/await-answer.js'
import { failed, ok } from '../finding.js'
import { contradiction } from './lesson.js'
import type { Trial } from './trial.js'

/** Last of all, when every class of requests has been answered. */
export const limitsTrial: Trial = {
  name: 'limits',
  withinMs: 5000,
  run: async ({ watch, config }) => {
    const { limits } = config.venue.profile
    const lines: string[] = []
    const fewer: string[] = []
    const values: Record<string, number> = {}
    for (const routeClass of ROUTE_CLASSES) {
      const told = watch.limitsOf(routeClass)
      if (told === undefined) continue
      lines.push(`${routeClass}: ${told.perSecond} a second, ${told.perMinute} a minute`)
      for (const key of ['perSecond', 'perMinute'] as const) {
        if (told[key] >= limits[routeClass][key]) continue
        fewer.push(`${routeClass}.${key} ${told[key]} instead of ${limits[routeClass][key]}`)
        values[`limits.${routeClass}.${key}`] = told[key]
      }
    }
    if (lines.length === 0) return [{ finding: ok('limits', 'the answers tell none: those of the profile count') }]
    if (fewer.length === 0) return [{ finding: ok('limits', lines.join('\n')) }]
    const fix = 'lower them in the profile, or ask the venue for a higher tier'
    const evidence = `limits: expected what the profile says, seen: ${fewer.join(', ')}`
    return [{ finding: failed('limits', { evidence, fix }), values }]
  },
}

const DAYS = 30
const DAY_MS = 86_400_000
const FEE = 'maker’s fee'

/** A fill that cost nothing proves nothing: the market may have had no fee, or one below the smallest unit. */
export const pastFillsTrial: Trial = {
  name: FEE,
  withinMs: 30_000,
  run: async ({ connection, config }) => {
    const sinceMs = connection.venueClock.venueMs() - DAYS * DAY_MS
    const fills = await awaitAnswer<readonly Fill[]>((done) => connection.trading.listFills(sinceMs, done))
    const made = fills.filter(({ liquidity, status }) => liquidity === 'maker' && status === 'settled')
    const paid = made.find(({ feeRaw }) => feeRaw > 0n)
    if (paid === undefined) {
      const seen = `${made.length} settled fills of resting quotes in ${DAYS} days, none of which paid a fee`
      const unseen = { makerPaysFee: `${seen}: look at your first fills in a market with a fee (quoin export fills)` }
      return [{ finding: ok(FEE, `${seen}: that proves nothing`), unseen }]
    }
    const how = `trade ${paid.tradeId} of a resting quote paid ${paid.feeRaw} raw units`
    if (config.venue.profile.makerPaysFee) return [{ finding: ok(FEE, how), known: ['makerPaysFee'] }]
    const told = { field: 'makerPaysFee', expected: false, seen: how, fix: 'set makerPaysFee: true in the profile' }
    return [{ finding: contradiction(FEE, told), known: ['makerPaysFee'], values: { makerPaysFee: true } }]
  },
}
