import { expect, test } from 'vitest'
import { ticks } from '../../../../../src/domain/amounts/price.js'
import type { Side } from '../../../../../src/domain/market/side.js'
import { AccountOf } from '../../../../../src/venue/simulated/exchange/accounts/account-of.js'
import { Ladder } from '../../../../../src/venue/simulated/exchange/book/ladder.js'
import { newMarketState } from '../../../../../src/venue/simulated/exchange/markets/market-state.js'
import { newOrderState, type OrderState } from '../../../../../src/venue/simulated/exchange/orders/order-state.js'
import { Ledger } from '../../../../../src/venue/simulated/ledger/ledger.js'
import { ALICE, newOrder, SPEC } from '../scenario.js'

function order(name: string, price: number, size: number): OrderState {
  const terms = newOrder({ hash: `0x${name}`, account: ALICE, price, size })
  return newOrderState({
    terms,
    market: newMarketState(SPEC),
    account: new AccountOf(ALICE, new Ledger()),
    nonce: 0,
    nowMs: 0,
  })
}

function ladderWith(side: Side, ...orders: OrderState[]): Ladder<OrderState> {
  const ladder = new Ladder<OrderState>(side, 10_000)
  for (const each of orders) ladder.append(each)
  return ladder
}

const names = (ladder: Ladder<OrderState>) => [...ladder.orders()].map((each) => each.terms.hash)

test('bids fall, asks rise, and at one price the first comes first', () => {
  const orders = () => [order('a', 5000, 1), order('b', 9999, 2), order('c', 5000, 3), order('d', 1, 4)]
  expect(names(ladderWith('BUY', ...orders()))).toEqual(['0xb', '0xa', '0xc', '0xd'])
  expect(names(ladderWith('SELL', ...orders()))).toEqual(['0xd', '0xa', '0xc', '0xb'])
})

test('levels show the total at each price, best first', () => {
  const ladder = ladderWith('BUY', order('a', 40, 1), order('b', 41, 2), order('c', 40, 3))
  expect([...ladder.levels()]).toEqual([
    { price: 41, size: 2 },
    { price: 40, size: 4 },
  ])
  expect(ladder.totalAt(ticks(39))).toBe(0)
})

test('an order leaves from the front, the middle and the end of its queue', () => {
  const [a, b, c] = [order('a', 40, 1), order('b', 40, 2), order('c', 40, 3)]
  const ladder = ladderWith('SELL', a, b, c)
  ladder.remove(b)
  expect(names(ladder)).toEqual(['0xa', '0xc'])
  expect(b.onLadder).toBe(false)
  ladder.remove(c)
  ladder.append(b)
  ladder.remove(a)
  expect(names(ladder)).toEqual(['0xb'])
  expect(ladder.totalAt(ticks(40))).toBe(2)
  ladder.remove(b)
  expect(ladder.first()).toBeUndefined()
  expect([...ladder.levels()]).toEqual([])
})

test('a resized order keeps its place; without rest it leaves', () => {
  const [a, b] = [order('a', 40, 5), order('b', 40, 2)]
  const ladder = ladderWith('BUY', a, b)
  ladder.resize(a, -2)
  expect([a.restingLots, ladder.totalAt(ticks(40))]).toEqual([3, 5])
  ladder.resize(a, 4)
  expect(names(ladder)).toEqual(['0xa', '0xb'])
  ladder.resize(a, -7)
  expect(names(ladder)).toEqual(['0xb'])
  expect(ladder.totalAt(ticks(40))).toBe(2)
})
