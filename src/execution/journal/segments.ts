// The journal's files, by their names.
//
//   orders-000007.jsonl       what was appended, one line each
//   checkpoint-000007.jsonl   all that counts of the segments before the one of its number: they are not needed any more
//
// Read: the newest checkpoint, then the segments from its number on. A file that is not whole yet has another name.

import { mkdir } from 'node:fs/promises'

const NAME = /^(orders|checkpoint)-(\d{6,})\.jsonl$/
const DRAFT = /^checkpoint-\d{6,}\.jsonl\.draft$/

const numbered = (kind: 'orders' | 'checkpoint', number: number) => `${kind}-${String(number).padStart(6, '0')}.jsonl`

export const segmentName = (number: number): string => numbered('orders', number)
export const checkpointName = (number: number): string => numbered('checkpoint', number)
export const draftName = (number: number): string => `${checkpointName(number)}.draft`

export interface FileSet {
  /** Number of the newest checkpoint. */
  readonly checkpoint: number | undefined
  /** Numbers of the segments that count, in the order in which they were written. */
  readonly segments: readonly number[]
  /** No file has this number yet, nor a higher one. */
  readonly next: number
}

interface Numbered {
  readonly name: string
  readonly kind: string | undefined
  readonly number: number
}

function numberedIn(names: readonly string[]): readonly Numbered[] {
  return names.flatMap((name) => {
    const found = NAME.exec(name)
    return found === null ? [] : [{ name, kind: found[1], number: Number(found[2]) }]
  })
}

export function fileSet(names: readonly string[]): FileSet {
  const found = numberedIn(names)
  const checkpoints = found.filter(({ kind }) => kind === 'checkpoint').map(({ number }) => number)
  const checkpoint = checkpoints.length === 0 ? undefined : Math.max(...checkpoints)
  const segments = found
    .filter(({ kind, number }) => kind === 'orders' && number >= (checkpoint ?? 0))
    .map(({ number }) => number)
    .sort((a, b) => a - b)
  return { checkpoint, segments, next: Math.max(0, ...found.map(({ number }) => number)) + 1 }
}

/** Names of what the checkpoint of this number makes superfluous, and of what was never finished. */
export function superseded(names: readonly string[], checkpoint: number): readonly string[] {
  const old = numberedIn(names).filter(({ number }) => number < checkpoint)
  return [...old.map(({ name }) => name), ...names.filter((name) => DRAFT.test(name))]
}

/** Creates the folder, readable by its owner alone. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
}
