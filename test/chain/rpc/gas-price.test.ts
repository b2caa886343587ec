import { expect, it } from 'vitest'
import { feesFor } from '../../../src/chain/rpc/gas-price.js'

const market = { baseFeePerGas: 100n, tip: 10n }

it('offers twice the base fee and a tip, never above the cap, and nothing below the next block', () => {
  expect(feesFor(market, 1000n)).toEqual({ maxFeePerGas: 210n, maxPriorityFeePerGas: 10n })
  expect(feesFor(market, 150n)).toEqual({ maxFeePerGas: 150n, maxPriorityFeePerGas: 10n })
  expect(feesFor(market, 109n)).toBeUndefined()
})

it('raises a former offer by more than a tenth, or not at all', () => {
  const former = { maxFeePerGas: 400n, maxPriorityFeePerGas: 40n }
  expect(feesFor(market, 1000n, former)).toEqual({ maxFeePerGas: 451n, maxPriorityFeePerGas: 46n })
  expect(feesFor(market, 450n, former)).toBeUndefined()
})
