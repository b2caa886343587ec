import { expect, it } from 'vitest'
import { type Mark, medianSplit, splitOf } from '../../../bench/event/where-time-goes.js'

const ORDER: readonly Mark[] = [
  // of the event before
  ['written', 9],
  ['socket', 11],
  ['parse', 11.5],
  ['decide', 12],
  // a second message, and its turn
  ['socket', 12.1],
  ['decide', 12.2],
  ['sign', 13],
  ['journal', 14],
  ['write', 14.5],
  ['written', 15],
]

it('every part of the way to an order begins where the one before ends', () => {
  expect(splitOf(ORDER, 'order', [10, 17])).toEqual({
    ...{ server: 1, socket: 0.5, parse: 0.5, decide: 1, sign: 1, journal: 0.5, write: 0.5, router: 2 },
  })
})

it('a cancel is neither signed nor written down', () => {
  expect(splitOf(ORDER, 'cancel', [10, 16])).toEqual({
    ...{ server: 1, socket: 0.5, parse: 0.5, decide: 2.5, write: 0.5, router: 1 },
  })
})

it('a request that the server hears of before its write has returned was written then', () => {
  const split = splitOf(ORDER, 'order', [10, 14.8])
  expect(split?.write).toBeCloseTo(0.3)
  expect(split?.router).toBe(0)
})

it('what is not seen whole is left out', () => {
  expect(splitOf(ORDER, 'order', [10, 13.5])).toBeUndefined()
  expect(
    splitOf(
      ORDER.filter(([name]) => name !== 'journal'),
      'order',
      [10, 17],
    ),
  ).toBeUndefined()
})

it('of several the median of each part counts', () => {
  expect(
    medianSplit([
      { server: 1, sign: 5 },
      { server: 3, sign: 1 },
      { server: 2, sign: 3 },
    ]),
  ).toEqual({ server: 2, sign: 3 })
})
