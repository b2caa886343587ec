import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AssetBalance } from '../../../../src/venue/simulated/ledger/asset-balance.js'
import { type LotTick, lotTickOf } from '../../../../src/venue/simulated/ledger/lot-tick.js'
import { runs } from '../../../run-counts.js'

/** A raw unit is a lot at one tick. */
const ONE = lotTickOf({ lotRaw: 100n, ticksPerUnit: 100 })
/** More than any number holds exactly. */
const HUGE = 10n ** 30n

function funded(raw = 100n): AssetBalance {
  const balance = new AssetBalance()
  balance.receive(raw)
  return balance
}

const parts = (balance: AssetBalance) => [balance.totalRaw, balance.lockedRaw, balance.pendingRaw, balance.availableRaw]

test.each([0n, HUGE])(
  'a lock, its match and its settlement move the parts; the improvement comes back (%s more)',
  (more) => {
    const balance = funded(100n + more)
    expect(balance.lock(10, 6, ONE)).toBe(true)
    expect(parts(balance)).toEqual([100n + more, 60n, 0n, 40n + more])
    balance.startSettling(5, 10, ONE)
    expect(parts(balance)).toEqual([100n + more, 10n, 50n, 40n + more])
    balance.stopSettling(5, 10, ONE)
    balance.pay(5, 9, ONE)
    expect(parts(balance)).toEqual([55n + more, 10n, 0n, 45n + more])
    balance.unlock(10, 1, ONE)
    expect(parts(balance)).toEqual([55n + more, 0n, 0n, 55n + more])
    balance.receiveLots(5, 9, ONE)
    expect(balance.totalRaw).toBe(100n + more)
  },
)

test.each([0n, HUGE])('a failed match gives back what it held (%s more)', (more) => {
  const balance = funded(100n + more)
  balance.lock(60, 1, ONE)
  balance.startSettling(60, 1, ONE)
  balance.stopSettling(60, 1, ONE)
  expect(parts(balance)).toEqual([100n + more, 0n, 0n, 100n + more])
})

test('what is locked cannot be used twice, and the refusal names both figures', () => {
  const balance = funded()
  balance.lock(60, 1, ONE)
  expect(balance.lock(41, 1, ONE)).toBe(false)
  expect(() => balance.spend(41n, 'withdraw')).toThrow('withdraw: needs 41 raw units, available 40')
  expect(() => balance.spend(41n, 'withdraw')).toThrow(expect.objectContaining({ code: 'insufficient-balance' }))
  expect(() => balance.pay(41, 1, ONE)).toThrow('settlement: needs 41 raw units, available 40')
  expect(parts(balance)).toEqual([100n, 60n, 0n, 40n])
})

test.each([0n, HUGE])('moving more than there is is a fault of the program (%s more)', (more) => {
  const balance = funded(100n + more)
  const internal = expect.objectContaining({ code: 'internal' })
  expect(() => balance.unlock(1, 1, ONE)).toThrow(internal)
  expect(() => balance.stopSettling(1, 1, ONE)).toThrow(internal)
  expect(() => balance.receive(-1n)).toThrow(internal)
  expect(() => balance.spend(-1n, 'spend')).toThrow(internal)
  expect(parts(balance)).toEqual([100n + more, 0n, 0n, 100n + more])
})

test('whoever watches hears of each change of the total, and of no lock', () => {
  let heard = 0
  const balance = new AssetBalance(() => {
    heard += 1
  })
  balance.receive(100n)
  balance.lock(10, 1, ONE)
  balance.unlock(10, 1, ONE)
  expect(heard).toBe(1)
  balance.pay(1, 1, ONE)
  balance.receiveLots(1, 1, ONE)
  balance.spend(1n, 'spend')
  expect(heard).toBe(4)
})

test('an empty balance is one without a total', () => {
  expect(new AssetBalance().isEmpty).toBe(true)
  expect(funded(1n).isEmpty).toBe(false)
  expect(funded(HUGE).isEmpty).toBe(false)
})

type Step = readonly [
  kind: 'receive' | 'lock' | 'unlock' | 'match' | 'fail' | 'settle' | 'gain',
  lots: number,
  ticks: number,
]

const step: fc.Arbitrary<Step> = fc.tuple(
  fc.constantFrom('receive', 'lock', 'unlock', 'match', 'fail', 'settle', 'gain'),
  fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })),
  fc.integer({ min: 1, max: 10_000 }),
)

test('amounts on both sides of 2^53 are those of bigints alone', () => {
  const grids = fc.constantFrom(
    lotTickOf({ lotRaw: 100n, ticksPerUnit: 100 }),
    lotTickOf({ lotRaw: 10_000n, ticksPerUnit: 1000 }),
    lotTickOf({ lotRaw: 10n ** 18n, ticksPerUnit: 100 }),
  )
  let wide = 0
  fc.assert(
    fc.property(grids, fc.array(step, { maxLength: 40 }), (tick, steps) => {
      const balance = new AssetBalance()
      const plain = { total: 0n, locked: 0n, pending: 0n }
      for (const given of steps) {
        carryOut(balance, plain, given, tick)
        const { total, locked, pending } = plain
        expect(parts(balance)).toEqual([total, locked, pending, total - locked - pending])
      }
      if (plain.total >= 2n ** 53n) wide += 1
    }),
    { numRuns: runs(300, 3000), seed: 11 },
  )
  expect(wide).toBeGreaterThan(20)
})

function carryOut(
  balance: AssetBalance,
  plain: { total: bigint; locked: bigint; pending: bigint },
  [kind, lots, ticks]: Step,
  tick: LotTick,
): void {
  const raw = BigInt(lots) * BigInt(ticks) * tick.raw
  const available = plain.total - plain.locked - plain.pending
  if (kind === 'receive') {
    balance.receive(raw)
    plain.total += raw
  } else if (kind === 'gain') {
    balance.receiveLots(lots, ticks, tick)
    plain.total += raw
  } else if (kind === 'lock') {
    expect(balance.lock(lots, ticks, tick)).toBe(raw <= available)
    if (raw <= available) plain.locked += raw
  } else if (kind === 'unlock' && raw <= plain.locked) {
    balance.unlock(lots, ticks, tick)
    plain.locked -= raw
  } else if (kind === 'match' && raw <= plain.locked) {
    balance.startSettling(lots, ticks, tick)
    plain.locked -= raw
    plain.pending += raw
  } else if (kind === 'fail' && raw <= plain.pending) {
    balance.stopSettling(lots, ticks, tick)
    plain.pending -= raw
  } else if (kind === 'settle' && raw <= available) {
    balance.pay(lots, ticks, tick)
    plain.total -= raw
  }
}
