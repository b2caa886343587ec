// The referral programme: attribution and summary.

import { attribution, attributionBody, referralSummary as summarySchema } from '../../../venue/wire/account-schema.js'
import { referralSummary } from '../accounts/referral-view.js'
import { defineRoute } from '../requests/define-route.js'
import type { Route } from '../requests/route.js'
import type { VenueParts } from '../venue-parts.js'
import { ownAccount } from './own-account.js'

export function referralRoutes({ records, config }: VenueParts): Route[] {
  const { referrals, users } = records
  const own = { access: 'bearer', tag: 'referral' } as const
  return [
    defineRoute({
      ...own,
      method: 'POST',
      path: '/referral/attribution',
      routeClass: 'account',
      summary: 'Record who referred the account',
      details: `The first code given counts for ever; the same call again changes nothing. \`referredBy\` is the referrer's
wallet. Case does not matter.`,
      body: attributionBody,
      result: attribution,
      refusals: ['self_referral', 'invalid_referral_code'],
      answer: (call) => {
        const account = ownAccount(call)
        users.see(account, call.nowMs)
        const { referrer, changed } = referrals.attribute(account, call.body.code, call.nowMs)
        return { body: { ok: true, changed, referredBy: referrer } }
      },
    }),
    defineRoute({
      ...own,
      method: 'GET',
      path: '/referral/summary',
      routeClass: 'read',
      summary: 'Own code, referees and rewards',
      details:
        'Follows from the settled trades of the referees since their attribution. The epoch is a week from Monday 00:00 UTC.',
      result: summarySchema,
      answer: (call) => {
        const account = ownAccount(call)
        users.see(account, call.nowMs)
        const { rewardBps } = config.referral
        const { decimals } = config.collateral
        return { body: referralSummary(account, call.nowMs, { referrals, users, rewardBps, decimals }) }
      },
    }),
  ]
}
