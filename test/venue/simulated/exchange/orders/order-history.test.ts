import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ORDER_TYPES } from '../../../../../src/domain/orders/order.js'
import { AccountOf } from '../../../../../src/venue/simulated/exchange/accounts/account-of.js'
import { newMarketState } from '../../../../../src/venue/simulated/exchange/markets/market-state.js'
import { OrderHistory } from '../../../../../src/venue/simulated/exchange/orders/order-history.js'
import {
  type AccountState,
  type MarketState,
  newOrderState,
  type OrderState,
} from '../../../../../src/venue/simulated/exchange/orders/order-state.js'
import { Ledger } from '../../../../../src/venue/simulated/ledger/ledger.js'
import { ALICE, BOB, newOrder, SPEC } from '../scenario.js'

const done = fc.record({
  owner: fc.nat(1),
  outcome: fc.constantFrom(0 as const, 1 as const),
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  type: fc.constantFrom(...ORDER_TYPES),
  price: fc.integer({ min: 1, max: 99 }),
  size: fc.maxSafeNat(),
  expirationSec: fc.maxSafeNat(),
  feeRateBps: fc.nat(1000),
  nonce: fc.option(fc.maxSafeNat(), { nil: undefined }),
  createdMs: fc.maxSafeNat(),
  updatedMs: fc.maxSafeNat(),
  filledLots: fc.maxSafeNat(),
  ending: fc.constantFrom(undefined, 'cancelled_local' as const, 'cancelled_onchain' as const, 'expired' as const),
})

test('an order is read as it was written down, whatever it was', () => {
  fc.assert(
    fc.property(fc.array(done, { maxLength: 40 }), (given) => {
      const history = new OrderHistory()
      const market: MarketState = newMarketState(SPEC)
      const accounts: AccountState[] = [ALICE, BOB].map((address) => new AccountOf(address, new Ledger()))
      const orders = given.map(
        ({ owner, createdMs, updatedMs, filledLots, ending, nonce, ...terms }, i): OrderState => {
          const signed = nonce === undefined ? {} : { nonce }
          const order = newOrderState({
            terms: newOrder({ hash: `0x${i}`, account: [ALICE, BOB][owner] ?? ALICE, ...terms, ...signed }),
            account: accounts[owner] ?? new AccountOf(ALICE, new Ledger()),
            ...{ market, nonce: 0, nowMs: createdMs },
          })
          return Object.assign(order, { updatedMs, filledLots, ending, restingLots: 0, serial: history.begin(order) })
        },
      )
      // they are done in another order than they came in
      for (const order of orders.toReversed()) history.keep(order)
      for (const order of orders) {
        const { terms, createdMs, updatedMs, filledLots, ending } = order
        const parts = { createdMs, updatedMs, filledLots, pendingLots: 0, restingLots: 0, ending }
        expect(history.read(order.serial)).toEqual({ terms, spec: SPEC, ...parts })
        expect(history.hashOf(order.serial)).toBe(terms.hash)
      }
      const newestFirst = orders.toReversed().map(({ serial }) => serial)
      expect([...history.newestFirst(market.history, 'market')]).toEqual(newestFirst)
      for (const account of accounts) {
        const own = orders.filter((order) => order.account === account).map(({ serial }) => serial)
        expect([...history.newestFirst(account.history, 'account')]).toEqual(own.toReversed())
        expect(account.history.size).toBe(own.length)
      }
    }),
  )
})

test('a number that was not given is of no order', () => {
  expect(new OrderHistory().read(0)).toBeUndefined()
})
