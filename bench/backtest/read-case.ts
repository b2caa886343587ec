// What reading a tape costs, without a bot: of its columns, or of its lines. Microseconds a line.

import type { OpenCase } from '../harness/figure.js'
import { columnsOfLines, sourceOfLines } from './columns-of-lines.js'
import { madeLines } from './made-lines.js'
import { wishOf } from './wish.js'

/** So often that a measurement is not over at once. */
const READS = 10

export const open: OpenCase = async ({ args, quick }) => {
  const lines = madeLines(wishOf(args, quick))
  const source = args.from === 'lines' ? sourceOfLines(lines) : await columnsOfLines(lines)
  return {
    async measure() {
      const before = process.cpuUsage()
      let read = 0
      for (let i = 0; i < READS; i++) for await (const batch of source.records()) read += batch.length
      const { user, system } = process.cpuUsage(before)
      if (read === 0) throw new Error('nothing was read')
      return (user + system) / (READS * lines.length)
    },
  }
}
