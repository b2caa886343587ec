import { expect, it } from 'vitest'
import { heldExposure } from '../../../src/risk/totals/market-exposure.js'
import { market, position, raw } from '../builders.js'

it('a fee that is only assumed counts as ours where that makes the position larger', () => {
  const held = position(undefined, { yes: 10, no: 4 })
  expect(heldExposure(held)).toMatchObject({ highRaw: raw(6), lowRaw: raw(6) })
  const unsure = heldExposure({ ...held, assumedFeeRaw: [raw(0.2), raw(0.1)] })
  expect(unsure).toMatchObject({ highRaw: raw(6.2), lowRaw: raw(5.9) })
})

it('what is held counts until the winner is known, and no longer', () => {
  const held = (change: Parameters<typeof market>[1]) =>
    heldExposure(position(undefined, { yes: 10, cost: 4, market: market(undefined, change) }))
  for (const status of ['CLOSED', 'RESOLVED'] as const)
    expect(held({ status })).toMatchObject({ highRaw: raw(10), collateralRaw: raw(4) })
  expect(held({ status: 'RESOLVED', winner: 0 })).toMatchObject({ highRaw: 0n, collateralRaw: 0n })
})
