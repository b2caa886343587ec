import { expect, it, test } from 'vitest'
import { lots } from '../../../../src/domain/amounts/size.js'
import { changedGrid } from '../../../../src/server/api/markets/changed-grid.js'
import { fullGrid } from '../../../../src/venue/simulated/exchange/markets/order-grid.js'
import { SPEC } from '../../../venue/simulated/exchange/scenario.js'

const BEFORE = fullGrid(SPEC)

it('reads what is given in the ticks and lots of the market, and leaves the rest', () => {
  expect(changedGrid({ tickSize: '0.05' }, SPEC, BEFORE)).toEqual({ ...BEFORE, tick: 5 })
  expect(changedGrid({ sizeStep: '1000000', minOrderSize: '5000000' }, SPEC, BEFORE)).toEqual({
    ...{ tick: 1, step: 100, minLots: lots(500) },
  })
  expect(changedGrid({ tickSize: '0.010' }, SPEC, { ...BEFORE, tick: 5 })).toEqual(BEFORE)
})

test.each([
  ['tickSize', '0.001'],
  ['tickSize', '0.03'],
  ['tickSize', '0'],
  ['tickSize', '1'],
  ['tickSize', '0.015'],
  ['sizeStep', '15000'],
  ['sizeStep', '0'],
  ['minOrderSize', '9999'],
])('%s %s is refused', (field, text) => {
  expect(() => changedGrid({ [field]: text }, SPEC, BEFORE)).toThrow(
    expect.objectContaining({ code: 'validation_failed' }),
  )
})
