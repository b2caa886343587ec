// A strategy that says what YES is worth is measured by that: the bot's own fair value follows the others' book slowly.

import { expect, it } from 'vitest'
import { bothBids, defineStrategy, NO, YES, z } from '../../src/index.js'
import { bindStrategy } from '../../src/strategy/parse-params.js'
import { A } from '../risk/builders.js'
import { book, CoreDriver, cancelled } from './core-driver.js'

/** Three ticks from the middle of the others, which it takes for the value, or keeps to itself. */
function around(says: 'its value' | 'nothing') {
  return defineStrategy({
    ...{ name: 'around', description: 'for tests', params: z.strictObject({}), inputs: ['top'] },
    quote({ bestBid }) {
      const [yes, no] = [bestBid[YES]?.price, bestBid[NO]?.price]
      if (yes === undefined || no === undefined) return { quotes: [] }
      const middle = (yes + 1 - no) / 2
      const quotes = bothBids({ yes: middle - 0.03, no: 1 - middle - 0.03, size: 10 })
      return says === 'nothing' ? { quotes } : { quotes, fair: middle }
    },
  })
}

function pulledAfterMove(says: 'its value' | 'nothing') {
  const driver = new CoreDriver({ quoter: bindStrategy(around(says), {}) })
  driver.start()
  const [bidOnYes] = driver.quote()
  const moved = driver.push({ kind: 'book', conditionId: A, book: book(45, 51), via: 'socket' }, 100)
  return { pulled: cancelled(moved), bidOnYes }
}

it('cancels at once what its own value leaves no edge, however the bot lags behind', () => {
  const { pulled, bidOnYes } = pulledAfterMove('its value')
  expect(pulled).toEqual([bidOnYes])
})

it('keeps the order for its place where the bot alone judges, and sees an edge', () => {
  expect(pulledAfterMove('nothing').pulled).toEqual([])
})
