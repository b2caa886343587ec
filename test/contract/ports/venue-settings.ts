// What the venue of every stand is made of, and the configuration of a bot there.

import { type Config, parseConfig } from '../../../src/config/config.js'
import type { Address } from '../../../src/domain/market/market.js'
import type { ServerConfigInput } from '../../../src/server/schema.js'
import type { VenueProfile } from '../../../src/venue/wire/profile.js'

export const START_UNITS = 1000
/** Everybody signs it, and both sides of a match pay it. */
export const FEE_BPS = 200
const SETTLEMENT_MS = 150
/** Costs nothing in virtual time. */
const PAPER_SETTLEMENT_MS = 800
const MARKETS = 60
export const API_KEY = 'contract-of-the-ports'

const wide = { perSecond: 500, perMinute: 30_000 }

export const marketId = (n: number) => `market-${n}`

export function venueSettings(account: Address): ServerConfigInput {
  return {
    port: 0,
    signatureWorkers: 0,
    keys: [{ name: 'bot', tier: 'DEFAULT', key: API_KEY }],
    tiers: { DEFAULT: { read: wide, write: wide, cancel: wide, account: wide } },
    accounts: [{ address: account, collateral: START_UNITS }],
    globalFeeRateBps: FEE_BPS,
    fees: { makerPays: true },
    settlement: { delayMs: SETTLEMENT_MS },
    stopMatchingBeforeSec: 1,
    markets: [
      ...Array.from({ length: MARKETS }, (_, i) => ({ id: marketId(i + 1), question: `Will it be ${i + 1}?` })),
      { id: 'sound', question: 'Sound?', tags: ['odd'], category: 'Oddities' },
      { id: 'without-tokens', question: 'Without tokens?', tags: ['odd'], incomplete: true },
      { id: 'unregistered', question: 'Unregistered?', tags: ['odd'], clobMarketStatus: 'PENDING' },
      { id: 'over', question: 'Over?', tags: ['odd'], status: 'CLOSED' },
    ],
  }
}

/** A bot with room for every order of the tests; `QUOIN_PRIVATE_KEY` names its wallet. */
export function botConfig(profile: VenueProfile, url: string): Config {
  const text = JSON.stringify({
    venue: { profile, url, apiKey: API_KEY },
    wallet: { privateKeyEnv: 'QUOIN_PRIVATE_KEY' },
    markets: { select: {} },
    strategy: { name: 'as-logit' },
    risk: { maxMarketShares: 100_000, maxOrderShares: 100_000, maxOrderCollateral: 100_000 },
    paper: {
      startCollateral: START_UNITS,
      submitMs: 15,
      cancelMs: 15,
      answerMs: 15,
      settlementDelayMs: PAPER_SETTLEMENT_MS,
    },
  })
  return parseConfig({ file: 'contract.yaml', text })
}
