// The referral summary of one account, in whole units of collateral.

import type { Address } from '../../../domain/market/market.js'
import type { WireReferralSummary } from '../../../venue/wire/account-schema.js'
import { iso } from '../iso-time.js'
import {
  codeOf,
  epochEnd,
  epochFeesRaw,
  epochStart,
  type Referee,
  type ReferralBook,
  rewardRaw,
} from './referral-book.js'
import type { UserDirectory } from './user-directory.js'

export interface ReferralViewParts {
  readonly referrals: ReferralBook
  readonly users: UserDirectory
  readonly rewardBps: number
  readonly decimals: number
}

export function referralSummary(account: Address, nowMs: number, parts: ReferralViewParts): WireReferralSummary {
  const { referrals, rewardBps, decimals } = parts
  const referees = referrals.refereesOf(account)
  const usd = (raw: bigint) => Number(raw) / 10 ** decimals
  const lifetimeRaw = earnedRaw(account, parts)
  const epochRaw = sum(referees, (referee) => rewardRaw(epochFeesRaw(referee, nowMs), rewardBps))
  const paidRaw = referrals.paidRaw(account)
  return {
    code: codeOf(account),
    rewardBps,
    refereeCount: referees.length,
    referees: referees.map((referee) => ({
      address: referee.account,
      username: parts.users.see(referee.account, nowMs).username,
      referredAt: iso(referee.referredMs),
      volumeUsd: usd(referee.volumeRaw),
      feesUsd: usd(referee.feesRaw),
      rewardUsd: usd(rewardRaw(referee.feesRaw, rewardBps)),
    })),
    totals: {
      downlineVolumeUsd: usd(sum(referees, ({ volumeRaw }) => volumeRaw)),
      lifetimeRewardUsd: usd(lifetimeRaw),
      currentEpochRewardUsd: usd(epochRaw),
      paidUsd: usd(paidRaw),
      unpaidUsd: usd(lifetimeRaw - paidRaw),
    },
    epoch: { start: iso(epochStart(nowMs)), end: iso(epochEnd(nowMs)) },
  }
}

/** Raw collateral earned so far, paid or not. */
export function earnedRaw(
  account: Address,
  { referrals, rewardBps }: Pick<ReferralViewParts, 'referrals' | 'rewardBps'>,
): bigint {
  return sum(referrals.refereesOf(account), ({ feesRaw }) => rewardRaw(feesRaw, rewardBps))
}

function sum(referees: readonly Referee[], of: (referee: Referee) => bigint): bigint {
  return referees.reduce((total, referee) => total + of(referee), 0n)
}
