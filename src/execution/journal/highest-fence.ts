// The highest number of a holder in a journal's files, as one that was brought from another machine.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const LINES = /^(orders|checkpoint)-\d+\.jsonl$/

/** 0 where there is none. */
export function highestFence(folder: string): number {
  if (!existsSync(folder)) return 0
  let highest = 0
  for (const name of readdirSync(folder).filter((each) => LINES.test(each))) {
    const text = readFileSync(join(folder, name), 'utf8')
    for (const [, fence] of text.matchAll(/"fence":(\d{1,15})\b/g)) highest = Math.max(highest, Number(fence))
  }
  return highest
}
