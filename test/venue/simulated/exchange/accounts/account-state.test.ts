import { expect, test } from 'vitest'
import { AccountState } from '../../../../../src/venue/simulated/exchange/accounts/account-state.js'
import type { NewOrder } from '../../../../../src/venue/simulated/exchange/orders/new-order.js'
import { Ledger } from '../../../../../src/venue/simulated/ledger/ledger.js'
import { ALICE, CONDITION, newOrder } from '../scenario.js'

const order = (terms: { side: 'BUY' | 'SELL'; outcome?: 0 | 1 }) =>
  newOrder({ hash: '0x1', account: ALICE, price: 40, size: 10, ...terms })
const buy = order({ side: 'BUY' })
const sells = ([0, 1] as const).map((outcome) => order({ side: 'SELL', outcome }))

/** Whether there are funds, which are what the order locks. */
function owns(account: AccountState, each: NewOrder): boolean {
  const funds = account.fundsFor(each)
  if (funds !== undefined) expect(funds).toBe(account.lockedBy(each))
  return funds !== undefined
}

test('there are funds for an order where the ledger has some of what it locks; asking makes no balance', () => {
  const ledger = new Ledger()
  const account = new AccountState(ALICE, ledger)
  expect([buy, ...sells].map((each) => owns(account, each))).toEqual([false, false, false])
  expect(ledger.accounts()).toEqual([])
  ledger.deposit(ALICE, 100n)
  expect(owns(account, buy)).toBe(true)
  ledger.tokenBalance(ALICE, CONDITION, 1).receive(5n)
  expect(sells.map((each) => owns(account, each))).toEqual([false, true])
  ledger.withdraw(ALICE, 100n)
  expect(owns(account, buy)).toBe(false)
})

test('it still knows what it owns when its balances are at hand', () => {
  const ledger = new Ledger()
  const account = new AccountState(ALICE, ledger)
  account.collateral.receive(3n)
  account.tokens(CONDITION)[0].receive(4n)
  expect([buy, ...sells].map((each) => owns(account, each))).toEqual([true, true, false])
  account.collateral.spend(3n, 'spend')
  expect(owns(account, buy)).toBe(false)
})

test('its balances are those of the ledger, by what an order locks', () => {
  const ledger = new Ledger()
  const account = new AccountState(ALICE, ledger)
  expect(account.lockedBy(buy)).toBe(ledger.collateralBalance(ALICE))
  for (const sell of sells) expect(account.lockedBy(sell)).toBe(ledger.tokenBalance(ALICE, CONDITION, sell.outcome))
})
