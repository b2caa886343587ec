// An order placed, known and forgotten: rows that are free are other orders' and matches', and nobody hears of it.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ExchangeEvent } from '../../../../../src/venue/simulated/exchange/exchange.js'
import { newExchangeState } from '../../../../../src/venue/simulated/exchange/new-exchange-state.js'
import { forgetOrder, knownOrder, placeOrder } from '../../../../../src/venue/simulated/exchange/orders/placing.js'
import { runs } from '../../../../run-counts.js'
import { VenueMemory } from '../../../../simulation/seeds/venue-memory.js'
import { carryOut, coreVenue, Run } from '../carry-out.js'
import { ACCOUNTS, MARKETS, newExchange, operationsArbitrary, rulesArbitrary } from '../operations.js'
import { ALICE, newOrder, scenario } from '../scenario.js'

test('an exchange that forgets what its archive has tells the same as one that forgets nothing', () => {
  let forgotten = 0
  fc.assert(
    fc.property(rulesArbitrary, operationsArbitrary, fc.integer({ min: 1, max: 5 }), (rules, operations, everyNth) => {
      const memory = new VenueMemory()
      const told: [ExchangeEvent[], ExchangeEvent[]] = [[], []]
      const plain = newExchange(rules, (event) => void told[0].push(event))
      const archived = newExchange(rules, (event) => void told[1].push(event), memory.archive)
      memory.attach(archived)
      for (const exchange of [plain, archived]) {
        for (const { conditionId } of MARKETS) {
          for (const account of ACCOUNTS) exchange.split(account, conditionId, rules.depositRaw / 4n)
        }
      }
      const run = new Run()
      for (const [i, operation] of operations.entries()) {
        const [expected, code] = carryOut(operation, run, [coreVenue(plain), coreVenue(archived)])
        expect(code).toBe(expected)
        expect(told[1]).toEqual(told[0])
        for (const events of told) events.length = 0
        if (i % everyNth === 0) memory.commit()
      }
      for (const { hash } of run.sent) expect(archived.order(hash)).toEqual(plain.order(hash))
      for (const account of ACCOUNTS) {
        expect(archived.orders({ account })).toEqual(plain.orders({ account }))
        expect(archived.tradesOf(account)).toEqual(plain.tradesOf(account))
      }
      for (const { conditionId } of MARKETS) expect(archived.trades(conditionId)).toEqual(plain.trades(conditionId))
      forgotten += plain.ordersHeld - archived.ordersHeld
    }),
    { numRuns: runs(60, 600), seed: 7 },
  )
  expect(forgotten).toBeGreaterThan(100)
})

test('an order that changed after the archive was written stays until it is written again', () => {
  const memory = new VenueMemory()
  const { exchange, place } = scenario({ archive: memory.archive })
  memory.attach(exchange)
  const { hash } = place(ALICE, { price: 40, size: 10 })
  exchange.cancel(hash, ALICE, 0)
  exchange.takeRows()
  // over, and asked for once more: it is noted that it was
  expect(() => exchange.cancel(hash, ALICE, 0)).toThrow(expect.objectContaining({ code: 'not-cancellable' }))
  exchange.forget([hash])
  expect(exchange.ordersHeld).toBe(1)
  memory.commit()
  expect(exchange.ordersHeld).toBe(0)
  expect(exchange.order(hash)?.status).toBe('cancelled_local')
})

test('an order of no market is refused, and what is not there is not known', () => {
  const state = newExchangeState({ settlement: { delayMs: 0 } })
  const terms = newOrder({ hash: '0x1', account: ALICE, price: 40, size: 10 })
  expect(placeOrder(state, terms, false)).toMatchObject({ code: 'not-found' })
  expect(knownOrder(state, '0x1')).toBeUndefined()
  expect(() => forgetOrder(state, '0x1')).not.toThrow()
})
