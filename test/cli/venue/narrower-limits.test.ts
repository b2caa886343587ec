import { describe, expect, it } from 'vitest'
import { narrowerLimits, type WantedSigned } from '../../../src/cli/venue/narrower-limits.js'
import type { SignerHello } from '../../../src/signer/signer-protocol.js'

const WANTED: WantedSigned = {
  policy: {
    ...{ chainId: 1, contracts: [], orderTypes: ['POST_ONLY', 'FOK'] },
    ...{ maxTokensRaw: 50_000_000n, maxCollateralRaw: 25_500_000n, maxLifetimeSec: 200, maxFeeRateBps: 100 },
  },
  priceBand: { min: 0.05, max: 0.9 },
  decimals: 6,
}
const THEIRS: SignerHello['policy'] = {
  ...{ contracts: [], orderTypes: ['POST_ONLY', 'FOK'], ordersPerMinute: 600, prices: { min: 0.05, max: 0.95 } },
  ...{ maxTokensRaw: 50_000_000n, maxCollateralRaw: 25_500_000n, maxLifetimeSec: 200, maxFeeRateBps: 100 },
}

const words = (theirs: Partial<SignerHello['policy']>, wanted: Partial<WantedSigned> = {}) =>
  narrowerLimits({ ...WANTED, ...wanted }, { ...THEIRS, ...theirs }).map((limit) => limit.words)

describe('a signer that signs less', () => {
  it('is none where its limits reach as far', () => {
    expect(words({})).toEqual([])
  })

  it.each([
    [
      { maxTokensRaw: 20_000_000n },
      'risk.maxOrderShares: 50 shares, the signer signs at most 20 (orders.maxShares of its file)',
    ],
    [
      { maxCollateralRaw: 10_000_000n },
      'risk.maxOrderCollateral: 25.5 of collateral, the signer signs at most 10 (orders.maxCollateral of its file)',
    ],
    [
      { maxFeeRateBps: 50 },
      'the profile’s orders.maxFeeRateBps: 100 bps, the signer signs at most 50 (orders.maxFeeRateBps of its file)',
    ],
    [
      { maxLifetimeSec: 120 },
      'execution.orderLifetimeSec: 200 s with what is added to it, the signer signs at most 120 (orders.maxLifetimeSec of its file)',
    ],
    [{ orderTypes: ['POST_ONLY'] }, 'order types: FOK, the signer signs POST_ONLY (orders.types of its file)'],
    [
      { prices: { min: 0.1, max: 0.95 } },
      'risk.priceBand: prices of YES and NO from 0.05 to 0.95, the signer signs 0.1 to 0.95 (orders.minPrice and orders.maxPrice of its file)',
    ],
  ] satisfies [Partial<SignerHello['policy']>, string][])(
    'is named by setting, limit and value: %o',
    (theirs, said) => {
      expect(words(theirs)).toEqual([said])
    },
  )

  it('is asked for both outcomes: a quote on YES at 0.9 may be a bid on NO at 0.1', () => {
    expect(words({ prices: { min: 0.2, max: 0.8 } }, { priceBand: { min: 0.2, max: 0.8 } })).toEqual([])
    expect(words({ prices: { min: 0.2, max: 0.9 } }, { priceBand: { min: 0.3, max: 0.9 } })).toHaveLength(1)
  })

  it('tells how far the setting reaches beyond', () => {
    expect(narrowerLimits(WANTED, { ...THEIRS, maxTokensRaw: 20_000_000n })).toMatchObject([{ by: 30 }])
  })
})
