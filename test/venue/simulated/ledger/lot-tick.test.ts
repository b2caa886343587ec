import { expect, test } from 'vitest'
import { costRaw } from '../../../../src/domain/amounts/money.js'
import { ticks } from '../../../../src/domain/amounts/price.js'
import { lots } from '../../../../src/domain/amounts/size.js'
import { lotTickOf, lotTicksRaw } from '../../../../src/venue/simulated/ledger/lot-tick.js'

test('lots times ticks come to what they cost, beyond what a number holds too', () => {
  const grid = { lotRaw: 12_300n, ticksPerUnit: 100 }
  const tick = lotTickOf(grid)
  expect(tick).toEqual({ raw: 123n, rawNumber: 123 })
  for (const size of [0, 7, Number.MAX_SAFE_INTEGER]) {
    expect(lotTicksRaw(size, 41, tick)).toBe(costRaw(ticks(41), lots(size), grid))
  }
})
