import { expect, test } from 'vitest'
import type { ConditionId } from '../../../../src/domain/market/market.js'
import { payoutOf } from '../../../../src/domain/market/payout.js'
import { Ledger } from '../../../../src/venue/simulated/ledger/ledger.js'
import { lotTickOf } from '../../../../src/venue/simulated/ledger/lot-tick.js'

const ONE = '0x1' as ConditionId
const TWO = '0x2' as ConditionId
/** A raw unit is a lot at one tick. */
const TICK = lotTickOf({ lotRaw: 100n, ticksPerUnit: 100 })
const ALICE = '0xa'
const BOB = '0xb'

function funded(): Ledger {
  const ledger = new Ledger()
  ledger.deposit(ALICE, 100n)
  ledger.deposit(BOB, 50n)
  return ledger
}

test('deposit and withdraw move the available collateral', () => {
  const ledger = funded()
  ledger.withdraw(ALICE, 30n)
  expect(ledger.collateral(ALICE)).toEqual({ totalRaw: 70n, lockedRaw: 0n, pendingRaw: 0n, availableRaw: 70n })
  expect(() => ledger.withdraw(ALICE, 71n)).toThrow(expect.objectContaining({ code: 'insufficient-balance' }))
  expect(() => ledger.deposit(ALICE, 0n)).toThrow('deposit: expected more than 0 raw units, got 0')
  expect(ledger.totals()).toMatchObject({ depositedRaw: 150n, withdrawnRaw: 30n, accountsRaw: 120n })
})

test('an unknown account has nothing, and asking does not create it', () => {
  const ledger = funded()
  expect(ledger.collateral('0xc')).toEqual({ totalRaw: 0n, lockedRaw: 0n, pendingRaw: 0n, availableRaw: 0n })
  expect(ledger.tokens('0xc', ONE).tokensRaw).toEqual([0n, 0n])
  expect(ledger.holdings('0xc')).toEqual([])
  expect(ledger.accounts()).toEqual([ALICE, BOB])
})

test('split and merge change collateral into full sets and back', () => {
  const ledger = funded()
  ledger.split(ALICE, ONE, 40n)
  expect(ledger.tokens(ALICE, ONE).tokensRaw).toEqual([40n, 40n])
  expect(ledger.collateral(ALICE).totalRaw).toBe(60n)
  expect(ledger.backingRaw(ONE)).toBe(40n)
  expect(ledger.supplyRaw(ONE)).toEqual([40n, 40n])
  ledger.merge(ALICE, ONE, 15n)
  expect(ledger.tokens(ALICE, ONE).tokensRaw).toEqual([25n, 25n])
  expect(ledger.collateral(ALICE).totalRaw).toBe(75n)
  expect(ledger.totals().backingRaw).toBe(25n)
})

test('a merge that lacks one outcome changes nothing', () => {
  const ledger = funded()
  ledger.split(ALICE, ONE, 40n)
  ledger.tokenBalance(ALICE, ONE, 1).lock(30, 1, TICK)
  expect(() => ledger.merge(ALICE, ONE, 11n)).toThrow('merge: needs 11 raw tokens of outcome 1, available 10')
  expect(ledger.tokens(ALICE, ONE).tokensRaw).toEqual([40n, 40n])
  ledger.tokenBalance(ALICE, ONE, 0).lock(40, 1, TICK)
  expect(() => ledger.merge(ALICE, ONE, 1n)).toThrow(expect.objectContaining({ code: 'insufficient-balance' }))
  expect(ledger.tokens(ALICE, ONE)).toEqual({
    conditionId: ONE,
    tokensRaw: [40n, 40n],
    lockedRaw: [40n, 30n],
    pendingRaw: [0n, 0n],
  })
})

test('tokens sold but not settled are still held: pending, no longer locked', () => {
  const ledger = funded()
  ledger.split(ALICE, ONE, 40n)
  const balance = ledger.tokenBalance(ALICE, ONE, 0)
  balance.lock(30, 1, TICK)
  balance.startSettling(10, 1, TICK)
  expect(ledger.tokens(ALICE, ONE)).toEqual({
    conditionId: ONE,
    tokensRaw: [40n, 40n],
    lockedRaw: [20n, 0n],
    pendingRaw: [10n, 0n],
  })
})

test('holdings list the markets with tokens, holders the accounts of a market', () => {
  const ledger = funded()
  ledger.split(ALICE, ONE, 10n)
  ledger.split(ALICE, TWO, 10n)
  ledger.split(BOB, TWO, 10n)
  ledger.merge(ALICE, ONE, 10n)
  expect(ledger.holdings(ALICE).map((holding) => holding.conditionId)).toEqual([TWO])
  expect(ledger.holders(TWO)).toEqual([ALICE, BOB])
})

test('redemption burns what is available and pays from the backing', () => {
  const ledger = funded()
  ledger.split(ALICE, ONE, 41n)
  expect(ledger.redeem(ALICE, ONE, payoutOf(undefined))).toBe(40n)
  expect(ledger.collateral(ALICE).totalRaw).toBe(99n)
  expect(ledger.tokens(ALICE, ONE).tokensRaw).toEqual([0n, 0n])
  // the dust of two floors stays behind
  expect(ledger.backingRaw(ONE)).toBe(1n)
})

test('fees in tokens count in the supply until they are redeemed into collateral', () => {
  const ledger = funded()
  ledger.split(ALICE, ONE, 40n)
  ledger.tokenBalance(ALICE, ONE, 0).spend(5n, 'fee')
  ledger.collectTokenFee(ONE, 0, 5n)
  expect(ledger.supplyRaw(ONE)).toEqual([40n, 40n])
  expect(ledger.feesCollected.tokensRaw(ONE)).toEqual([5n, 0n])
  expect(ledger.redeemFees(ONE, payoutOf(0))).toBe(5n)
  expect(ledger.feesCollected.collateralRaw).toBe(5n)
  expect(ledger.backingRaw(ONE)).toBe(35n)
})

test('more redemptions than backing is a fault of the program', () => {
  const ledger = funded()
  expect(() => ledger.changeBacking(ONE, -1n)).toThrow(expect.objectContaining({ code: 'internal' }))
})
