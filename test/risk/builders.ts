// Markets, quotes and inputs for tests of risk: a tick of 0.01, a lot of 0.01 shares, 6 decimals.

import type { LiveOrder, MarketPosition } from '../../src/domain/account/exposure.js'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { ConditionId, Market } from '../../src/domain/market/market.js'
import type { Outcome, Side } from '../../src/domain/market/side.js'
import type { Quote } from '../../src/domain/orders/quote.js'
import { type RiskLimits, riskLimits } from '../../src/risk/schema.js'
import type { RiskInput } from './at-once.js'

export const A = '0xa1' as ConditionId
export const B = '0xb2' as ConditionId
export const UNIT = 1_000_000n

/** Raw units of a decimal amount. */
export const raw = (amount: number) => BigInt(Math.round(amount * 1e6))

export function market(conditionId: ConditionId = A, change: Partial<Market> = {}): Market {
  return {
    id: `m-${conditionId}`,
    conditionId,
    question: 'Will it?',
    outcomes: [
      { outcomeId: '0', tokenId: `${conditionId}0`, name: 'YES' },
      { outcomeId: '1', tokenId: `${conditionId}1`, name: 'NO' },
    ],
    ticksPerUnit: 100,
    lotRaw: 10_000n,
    minLots: lots(500),
    unitRaw: UNIT,
    status: 'OPEN',
    registration: 'REGISTERED',
    feeRateBps: 0,
    endMs: 1e12,
    tagSlugs: [],
    ...change,
  }
}

interface Held {
  readonly yes?: number
  readonly no?: number
  /** What the held tokens cost. */
  readonly cost?: number
  readonly market?: Market
}

export function position(
  conditionId: ConditionId = A,
  { yes = 0, no = 0, cost = 0, ...rest }: Held = {},
): MarketPosition {
  return {
    market: rest.market ?? market(conditionId),
    tokensRaw: [raw(yes), raw(no)],
    assumedFeeRaw: [0n, 0n],
    costRaw: raw(cost),
  }
}

type Words = `${Side} ${'YES' | 'NO'}`

function parse(words: Words): { side: Side; outcome: Outcome } {
  return { side: words.startsWith('BUY') ? 'BUY' : 'SELL', outcome: words.endsWith('YES') ? 0 : 1 }
}

/** `price` in cents, `shares` in shares. */
export function quote(words: Words, price: number, shares: number, change: Partial<Quote> = {}): Quote {
  return {
    conditionId: A,
    ...parse(words),
    price: ticks(price),
    size: lots(Math.round(shares * 100)),
    edge: 0.02,
    ...change,
  }
}

export function order(words: Words, price: number, shares: number, conditionId: ConditionId = A): LiveOrder {
  return { conditionId, ...parse(words), price: ticks(price), sizeRaw: raw(shares) }
}

/** Limits nobody reaches, except the given ones. */
export function limits(change: Partial<RiskLimits> = {}): RiskLimits {
  const far = 1e9
  return riskLimits.parse({
    maxMarketShares: far,
    maxMarketCollateral: far,
    maxMarketLoss: far,
    maxTotalShares: far,
    maxTotalCollateral: far,
    maxTotalLoss: far,
    ...change,
  })
}

export function input(targets: readonly Quote[], change: Partial<RiskInput> = {}): RiskInput {
  const ready = { open: true, fresh: true }
  return {
    targets,
    positions: new Map([A, B].map((conditionId) => [conditionId, position(conditionId)])),
    unconfirmed: [],
    freeCollateralRaw: raw(1e6),
    heldSellableRaw: () => raw(1e6),
    states: new Map([A, B].map((conditionId) => [conditionId, ready])),
    signedIn: true,
    clockErrorMs: 10,
    ...change,
  }
}

export const holding = (held: Held) => new Map([[A, position(A, held)]])
