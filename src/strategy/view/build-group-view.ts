// What the strategy of a group sees of each of its markets: all that it declares where quotes may rest, and what is ours where they may not.

import type { Input, Reads } from '../inputs.js'
import { viewerOf } from './build-view.js'
import type { Facts } from './facts.js'
import { OWN_INPUTS, type PartialGroupView, type StopReason } from './group-view.js'

/** What is shown of a market in which nothing may rest. */
export function ownReads(reads: Reads): Reads {
  const isOwn = (input: Input) => OWN_INPUTS.some((own) => own === input)
  return { ...reads, inputs: reads.inputs.filter(isOwn) }
}

export type GroupedViewer = (facts: Facts, stopped: StopReason | undefined) => PartialGroupView['markets'][number]

/** Shows these inputs and no others. */
export function groupedViewerOf(reads: Reads): GroupedViewer {
  const [open, own] = [viewerOf(reads), viewerOf(ownReads(reads))]
  return (facts, stopped) => (stopped === undefined ? open(facts) : { ...own(facts), stopped })
}
