import { describe, expect, it } from 'vitest'
import { signingPolicy } from '../../../src/cli/venue/open-wallet.js'
import { type Config, parseConfig } from '../../../src/config/config.js'
import { orderLifetimeSec } from '../../../src/execution/planning/lifetime.js'

const configured = (risk: string, orderLifetimeSec: number | 'auto' = 120) =>
  parseConfig({
    file: 'bot.yaml',
    text: `
venue: { profile: config/venues/sandbox.yaml, url: 'http://127.0.0.1:1', apiKey: shared-key-1234 }
markets: { ids: [m1] }
strategy: { name: as-logit }
execution: { orderLifetimeSec: ${orderLifetimeSec} }
risk: ${risk}
`,
  })
const signed = (risk: string) => signingPolicy(configured(risk))

/** The same configuration at a venue that takes orders as this. */
function at(config: Config, orders: Partial<Config['venue']['profile']['orders']>): Config {
  const { profile } = config.venue
  return { ...config, venue: { ...config.venue, profile: { ...profile, orders: { ...profile.orders, ...orders } } } }
}

describe('what the bot lets be signed', () => {
  it('is an order as large and as dear as its limits allow', () => {
    const { maxTokensRaw, maxCollateralRaw } = signed('{ maxOrderShares: 40, maxOrderCollateral: 30 }')
    expect([maxTokensRaw, maxCollateralRaw]).toEqual([40_000_000n, 30_000_000n])
  })

  it('is as much where less may be held: what is held beyond a limit that was lowered must be sold', () => {
    expect(signed('{ maxOrderShares: 40, maxMarketShares: 5 }').maxTokensRaw).toBe(40_000_000n)
  })

  it.each([
    [120, 0, 5],
    [120, 200, 5],
    [30, 90, 0],
    [10, 300, 60],
    ['auto', 420, 5],
  ] as const)(
    'lives as long as it is given: %s s where the venue takes none shorter than %s s and stops %s s before the end',
    (life, minLifetimeSec, stopMatchingBeforeSec) => {
      const config = at(configured('{}', life), { minLifetimeSec, stopMatchingBeforeSec })
      const venue = { minLifetimeSec, stopMatchingBeforeSec }
      // signed in the last moment of a second
      const given = 1 + orderLifetimeSec({ configured: life, quotes: 40, writesPerMinute: 1, ...venue })
      // and so long an order of `quoin doctor --place` may have to live
      const tried = 1 + minLifetimeSec + stopMatchingBeforeSec + 60
      expect(signingPolicy(config).maxLifetimeSec).toBeGreaterThanOrEqual(Math.max(given, tried))
    },
  )

  it('lives no longer than that and what the clock and a moment of signing take', () => {
    expect(signingPolicy(configured('{}')).maxLifetimeSec).toBe(185)
    expect(signingPolicy(at(configured('{}'), { minLifetimeSec: 200 })).maxLifetimeSec).toBe(270)
  })
})
