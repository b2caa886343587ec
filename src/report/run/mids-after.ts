// The others' mid when something of ours was matched, and 1, 10 and 60 seconds later.

import type { ConditionId } from '../../domain/market/market.js'
import type { RunFill } from '../result.js'

/** Filled in as time goes by. */
export type Mids = Pick<RunFill, 'mid' | 'midAfter'>

export interface MidsAfterOptions {
  /** The others' mid of YES now. */
  readonly mid: (conditionId: ConditionId) => number | undefined
  /** The same before what happens now began; what it is now without it. */
  readonly midBefore?: (conditionId: ConditionId) => number | undefined
  readonly after: (delayMs: number, run: () => void) => void
}

const SECONDS = ['1', '10', '60'] as const

export const NO_MIDS: Mids = { midAfter: { '1': undefined, '10': undefined, '60': undefined } }

/** Of a match that happens now. */
export function midsAfter(conditionId: ConditionId, { mid, midBefore = mid, after }: MidsAfterOptions): Mids {
  const before = midBefore(conditionId)
  const midAfter: Record<(typeof SECONDS)[number], number | undefined> = { ...NO_MIDS.midAfter }
  for (const sec of SECONDS) {
    after(Number(sec) * 1000, () => {
      midAfter[sec] = mid(conditionId)
    })
  }
  return { midAfter, ...(before === undefined ? {} : { mid: before }) }
}
