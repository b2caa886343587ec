import { expect, test } from 'vitest'
import { ticks } from '../../../../../src/domain/amounts/price.js'
import { lots } from '../../../../../src/domain/amounts/size.js'
import type { PublicTrade } from '../../../../../src/domain/orders/fill.js'
import { PublicTape, TAPE_LENGTH } from '../../../../../src/venue/simulated/exchange/trades/public-tape.js'
import { CONDITION, SPEC } from '../scenario.js'

const TYPES = ['direct', 'mint', 'merge'] as const

function told(number: number) {
  return {
    number,
    ...{ matchType: TYPES[number % 3] ?? 'direct', outcome: number % 2 === 0 ? (0 as const) : (1 as const) },
    ...{ side: number % 5 === 0 ? ('SELL' as const) : ('BUY' as const), price: ticks(1 + (number % 99)) },
    ...{ sizeLots: lots(number), venueMs: 10 * number },
  }
}

function shown(number: number): PublicTrade {
  const { matchType, outcome, side, price, venueMs } = told(number)
  return {
    ...{ tradeId: `t${number}`, conditionId: CONDITION, matchType, outcome, side, price, venueMs },
    sizeRaw: BigInt(number) * SPEC.lotRaw,
  }
}

test('trades are shown as they were told, the newest first, and at last only so many', () => {
  const tape = new PublicTape(SPEC)
  expect(tape.newestFirst()).toEqual([])
  for (let n = 1; n <= 30; n++) tape.add(told(n))
  expect(tape.newestFirst()).toEqual(Array.from({ length: 30 }, (_, i) => shown(30 - i)))
  for (let n = 31; n <= 2500; n++) tape.add(told(n))
  expect(tape.newestFirst()).toEqual(Array.from({ length: TAPE_LENGTH }, (_, i) => shown(2500 - i)))
})

test('it opens once, with what was before', () => {
  const tape = new PublicTape(SPEC)
  expect(tape.isOpen).toBe(false)
  tape.open([shown(1), shown(2)])
  expect(tape.isOpen).toBe(true)
  tape.add(told(3))
  expect(tape.newestFirst()).toEqual([shown(3), shown(2), shown(1)])
})
