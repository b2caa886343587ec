import { expect, test } from 'vitest'
import { Pot } from '../../../../src/venue/simulated/ledger/pot.js'

function funded(): Pot {
  const pot = new Pot()
  pot.receive(100n)
  return pot
}

const parts = (pot: Pot) => [pot.totalRaw, pot.lockedRaw, pot.pendingRaw, pot.availableRaw]

test('a lock, its match and its settlement move the parts; the improvement comes back', () => {
  const pot = funded()
  pot.lock(60n, 'collateral')
  expect(parts(pot)).toEqual([100n, 60n, 0n, 40n])
  pot.startSettling(50n)
  expect(parts(pot)).toEqual([100n, 10n, 50n, 40n])
  pot.settle(50n, 45n)
  expect(parts(pot)).toEqual([55n, 10n, 0n, 45n])
  pot.unlock(10n)
  expect(parts(pot)).toEqual([55n, 0n, 0n, 55n])
})

test('a failed match gives back what it held', () => {
  const pot = funded()
  pot.lock(60n, 'collateral')
  pot.startSettling(60n)
  pot.stopSettling(60n)
  expect(parts(pot)).toEqual([100n, 0n, 0n, 100n])
})

test('what is locked cannot be used twice, and the refusal names both figures', () => {
  const pot = funded()
  pot.lock(60n, 'collateral')
  expect(() => pot.lock(41n, 'collateral')).toThrow('collateral: needs 41 raw units, available 40')
  expect(() => pot.spend(41n, 'withdraw')).toThrow(expect.objectContaining({ code: 'insufficient-balance' }))
  expect(parts(pot)).toEqual([100n, 60n, 0n, 40n])
})

test('moving more than there is is a fault of the program', () => {
  const pot = funded()
  const internal = expect.objectContaining({ code: 'internal' })
  expect(() => pot.unlock(1n)).toThrow(internal)
  expect(() => pot.stopSettling(1n)).toThrow(internal)
  expect(() => pot.receive(-1n)).toThrow(internal)
  expect(parts(pot)).toEqual([100n, 0n, 0n, 100n])
})
