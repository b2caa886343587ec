// A fault of the bot as changes to its sources, and what it violates.

import type { Invariant } from '../invariants/violation.js'

export interface PlantedFault {
  readonly what: string
  /** Below `src`, without its ending. */
  readonly file: string
  readonly edits: readonly { readonly from: string; readonly to: string }[]
  /** What it violates, one of these. */
  readonly violates: readonly Invariant[]
  /** The first seed seen to find it; none of those tried has found the others. */
  readonly seed?: number
}

type Edit = readonly [from: string, to: string]

/** What lasts until all is calm is seen there too, and often first. */
const IN_THE_END: readonly Invariant[] = ['calm', 'known']

export const fault = (
  what: string,
  file: string,
  edits: readonly Edit[],
  ...violates: readonly Invariant[]
): PlantedFault => ({
  what,
  file,
  edits: edits.map(([from, to]) => ({ from, to })),
  violates: [...violates, ...IN_THE_END],
})
