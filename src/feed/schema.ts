// Settings of the feed: which markets, and when a book is too old to quote on.

import { z } from 'zod'

export const feedSettings = z.strictObject({
  staleAfterMs: z
    .int()
    .min(500)
    .max(60_000)
    .default(3000)
    .describe(
      'Milliseconds without news of a market, asked for after half of them (at most 20 markets a second, the longest silent first: of more than 30 quiet ones some wait, unless this is longer), after which its quotes are pulled',
    ),
  pollStaleAfterMs: z
    .int()
    .min(500)
    .max(60_000)
    .default(5000)
    .describe('Without the socket: milliseconds after which a polled market is stale'),
  maxLagMs: z
    .int()
    .min(500)
    .max(86_400_000)
    .default(3000)
    .describe(
      'Milliseconds that the changes of a book may be behind the venue’s stamps on them; a market whose changes come later is polled meanwhile; 1500 or more where stamps are whole seconds',
    ),
  checkBestEverySec: z
    .number()
    .min(1)
    .default(30)
    .describe('Seconds between two checks of best bids with our own orders left out, per market'),
  compareBookEverySec: z
    .number()
    .min(1)
    .default(60)
    .describe('Seconds between two comparisons of the local book with the venue, per market'),
  maxClockOffsetSec: z
    .number()
    .min(1)
    .max(86_400)
    .default(30)
    .describe("Seconds by which the venue's clock may differ from this machine's; further off nothing is quoted"),
  acceptMarketChanges: z
    .boolean()
    .default(false)
    .describe(
      'Go on when the question, the end or the outcome names of a market change; otherwise it waits for a restart',
    ),
})
export type FeedSettings = z.infer<typeof feedSettings>

const select = z.strictObject({
  tag: z.string().optional().describe('Slug of a tag'),
  category: z.string().optional().describe('Category, exactly as the venue writes it'),
  groupId: z.string().optional().describe('Id of a market group'),
  search: z.string().optional().describe('Text searched in the questions'),
  minTimeLeftSec: z.number().min(0).default(60).describe('Skip markets that end sooner, in seconds'),
  maxSpread: z
    .number()
    .gt(0)
    .max(1)
    .optional()
    .describe(
      'Take up only markets with a two-sided book this narrow, as a probability; quoted ones stay. Until there are max, each selection reads the books of some, those first whose turn is longest ago',
    ),
  max: z.int().min(1).max(500).default(5).describe('At most this many markets'),
  refreshSec: z.number().min(1).default(60).describe('Seconds between two selections'),
})
export type MarketSelector = z.infer<typeof select>

export const marketChoice = z
  .strictObject({
    ids: z.array(z.string().min(1)).min(1).optional().describe('Market ids or condition ids; either this or select'),
    select: select.optional().describe('Markets by what they are; either this or ids'),
    exclusiveGroups: z
      .record(z.string().min(1), z.int().min(2))
      .optional()
      .describe(
        'Groups of which, as you know, exactly one market wins, by id: the number of all their markets, those that are over included, as { group_1: 3 }. The venue does not say it; strategies of groups rely on it',
      ),
  })
  .refine((choice) => (choice.ids === undefined) !== (choice.select === undefined), {
    error: 'expected exactly one of ids, select',
  })
export type MarketChoice = z.infer<typeof marketChoice>
