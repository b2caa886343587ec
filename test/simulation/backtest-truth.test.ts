// A bot runs in the sandbox with a recorder beside it; the same strategy on that tape is to find the same fills.

import { describe, expect, it } from 'vitest'
import { asLogit } from '../../strategies/as-logit.js'
import { bestBidPeg } from '../../strategies/best-bid-peg.js'
import { fixedSpread } from '../../strategies/fixed-spread.js'
import { played } from './trials/own/own-tape.js'

describe('the same strategy on the tape of its own run', () => {
  it.each([
    ['fixed-spread', fixedSpread, [1], 0.95, 0.96, 'constant'],
    ['best-bid-peg', bestBidPeg, [1, 2, 3, 4], 0.95, 0.96, 'constant'],
    ['as-logit', asLogit, [2], 0.95, 0.96, 'constant'],
    // its price moves by time alone, so a timer of another phase moves it at another moment; from there on its inventory is another. Two true
    // runs of seeds 1 to 8 whose messages take other times share 86 % of their shares, 70 % of best-bid-peg's, 91 % of fixed-spread's
    ['as-logit', asLogit, [1, 3, 4], 0.92, 0.95, 'constant'],
    // four fifths where whoever met the recorded order goes on to none behind it
    ['as-logit', asLogit, [5, 6], 0.87, 0.92, 'constant'],
    // with each message as late as it was; the requests of a start and reads of the account are drawn even so
    ['as-logit', asLogit, [1, 2], 0.98, 0.98, 'as-it-was'],
    ['as-logit', asLogit, [5, 6], 0.95, 0.97, 'as-it-was'],
    ['best-bid-peg', bestBidPeg, [1, 2], 0.98, 0.98, 'as-it-was'],
  ] as const)(
    '$0 finds its fills again: seeds $2, latency $5',
    async (name, strategy, seeds, leastRecall, leastPrecision, latency) => {
      let [truth, found, both] = [0, 0, 0]
      for (const seed of seeds) {
        const of = await played({ strategy, seed, latency })
        truth += of.truth
        found += of.found
        both += of.both
      }
      console.log(
        `${name}: ${truth.toFixed(0)} shares, on the tape ${found.toFixed(0)}; ` +
          `${((100 * both) / truth).toFixed(1)} % of them again, ${((100 * both) / found).toFixed(1)} % of those found were there`,
      )
      expect(truth).toBeGreaterThan(300)
      expect(both / truth).toBeGreaterThan(leastRecall)
      expect(both / found).toBeGreaterThan(leastPrecision)
    },
  )
})
