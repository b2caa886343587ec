import { expect, it } from 'vitest'
import { addedBy, addedUp, changed, type MarketTotals, NO_TOTALS } from '../../../src/risk/totals/market-totals.js'

const totals = (positionRaw: bigint, collateralRaw: bigint, lossRaw: bigint, lockedRaw: bigint): MarketTotals => ({
  ...{ positionRaw, collateralRaw, lossRaw, lockedRaw },
})
const ALL = totals(100n, 200n, 300n, 400n)
const BEFORE = totals(1n, 2n, 3n, 4n)
const AFTER = totals(11n, 32n, 53n, 74n)

it('sums move by what one market comes to now, less what it came to before', () => {
  expect(addedBy(BEFORE, AFTER)).toEqual(totals(10n, 30n, 50n, 70n))
  expect(addedUp(ALL, BEFORE)).toEqual(totals(101n, 202n, 303n, 404n))
  expect(changed(ALL, BEFORE, AFTER)).toEqual(totals(110n, 230n, 350n, 470n))
  expect(changed(ALL, undefined, AFTER)).toEqual(totals(111n, 232n, 353n, 474n))
  expect(changed(ALL, BEFORE)).toEqual(totals(99n, 198n, 297n, 396n))
  expect(changed(ALL)).toEqual(ALL)
  expect(NO_TOTALS).toEqual(totals(0n, 0n, 0n, 0n))
})
