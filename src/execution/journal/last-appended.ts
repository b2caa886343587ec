// When something was last written to a wallet's journal of orders: whoever died just then may have sent what has not arrived yet.

import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileSet, segmentName } from './segments.js'

/** Wall clock, milliseconds; `undefined` where there is no journal, or none that can be read. `folder`: of one wallet. */
export async function lastAppendedMs(folder: string): Promise<number | undefined> {
  const names = await readdir(folder).catch(() => [])
  const newest = fileSet(names).segments.at(-1)
  if (newest === undefined) return undefined
  const found = await stat(join(folder, segmentName(newest))).catch(() => undefined)
  return found?.mtimeMs
}
