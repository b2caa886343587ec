// Settings of the calendar: times around which a market is quoted otherwise, or not at all.

import { z } from 'zod'

/** Times that each market has of its own, as far as the venue tells them. */
export const MARKET_TIMES = ['kick-off', 'match-end', 'close'] as const
export type MarketTime = (typeof MARKET_TIMES)[number]

const MOMENT = `expected ${MARKET_TIMES.join(', ')}, or one moment, such as 2026-11-03T18:00:00Z`

const entry = z
  .strictObject({
    name: z.string().min(1).optional().describe('What it is, for whoever reads why a market is not quoted'),
    at: z
      .union([z.enum(MARKET_TIMES), z.iso.datetime({ offset: true, error: MOMENT })])
      .describe(
        "Of each market: kick-off and match-end, as the venue says now, or close; or one moment for all, as news, such as 2026-11-03T18:00:00Z; by the venue's clock",
      ),
    beforeSec: z.number().min(0).max(1e7).optional().describe('Seconds before it from which the action counts'),
    afterSec: z.number().min(0).max(1e7).optional().describe('Seconds after it until which the action counts'),
    action: z
      .enum(['widen', 'reduce-only', 'stop'])
      .describe(
        'widen: quotes stand further from what YES is worth; reduce-only: none adds to a position; stop: none rests',
      ),
    factor: z.number().min(1).max(100).default(2).describe('Of widen: the distance from what YES is worth times this'),
    markets: z.array(z.string().min(1)).optional().describe('Market ids or condition ids; all markets by default'),
    tags: z.array(z.string().min(1)).optional().describe('Slugs of tags: markets with one of them; all by default'),
  })
  .refine(({ beforeSec = 0, afterSec = 0 }) => beforeSec + afterSec > 0, {
    error: 'expected seconds before it or after it, got neither',
    path: ['beforeSec'],
  })
export type CalendarEntry = z.infer<typeof entry>

export const calendar = z.array(entry)
