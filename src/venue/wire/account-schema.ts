// People and what they made: profiles, comments, profit, ranks and referrals, as they travel.

import { z } from 'zod'
import { address, dateTime, pagination, rawAmount, signedAmount, uintString } from './primitives.js'

export const user = z
  .looseObject({ id: z.string(), address, username: z.string().nullable(), createdAt: dateTime.optional() })
  .meta({ id: 'User' })
export type WireUser = z.infer<typeof user>
export const ownProfile = user
  .extend({ nonce: uintString.describe("What the wallet's orders must sign, exactly") })
  .meta({ id: 'OwnProfile' })
/** What the bot reads of it. */
export const ownNonce = z.looseObject({ nonce: uintString })
export const userList = z.object({ data: z.array(user), pagination })

export const USERNAME = /^[A-Za-z][A-Za-z0-9_]{2,19}$/
/** `null` gives the name back. */
export const profileBody = z.object({
  username: z
    .string()
    .regex(USERNAME, { error: 'expected a letter and 2 to 19 letters, digits or underscores' })
    .nullable(),
})

export const comment = z
  .looseObject({
    id: z.string(),
    marketId: z.string(),
    /** The comment that this one answers. */
    parentId: z.string().nullable(),
    text: z.string(),
    author: user,
    createdAt: dateTime,
  })
  .meta({ id: 'Comment' })
export type WireComment = z.infer<typeof comment>
export const commentList = z.object({ data: z.array(comment), pagination })
export const commentCount = z.object({ count: z.int().min(0) })
export const commentBody = z.object({
  text: z
    .string()
    .max(1000, { error: 'expected at most 1000 characters' })
    .refine(isReadable, { error: 'expected some text, without control characters' }),
  parentId: z.string().max(64).optional(),
})

function isReadable(text: string): boolean {
  const withoutBreaks = text.replaceAll(/[\n\r\t]/g, ' ')
  return withoutBreaks.trim() !== '' && !/\p{Cc}/u.test(withoutBreaks)
}

/** Raw collateral, from settled trades alone. */
export const leaderboardEntry = z
  .looseObject({ rank: z.int().min(1), user, pnl: signedAmount, volume: rawAmount, trades: z.int().min(0) })
  .meta({ id: 'LeaderboardEntry' })
export const leaderboard = z.object({ data: z.array(leaderboardEntry), pagination })

/** `realized` counts markets that are over, `unrealized` the others at their last trade. Raw collateral. */
export const pnl = z
  .looseObject({
    user,
    realized: signedAmount,
    unrealized: signedAmount,
    total: signedAmount,
    volume: rawAmount,
    fees: rawAmount,
    trades: z.int().min(0),
    markets: z.array(
      z.looseObject({ marketId: z.string(), conditionId: z.string(), pnl: signedAmount, isFinal: z.boolean() }),
    ),
    pagination,
  })
  .meta({ id: 'Pnl' })
export type WirePnl = z.infer<typeof pnl>

export const attributionBody = z.object({ code: z.string().min(1).max(32) })
/** `referredBy` is the wallet of the first one whose code was given. */
export const attribution = z
  .object({ ok: z.boolean(), changed: z.boolean(), referredBy: z.string() })
  .meta({ id: 'ReferralAttribution' })

const usd = z.number().describe('Whole collateral tokens, not raw units')
export const referralSummary = z
  .object({
    code: z.string(),
    rewardBps: z.int(),
    refereeCount: z.int(),
    referees: z.array(
      z.object({
        address,
        username: z.string().nullable(),
        referredAt: dateTime,
        volumeUsd: usd,
        feesUsd: usd,
        rewardUsd: usd,
      }),
    ),
    totals: z.object({
      downlineVolumeUsd: usd,
      lifetimeRewardUsd: usd,
      currentEpochRewardUsd: usd,
      paidUsd: usd,
      unpaidUsd: usd,
    }),
    epoch: z.object({ start: dateTime, end: dateTime }),
  })
  .meta({ id: 'ReferralSummary' })
export type WireReferralSummary = z.infer<typeof referralSummary>
