import { expect, test, vi } from 'vitest'
import { Ladder } from '../../../../../src/venue/simulated/exchange/book/ladder.js'
import { ACCOUNTS, ALICE, BOB, CASH, CONDITION, only, SPEC, scenario, TOKENS } from '../scenario.js'

const refused = (code: string) => expect.objectContaining({ code })

test('a market closes at its end, in time order, and cancels what rests', () => {
  const { place, exchange, now, events } = scenario({}, { endMs: 50_000 })
  const order = place(ALICE, { price: 40, size: 10 })
  expect(exchange.nextDueMs()).toBe(50_000)
  exchange.advance(80_000)
  expect(exchange.market(CONDITION)?.status).toBe('CLOSED')
  expect(now(order)).toMatchObject({ status: 'cancelled_local', updatedMs: 50_000 })
  expect(exchange.ledger.collateral(ALICE).lockedRaw).toBe(0n)
  expect(only(events, 'market')).toEqual([{ kind: 'market', conditionId: CONDITION, status: 'CLOSED' }])
})

test('the book of a market that is over takes no memory', () => {
  const { place, exchange } = scenario()
  place(ALICE, { price: 40, size: 10 })
  const letGo = vi.spyOn(Ladder.prototype, 'letGo')
  exchange.resolve(CONDITION, 1, 10)
  expect(letGo.mock.contexts.map((ladder) => ladder instanceof Ladder && ladder.pages)).toEqual([0, 0, 0, 0])
  letGo.mockRestore()
})

test('an order submitted after the end finds the market closed', () => {
  const { place } = scenario({}, { endMs: 50_000 })
  expect(() => place(ALICE, { price: 40, size: 10, atMs: 50_000 })).toThrow(refused('market-not-open'))
})

test('resolution pays the winner’s tokens and burns the loser’s', () => {
  const { exchange, events } = scenario()
  exchange.merge(ALICE, CONDITION, 40_000_000n)
  expect(() => exchange.redeem(ALICE, CONDITION)).toThrow(refused('bad-request'))
  exchange.resolve(CONDITION, 1, 10)
  expect(only(events, 'market').at(-1)).toEqual({
    kind: 'market',
    conditionId: CONDITION,
    status: 'RESOLVED',
    winner: 1,
  })
  expect(exchange.redeem(ALICE, CONDITION)).toBe(60_000_000n)
  expect(exchange.redeem(ALICE, CONDITION)).toBe(0n)
  expect(exchange.ledger.collateral(ALICE).totalRaw).toBe(CASH + TOKENS)
  expect(exchange.ledger.holdings(ALICE)).toEqual([])
})

test('a cancelled market pays half per token', () => {
  const { place, exchange } = scenario()
  place(ALICE, { price: 40, size: 100 })
  place(BOB, { side: 'SELL', price: 40, size: 100 })
  exchange.advance(1000)
  exchange.cancelMarket(CONDITION, 2000)
  expect(exchange.redeem(ALICE, CONDITION)).toBe(TOKENS + 500_000n)
  expect(exchange.redeem(BOB, CONDITION)).toBe(TOKENS - 500_000n)
})

test('with automatic redemption a resolved market leaves nothing behind, late settlements included', () => {
  const { place, exchange } = scenario({ autoRedeem: true }, { feeRateBps: 200 })
  place(ALICE, { side: 'SELL', price: 50, size: 5_000 })
  place(BOB, { price: 50, size: 5_000 })
  exchange.advance(1000)
  place(ALICE, { outcome: 1, price: 50, size: 5_000, atMs: 1500 })
  place(BOB, { price: 50, size: 5_000, atMs: 1500 })
  exchange.resolve(CONDITION, 0, 2000)
  expect(exchange.ledger.collateral(ALICE).totalRaw).toBeGreaterThan(CASH)
  exchange.advance(3000)
  // 1 share of YES fee on each of two matches, both redeemed
  expect(exchange.ledger.feesCollected.collateralRaw).toBe(2_000_000n)
  expect(exchange.ledger.backingRaw(CONDITION)).toBe(0n)
  expect(exchange.ledger.supplyRaw(CONDITION)).toEqual([0n, 0n])
  const total = ACCOUNTS.reduce((sum, account) => sum + exchange.ledger.collateral(account).totalRaw, 0n)
  expect(total + exchange.ledger.feesCollected.collateralRaw).toBe(4n * (CASH + TOKENS))
})

