import { expect, it } from 'vitest'
import { factSource } from '../../../src/core/strategy/fact-source.js'
import { at } from '../../execution/builders.js'
import { A, B } from '../../risk/builders.js'
import { CoreDriver } from '../core-driver.js'

it('looks everything up in the beliefs, and has nothing of a market that is not there', () => {
  const driver = new CoreDriver()
  driver.start()
  driver.push({ kind: 'signal', name: 'model', conditionId: A, value: 0.4, atMs: at(driver.monoMs).venueMs })
  const [source, other] = [A, B].map((id) => factSource(driver.core.beliefs, id))
  expect(source?.signal('model')).toEqual({ value: 0.4, atMonoMs: driver.monoMs - 1 })
  expect([source?.trades(), source?.tradesSeen(), source?.fills()]).toEqual([[], 0, []])
  expect([other?.signal('model'), other?.volatility(), other?.tradesSeen()]).toEqual([undefined, undefined, 0])
})
