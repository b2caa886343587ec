import { describe, expect, it } from 'vitest'
import { signingPolicy } from '../../../src/cli/venue/open-wallet.js'
import { parseConfig } from '../../../src/config/config.js'

const signed = (risk: string) =>
  signingPolicy(
    parseConfig({
      file: 'bot.yaml',
      text: `
venue: { profile: config/venues/sandbox.yaml, url: 'http://127.0.0.1:1', apiKey: shared-key-1234 }
markets: { ids: [m1] }
strategy: { name: as-logit }
risk: ${risk}
`,
    }),
  )

describe('what the bot lets be signed', () => {
  it('is an order as large and as dear as its limits allow', () => {
    const { maxTokensRaw, maxCollateralRaw } = signed('{ maxOrderShares: 40, maxOrderCollateral: 30 }')
    expect([maxTokensRaw, maxCollateralRaw]).toEqual([40_000_000n, 30_000_000n])
  })

  it('is as much where less may be held: what is held beyond a limit that was lowered must be sold', () => {
    expect(signed('{ maxOrderShares: 40, maxMarketShares: 5 }').maxTokensRaw).toBe(40_000_000n)
  })
})
