import { expect, test } from 'vitest'
import type { ConditionId } from '../../../../src/domain/market/market.js'
import { FeeAccount } from '../../../../src/venue/simulated/ledger/fee-account.js'

const [ONE, TWO] = ['0x1', '0x2'] as ConditionId[] as [ConditionId, ConditionId]

test('fees add up per market and outcome, and tokens are handed over once', () => {
  const fees = new FeeAccount()
  fees.addCollateral(3n)
  fees.addCollateral(4n)
  fees.addTokens(ONE, 0, 10n)
  fees.addTokens(ONE, 1, 20n)
  fees.addTokens(ONE, 0, 1n)
  expect(fees.collateralRaw).toBe(7n)
  expect(fees.tokensRaw(ONE)).toEqual([11n, 20n])
  expect(fees.tokensRaw(TWO)).toEqual([0n, 0n])
  expect(fees.takeTokens(ONE)).toEqual([11n, 20n])
  expect(fees.tokensRaw(ONE)).toEqual([0n, 0n])
})
