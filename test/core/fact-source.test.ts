import { expect, it } from 'vitest'
import { factSource } from '../../src/core/fact-source.js'
import { at } from '../execution/builders.js'
import { A, B } from '../risk/builders.js'
import { CoreDriver } from './core-driver.js'

it('looks everything up in the beliefs, and has nothing of a market that is not there', () => {
  const driver = new CoreDriver()
  driver.start()
  driver.push({ kind: 'signal', name: 'model', conditionId: A, value: 0.4, atMs: at(driver.monoMs).venueMs })
  const source = factSource(driver.core.beliefs)
  expect(source.signal('model', A)).toEqual({ value: 0.4, atMonoMs: driver.monoMs - 1 })
  expect([source.trades(A), source.tradesSeen(A), source.fills(A)]).toEqual([[], 0, []])
  expect([source.signal('model', B), source.volatility(B), source.tradesSeen(B)]).toEqual([undefined, undefined, 0])
})
