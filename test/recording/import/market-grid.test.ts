import { expect, it } from 'vitest'
import { marketGrid } from '../../../src/recording/import/market-grid.js'

it('has ticks that divide one and lots that are whole at every tick', () => {
  expect(marketGrid({ tickSize: 0.01, sizeStep: 1 })).toEqual({ ticksPerUnit: 100, lotRaw: 1_000_000 })
  expect(marketGrid({ tickSize: 0.001, sizeStep: 0.01 })).toEqual({ ticksPerUnit: 1000, lotRaw: 10_000 })
})

it('names what no market can have', () => {
  expect(marketGrid({ tickSize: 0.03, sizeStep: 1 })).toMatchObject({ field: 'tickSize' })
  expect(marketGrid({ tickSize: 1 / 3, sizeStep: 1 })).toMatchObject({ field: 'tickSize' })
  const fine = { field: 'sizeStep', expected: 'expected a multiple of 0.001' }
  expect(marketGrid({ tickSize: 0.001, sizeStep: 0.0015 })).toEqual(fine)
  expect(marketGrid({ tickSize: 0.001, sizeStep: 1e-9 })).toEqual(fine)
})