test('fee tokens can be redeemed by hand', () => {
  const { place, exchange } = scenario({}, { feeRateBps: 200 })
  place(ALICE, { side: 'SELL', price: 50, size: 5_000 })
  place(BOB, { price: 50, size: 5_000 })
  exchange.advance(1000)
  expect(() => exchange.redeemFees(CONDITION)).toThrow(refused('bad-request'))
  exchange.resolve(CONDITION, 0, 2000)
  expect(exchange.redeemFees(CONDITION)).toBe(1_000_000n)
})

test('closing twice does nothing; a final market stays final', () => {
  const { exchange, events } = scenario()
  exchange.close(CONDITION, 1)
  exchange.close(CONDITION, 2)
  exchange.resolve(CONDITION, 0, 3)
  expect(() => exchange.cancelMarket(CONDITION, 4)).toThrow(refused('market-not-open'))
  expect(() => exchange.resolve(CONDITION, 1, 4)).toThrow(refused('market-not-open'))
  expect(() => exchange.close(CONDITION, 4)).toThrow(refused('market-not-open'))
  expect(() => exchange.split(ALICE, CONDITION, 1n)).toThrow(refused('market-not-open'))
  expect(only(events, 'market').map((event) => event.status)).toEqual(['CLOSED', 'RESOLVED'])
  expect(exchange.market(CONDITION)).toMatchObject({ status: 'RESOLVED', winner: 0 })
})

test('markets that could not be traded exactly are refused', () => {
  const { exchange } = scenario()
  const next = { ...SPEC, conditionId: '0xc9' as typeof CONDITION }
  expect(() => exchange.addMarket(SPEC)).toThrow(refused('conflict'))
  expect(() => exchange.addMarket({ ...next, lotRaw: 10_050n })).toThrow('lotRaw: expected a positive multiple')
  expect(() => exchange.addMarket({ ...next, ticksPerUnit: 1 })).toThrow('ticksPerUnit')
  expect(() => exchange.addMarket({ ...next, tokenIds: ['1', '1'] })).toThrow('tokenIds')
  expect(() => exchange.addMarket({ ...next, feeRateBps: 1001 })).toThrow(
    'feeRateBps: expected a whole number from 0 to 1000',
  )
  expect(() => exchange.setFee(CONDITION, -1)).toThrow(refused('bad-argument'))
  expect(exchange.market(next.conditionId)).toBeUndefined()
})

test('a market that is over is let go of once nothing in it is open, unsettled or held', () => {
  const { place, exchange } = scenario()
  place(ALICE, { price: 40, size: 10 })
  place(BOB, { outcome: 1, price: 60, size: 10, atMs: 1 })
  expect(exchange.forgetMarket(CONDITION)).toBe(false)
  exchange.resolve(CONDITION, 0, 2)
  // the match is not settled
  expect(exchange.forgetMarket(CONDITION)).toBe(false)
  exchange.advance(2000)
  for (const account of ACCOUNTS.slice(1)) exchange.redeem(account, CONDITION)
  exchange.redeemFees(CONDITION)
  // one account has tokens left
  expect(exchange.forgetMarket(CONDITION)).toBe(false)
  exchange.redeem(ALICE, CONDITION)
  const collateral = ACCOUNTS.map((account) => exchange.ledger.collateral(account).totalRaw)
  expect(exchange.forgetMarket(CONDITION)).toBe(true)
  expect(exchange.market(CONDITION)).toBeUndefined()
  expect(exchange.ledger.holders(CONDITION)).toEqual([])
  expect(ACCOUNTS.map((account) => exchange.ledger.collateral(account).totalRaw)).toEqual(collateral)
  const totals = exchange.ledger.totals()
  expect(totals.depositedRaw - totals.withdrawnRaw).toBe(totals.accountsRaw + totals.feesRaw + totals.backingRaw)
  // it may come again, and is another one
  exchange.addMarket({ ...SPEC, endMs: 90_000 })
  expect(place(ALICE, { price: 30, size: 10, atMs: 3000 }).status).toBe('open')
})
