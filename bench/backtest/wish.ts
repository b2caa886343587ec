// What a case of this suite is told.

import type { TapeWish } from './made-lines.js'

/** Of the tape, in the time of its markets. */
const SECONDS = 120

export function wishOf(args: Readonly<Record<string, string | number>>, quick: boolean): TapeWish {
  const shape = args.shape === 'top' ? 'top' : 'depth'
  const factor = Number(args.times ?? 1)
  return { shape, markets: Number(args.markets ?? 1), seconds: (quick ? 5 : SECONDS) * factor }
}
