import { expect, test } from 'vitest'
import { paidBps } from '../../src/core/paid-rate.js'
import { market } from '../risk/builders.js'

test('what was read last goes before what the market said, and makers that are free pay none', () => {
  const listed = market(undefined, { feeRateBps: 200 })
  const read = (rateBps: number | undefined) => ({ rateBps: () => rateBps })
  expect(paidBps(listed, read(0), { makerPaysFee: true })).toBe(0)
  expect(paidBps(listed, read(undefined), { makerPaysFee: true })).toBe(200)
  expect(paidBps(listed, read(100), { makerPaysFee: false })).toBeUndefined()
})
