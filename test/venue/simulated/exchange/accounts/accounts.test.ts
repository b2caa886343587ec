import { expect, test } from 'vitest'
import type { Address } from '../../../../../src/domain/market/market.js'
import { Accounts } from '../../../../../src/venue/simulated/exchange/accounts/accounts.js'
import { Ledger } from '../../../../../src/venue/simulated/ledger/ledger.js'
import { ALICE, BOB, CAROL } from '../scenario.js'

test('a stranger who visits is not kept; whoever is kept stays the same', () => {
  const accounts = new Accounts(new Ledger())
  const visitor = accounts.visit(ALICE)
  expect(accounts.get(ALICE)).toBeUndefined()
  accounts.keep(visitor)
  expect([accounts.get(ALICE), accounts.visit(ALICE), accounts.of(ALICE)]).toEqual([visitor, visitor, visitor])
  accounts.keep(accounts.visit(ALICE))
  expect(accounts.get(ALICE)).toBe(visitor)
})

test('whose balances moved is told once, in the order of moving, and not again', () => {
  const accounts = new Accounts(new Ledger())
  const told: Address[] = []
  const tell = () => accounts.tellMoved({ balance: (address) => void told.push(address) })
  for (const address of [BOB, ALICE, BOB, CAROL, ALICE]) accounts.noteMoved(accounts.of(address))
  tell()
  expect(told).toEqual([BOB, ALICE, CAROL])
  tell()
  expect(told).toHaveLength(3)
  accounts.noteMoved(accounts.of(ALICE))
  tell()
  expect(told).toEqual([BOB, ALICE, CAROL, ALICE])
})
