// The journal's files: orders-000001.jsonl and on. A new one at every start, the old ones folded into it.

import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { QuoinError } from '../../domain/error.js'
import type { Hex } from '../../domain/market.js'
import { type JournalLine, parseJournalLine, type SignedLine } from './journal-line.js'

const NAME = /^orders-(\d{6,})\.jsonl$/

/** Names in the order in which they were written. */
export async function segmentNames(folder: string): Promise<readonly string[]> {
  const numbered = (await readdir(folder)).flatMap((name) => {
    const number = NAME.exec(name)?.[1]
    return number === undefined ? [] : [{ name, number: Number(number) }]
  })
  return numbered.sort((a, b) => a.number - b.number).map(({ name }) => name)
}

function nextName(names: readonly string[]): string {
  const last = names.at(-1)
  const number = last === undefined ? 0 : Number(NAME.exec(last)?.[1] ?? 0)
  return `orders-${String(number + 1).padStart(6, '0')}.jsonl`
}

export interface ReadOptions {
  readonly nowMs: number
  /** Time after its expiration for which an order is still suspected of living. */
  readonly graceMs: number
}

/** Signed orders that are not known to be over, and whose expiration plus the grace has not passed. */
export async function readSegments(folder: string, { nowMs, graceMs }: ReadOptions): Promise<readonly SignedLine[]> {
  const live = new Map<Hex, SignedLine>()
  for (const name of await segmentNames(folder)) {
    for (const line of await readSegment(join(folder, name))) {
      if (line.kind === 'signed') live.set(line.hash, line)
      else live.delete(line.hash)
    }
  }
  return [...live.values()].filter(({ draft }) => {
    return draft.expirationSec === 0 || draft.expirationSec * 1000 + graceMs > nowMs
  })
}

/** A last line cut off by a crash was never acknowledged, so nothing was sent for it; any other bad line is an error. */
async function readSegment(path: string): Promise<readonly JournalLine[]> {
  const texts = (await readFile(path, 'utf8')).split('\n')
  return texts.flatMap((text, index) => {
    if (text === '') return []
    const line = parseJournalLine(text)
    if (line !== undefined) return [line]
    if (index === texts.length - 1) return []
    throw new QuoinError('journal-failed', `${path}:${index + 1}: expected a journal line, got something else`)
  })
}

/** Writes `orders` as the start of a new segment and removes the old ones. Returns the new segment's path. */
export async function compactSegments(folder: string, orders: readonly SignedLine[]): Promise<string> {
  const old = await segmentNames(folder)
  const path = join(folder, nextName(old))
  const draft = `${path}.draft`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(orders.map((order) => `${JSON.stringify(order)}\n`).join(''))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
  await syncFolder(folder)
  // oldest first: an order is always removed before the line that says it ended
  for (const name of old) await rm(join(folder, name))
  return path
}

/** Creates the folder, readable by its owner alone. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
}

/** Makes a new or renamed file survive power loss. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
