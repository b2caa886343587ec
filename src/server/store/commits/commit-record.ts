// One commit as a line of text: its number, a checksum, and what it changed.

import { createHash } from 'node:crypto'
import type { OrderRow, TradeRow } from '../../../venue/simulated/exchange/rows/exchange-rows.js'
import { fromJsonText, toJsonText } from '../json-text.js'

/** Without a value it is deleted. */
export type ValueChange = readonly [kind: string, id: string, value?: unknown]

export interface Changes {
  readonly values: readonly ValueChange[]
  readonly orders: readonly OrderRow[]
  readonly trades: readonly TradeRow[]
}

export interface CommitRecord {
  /** The number of the commit. */
  readonly commits: number
  readonly changes: Changes
}

const DIGITS = 16
const CHECKSUM = 16
const HEAD = DIGITS + 1 + CHECKSUM + 1
const LINE_FEED = 10

/** JSON escapes line feeds, so the one at the end is the only one. */
export function lineOf(commits: number, changes: Changes): Buffer {
  const number = String(commits).padStart(DIGITS, '0')
  const body = toJsonText(changes)
  return Buffer.from(`${number} ${checksumOf(number, body)} ${body}\n`)
}

/** What comes right after that commit, up to the first line that is torn, damaged or out of order. */
export function recordsAfter(commits: number, lines: Buffer): CommitRecord[] {
  const records: CommitRecord[] = []
  let last = commits
  for (let from = 0; ; ) {
    const end = lines.indexOf(LINE_FEED, from)
    const number = end < 0 ? undefined : numberIn(lines.subarray(from, end))
    if (number === undefined || number > last + 1) return records
    if (number === last + 1) {
      records.push({ commits: number, changes: fromJsonText<Changes>(lines.toString('utf8', from + HEAD, end)) })
      last = number
    }
    from = end + 1
  }
}

/** The number of the first line; `undefined` when there is none, or a damaged one. */
export function firstIn(lines: Buffer): number | undefined {
  const end = lines.indexOf(LINE_FEED)
  return end < 0 ? undefined : numberIn(lines.subarray(0, end))
}

/** `undefined` for a line that is not as it was written. */
function numberIn(line: Buffer): number | undefined {
  const number = line.toString('latin1', 0, DIGITS)
  const checksum = line.toString('latin1', DIGITS, HEAD)
  return checksum === ` ${checksumOf(number, line.subarray(HEAD))} ` ? Number(number) : undefined
}

function checksumOf(number: string, body: string | Buffer): string {
  return createHash('sha256').update(number).update(body).digest('hex').slice(0, CHECKSUM)
}
