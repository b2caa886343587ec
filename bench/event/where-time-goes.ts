// Of what the time from an event to a request consists: the bot's marks between the two moments that the server saw.

import { median } from '../harness/report.js'

export type MarkName = 'socket' | 'parse' | 'decide' | 'sign' | 'journal' | 'write' | 'written'
export type Mark = readonly [name: MarkName, atMs: number]

/** In the order of the way. */
export const PARTS = ['server', 'socket', 'parse', 'decide', 'sign', 'journal', 'write', 'router'] as const
export type Part = (typeof PARTS)[number]
export type Way = 'order' | 'cancel'

/** Milliseconds of each part of one event. */
export type Split = Readonly<Partial<Record<Part, number>>>

/** The marks that end one part and begin the next, and the part that begins with each. */
const STEPS: Readonly<Record<Way, readonly MarkName[]>> = {
  order: ['socket', 'parse', 'decide', 'sign', 'journal', 'write', 'written'],
  cancel: ['socket', 'parse', 'decide', 'write', 'written'],
}

const partOf = (mark: MarkName): Part => (mark === 'written' ? 'router' : mark)

/** From `startMs`, when the server heard of the move, to `endMs`, when it heard of the request; `undefined` where a part is missing. */
export function splitOf(
  marks: readonly Mark[],
  way: Way,
  [startMs, endMs]: readonly [number, number],
): Split | undefined {
  const split: Partial<Record<Part, number>> = {}
  let [part, fromMs]: [Part, number] = ['server', startMs]
  for (const name of STEPS[way]) {
    // the server may hear of a request before the call that wrote it returns
    const latestMs = name === 'written' ? Number.POSITIVE_INFINITY : endMs
    const found = marks.find(([mark, atMs]) => mark === name && atMs >= fromMs && atMs <= latestMs)
    if (found === undefined) return undefined
    const atMs = Math.min(found[1], endMs)
    split[part] = atMs - fromMs
    ;[part, fromMs] = [partOf(name), atMs]
  }
  split[part] = endMs - fromMs
  return split
}

/** The median of each part. */
export function medianSplit(splits: readonly Split[]): Split {
  const parts = PARTS.filter((part) => splits.some((split) => split[part] !== undefined))
  return Object.fromEntries(parts.map((part) => [part, median(splits.map((split) => split[part] ?? 0))]))
}
