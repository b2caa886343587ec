// The yardstick of `unchanged`: JSON.parse of the same events, as lines.

import type { OpenCase } from '../harness/figure.js'
import { allocatedBytes, cpuMicros } from '../harness/measure.js'
import { tapeOf } from './scenes.js'

const SAMPLE_MICROS = 250_000

export const open: OpenCase = ({ args, quick }) => {
  const tape = tapeOf(Number(args.markets ?? 1))
  const measure = args.measure === 'bytes' ? allocatedBytes : cpuMicros
  let read = 0
  const once = () => {
    for (const line of tape) {
      const { change }: { readonly change: { readonly size: number } } = JSON.parse(line)
      // used, so that nobody may leave it out
      read += change.size
    }
  }
  return {
    measure() {
      const plays = quick ? 1 : Math.max(1, Math.round(SAMPLE_MICROS / Math.max(1, cpuMicros(once))))
      const cost = measure(() => {
        for (let i = 0; i < plays; i++) once()
      })
      if (read === 0) throw new Error('the tape says nothing')
      return cost / (plays * tape.length)
    },
  }
}
