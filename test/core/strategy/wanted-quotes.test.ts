import { expect, it } from 'vitest'
import { NO, type Outcome, YES } from '../../../src/domain/market/side.js'
import { riskLimits } from '../../../src/risk/schema.js'
import type { PartialView } from '../../../src/strategy/view/market-view.js'
import { A, raw } from '../../risk/builders.js'
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

/** Bids of 20 are cut down to 9 by `risk`, or by the collateral, and both are filled: what is placed then, with `left` of it. */
function afterBoth(collateral: number, left: number, risk = riskLimits.parse({})) {
  const bid = (outcome: Outcome) => ({ outcome, side: 'BUY', price: 0.47, size: 20 }) as const
  const driver = new CoreDriver({ risk, quoter: () => ({ quotes: [bid(YES), bid(NO)] }) })
  driver.start(collateral)
  const hashes = driver.quote()
  expect(hashes).toHaveLength(2)
  for (const hash of hashes) {
    const record = driver.record(hash, { status: 'filled', filledRaw: raw(9), remainingRaw: 0n })
    driver.push({ kind: 'order', record })
  }
  return [driver.fund(left, [9, 9], driver.seq), driver.fee()]
    .flatMap(intents)
    .map(({ draft }) => [draft.side, draft.outcome, draft.price, draft.size])
}

const SALES = [
  ['SELL', YES, 53, 900],
  ['SELL', NO, 53, 900],
]

it('where the collateral is used up, what is held is sold, though it is less than half of what is wished', () => {
  expect(afterBoth(8.46, 0)).toEqual(SALES)
})

it.each(['maxMarketCollateral', 'maxTotalCollateral'] as const)('where %s is used up, too', (limit) => {
  expect(afterBoth(1000, 991.54, riskLimits.parse({ [limit]: 8.46 }))).toEqual(SALES)
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
