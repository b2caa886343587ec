// A whole backtest of a tape's lines: read, checked, played, quoted by as-logit, matched. Microseconds a line.

import { runModel } from '../../src/backtest/run-model.js'
import { LineReader } from '../../src/recording/lines/line-reader.js'
import { parseTapeLine } from '../../src/recording/lines/tape-line.js'
import type { TapeSource } from '../../src/recording/tape-record.js'
import { runOptions } from '../../test/backtest/made-markets.js'
import type { OpenCase } from '../harness/figure.js'
import { madeLines } from './made-lines.js'
import { wishOf } from './wish.js'

const BATCH = 500

export const open: OpenCase = ({ args, quick }) => {
  const lines = madeLines(wishOf(args, quick))
  const source: TapeSource = {
    name: 'made',
    async *records() {
      const reader = new LineReader()
      for (let from = 0; from < lines.length; from += BATCH) {
        yield lines
          .slice(from, from + BATCH)
          .flatMap((text, index) => reader.read(parseTapeLine(text, () => `line ${from + index + 1}`)))
      }
    },
  }
  const options = { ...runOptions([]), source, model: 'power-3' } as const
  return {
    async measure() {
      const before = process.cpuUsage()
      const outcome = await runModel(options)
      const { user, system } = process.cpuUsage(before)
      if (outcome === undefined || outcome.run.decisions === 0) throw new Error('nothing was decided')
      return (user + system) / lines.length
    },
  }
}
