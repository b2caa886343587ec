import { expect, test } from 'vitest'
import { WideBalance } from '../../../../src/venue/simulated/ledger/wide-balance.js'

const HUGE = 10n ** 30n

test('to the last raw unit: what is locked, matched and given back', () => {
  const balance = new WideBalance(HUGE + 1n, 0n, 0n)
  expect(balance.lock(HUGE + 2n)).toBe(false)
  expect(balance.lock(HUGE + 1n)).toBe(true)
  expect(balance.lock(1n)).toBe(false)
  balance.startSettling(HUGE)
  expect([balance.locked, balance.pending, balance.available]).toEqual([1n, HUGE, 0n])
  balance.stopSettling(HUGE)
  balance.unlock(1n)
  expect([balance.locked, balance.pending, balance.available]).toEqual([0n, 0n, HUGE + 1n])
})

test('less than nothing is a fault of the program', () => {
  const balance = new WideBalance(HUGE, 1n, 1n)
  const internal = expect.objectContaining({ code: 'internal' })
  expect(() => balance.unlock(2n)).toThrow(internal)
  expect(() => balance.startSettling(2n)).toThrow(internal)
  expect(() => balance.stopSettling(2n)).toThrow(internal)
})
