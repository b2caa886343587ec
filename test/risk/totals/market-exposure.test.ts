import { expect, it } from 'vitest'
import { heldExposure } from '../../../src/risk/totals/market-exposure.js'
import { position, raw } from '../builders.js'

it('a fee that is only assumed counts as ours where that makes the position larger', () => {
  const held = position(undefined, { yes: 10, no: 4 })
  expect(heldExposure(held)).toMatchObject({ highRaw: raw(6), lowRaw: raw(6) })
  const unsure = heldExposure({ ...held, assumedFeeRaw: [raw(0.2), raw(0.1)] })
  expect(unsure).toMatchObject({ highRaw: raw(6.2), lowRaw: raw(5.9) })
})
