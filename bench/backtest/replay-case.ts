// A whole backtest of a tape, read of its columns as one is that has its cache: played, quoted by as-logit, matched. Microseconds a line.

import { runModel } from '../../src/backtest/run-model.js'
import { runOptions } from '../../test/backtest/made-markets.js'
import type { OpenCase } from '../harness/figure.js'
import { columnsOfLines } from './columns-of-lines.js'
import { madeLines } from './made-lines.js'
import { wishOf } from './wish.js'

export const open: OpenCase = async ({ args, quick }) => {
  const lines = madeLines(wishOf(args, quick))
  const source = await columnsOfLines(lines)
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
