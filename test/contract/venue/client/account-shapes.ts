// Sign-in, keys, referrals and failures as the venue tells them: types by hand, checks of what arrives.

import {
  address,
  bool,
  type Check,
  dateTime,
  integer,
  list,
  maybe,
  nullable,
  object,
  oneOf,
  real,
  text,
} from './checks.js'

export interface Tokens {
  accessToken: string
  refreshToken: string
  tokenType: 'Bearer'
  expiresIn: number
}

export const tokens: Check<Tokens> = object<Tokens>({
  accessToken: text,
  refreshToken: text,
  tokenType: oneOf('Bearer'),
  expiresIn: integer,
})

export interface KeyInfo {
  id: string
  name: string
  prefix: string
  tier: string
}

const keyFields = { id: text, name: text, prefix: text, tier: oneOf('DEFAULT', 'PRO', 'MM', 'INTERNAL') }

export const keyInfo: Check<KeyInfo> = object<KeyInfo>(keyFields)

export interface CreatedKey extends KeyInfo {
  key: string
}

export const createdKey: Check<CreatedKey> = object<CreatedKey>({ ...keyFields, key: text })

export interface Attribution {
  ok: boolean
  changed: boolean
  referredBy: string
}

export const attribution: Check<Attribution> = object<Attribution>({ ok: bool, changed: bool, referredBy: text })

export interface Referee {
  address: string
  username: string | null
  referredAt: string
  volumeUsd: number
  feesUsd: number
  rewardUsd: number
}

export interface ReferralTotals {
  downlineVolumeUsd: number
  lifetimeRewardUsd: number
  currentEpochRewardUsd: number
  paidUsd: number
  unpaidUsd: number
}

export interface ReferralSummary {
  code: string
  rewardBps: number
  refereeCount: number
  referees: Referee[]
  totals: ReferralTotals
  epoch: { start: string; end: string }
}

export const referralSummary: Check<ReferralSummary> = object<ReferralSummary>({
  code: text,
  rewardBps: integer,
  refereeCount: integer,
  referees: list(
    object<Referee>({
      address,
      username: nullable(text),
      referredAt: dateTime,
      volumeUsd: real,
      feesUsd: real,
      rewardUsd: real,
    }),
  ),
  totals: object<ReferralTotals>({
    downlineVolumeUsd: real,
    lifetimeRewardUsd: real,
    currentEpochRewardUsd: real,
    paidUsd: real,
    unpaidUsd: real,
  }),
  epoch: object<{ start: string; end: string }>({ start: dateTime, end: dateTime }),
})

export interface Failure {
  statusCode: number
  message: string | string[]
  error: string | undefined
  code: string | undefined
}

export const failure: Check<Failure> = object<Failure>({
  statusCode: integer,
  message: (value, path) => (Array.isArray(value) ? list(text)(value, path) : text(value, path)),
  error: maybe(text),
  code: maybe(text),
})
