import { expect, it } from 'vitest'
import { NO, YES } from '../../../src/domain/market/side.js'
import { riskLimits } from '../../../src/risk/schema.js'
import type { PartialView } from '../../../src/strategy/view/market-view.js'
import { A } from '../../risk/builders.js'
import { CoreDriver, intents, refusals } from '../core-driver.js'

it('a wish outside the price band of YES is refused before it can push its own counterpart back', () => {
  const driver = new CoreDriver({
    risk: riskLimits.parse({ priceBand: { min: 0.495, max: 0.98 } }),
    // together they would meet, so that one of them would have to give way
    quoter: () => ({
      quotes: [
        { outcome: YES, side: 'BUY', price: 0.5, size: 10 },
        { outcome: NO, side: 'BUY', price: 0.51, size: 10 },
      ],
    }),
  })
  expect(refusals(driver.start())).toContain('price-band')
  expect(intents(driver.fee()).map(({ draft }) => [draft.outcome, draft.price])).toEqual([[YES, 50]])
})

it('a fee that something has outdated is still the one that prices reckon with, until the next one is read', () => {
  let seen: number | undefined
  const quoter = ({ feeRateBps }: PartialView) => {
    seen = feeRateBps
    return { quotes: [] }
  }
  const driver = new CoreDriver({ makerPaysFee: true, quoter })
  driver.start()
  driver.fee(50)
  expect(seen).toBe(50)
  driver.push({ kind: 'fee-changed', conditionId: A })
  expect(seen).toBe(50)
  driver.fee(70)
  expect(seen).toBe(70)
})
