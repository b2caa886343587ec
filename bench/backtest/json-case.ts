// The yardstick of backtests: JSON.parse of the same lines.

import type { OpenCase } from '../harness/figure.js'
import { cpuMicros } from '../harness/measure.js'
import { madeLines } from './made-lines.js'
import { wishOf } from './wish.js'

const SAMPLE_MICROS = 250_000

export const open: OpenCase = ({ args, quick }) => {
  const lines = madeLines(wishOf(args, quick))
  let kinds = 0
  const once = () => {
    for (const line of lines) {
      const { k }: { readonly k: string } = JSON.parse(line)
      // used, so that nobody may leave it out
      kinds += k.length
    }
  }
  return {
    measure() {
      const plays = quick ? 1 : Math.max(1, Math.round(SAMPLE_MICROS / Math.max(1, cpuMicros(once))))
      const cost = cpuMicros(() => {
        for (let i = 0; i < plays; i++) once()
      })
      if (kinds === 0) throw new Error('the tape says nothing')
      return cost / (plays * lines.length)
    },
  }
}
