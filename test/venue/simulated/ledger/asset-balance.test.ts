import { expect, test } from 'vitest'
import { AssetBalance } from '../../../../src/venue/simulated/ledger/asset-balance.js'

function funded(): AssetBalance {
  const balance = new AssetBalance()
  balance.receive(100n)
  return balance
}

const parts = (balance: AssetBalance) => [balance.totalRaw, balance.lockedRaw, balance.pendingRaw, balance.availableRaw]

test('a lock, its match and its settlement move the parts; the improvement comes back', () => {
  const balance = funded()
  balance.lock(60n, 'collateral')
  expect(parts(balance)).toEqual([100n, 60n, 0n, 40n])
  balance.startSettling(50n)
  expect(parts(balance)).toEqual([100n, 10n, 50n, 40n])
  balance.settle(50n, 45n)
  expect(parts(balance)).toEqual([55n, 10n, 0n, 45n])
  balance.unlock(10n)
  expect(parts(balance)).toEqual([55n, 0n, 0n, 55n])
})

test('a failed match gives back what it held', () => {
  const balance = funded()
  balance.lock(60n, 'collateral')
  balance.startSettling(60n)
  balance.stopSettling(60n)
  expect(parts(balance)).toEqual([100n, 0n, 0n, 100n])
})

test('what is locked cannot be used twice, and the refusal names both figures', () => {
  const balance = funded()
  balance.lock(60n, 'collateral')
  expect(() => balance.lock(41n, 'collateral')).toThrow('collateral: needs 41 raw units, available 40')
  expect(() => balance.spend(41n, 'withdraw')).toThrow(expect.objectContaining({ code: 'insufficient-balance' }))
  expect(parts(balance)).toEqual([100n, 60n, 0n, 40n])
})

test('moving more than there is is a fault of the program', () => {
  const balance = funded()
  const internal = expect.objectContaining({ code: 'internal' })
  expect(() => balance.unlock(1n)).toThrow(internal)
  expect(() => balance.stopSettling(1n)).toThrow(internal)
  expect(() => balance.receive(-1n)).toThrow(internal)
  expect(parts(balance)).toEqual([100n, 0n, 0n, 100n])
})
