import { expect, test } from 'vitest'
import { NONE } from '../../../../src/venue/simulated/exchange/slot.js'
import { Rows } from './rows.js'

test('it is no slot: the first row is another', () => {
  expect(NONE).not.toBe(new Rows().add('0x1', { price: 40, size: 10 }))
  expect(NONE).toBeLessThan(0)
})
