// A checksum in every row of the data file: SQLite finds pages that do not fit together, not a value that became another one.

import { crc32 } from 'node:zlib'
import { QuoinError } from '../../../domain/error.js'
import type { DataFile } from './open-file.js'
import { type Bound, Query } from './query.js'

/** The columns that a row's sum is of. What they leave out, indexes hold a second time. */
const SUMMED = {
  kept: ['kind', 'id', 'body'],
  orders: ['hash', 'account', 'condition', 'status', 'unfinished', 'body'],
  trades: ['id', 'condition', 'status', 'body'],
} as const

export type SummedTable = keyof typeof SUMMED

const TABLES = Object.entries(SUMMED)
const NUMBERS: ReadonlySet<string> = new Set(['sum', 'unfinished'])

/** CRC-32 of those columns, in their order. */
export function sumOf(...columns: readonly Bound[]): number {
  return crc32(columns.join('\n'))
}

/** Reads every row: about 4 s for a million orders. Throws `journal-failed` with the table and the row of the first damaged one. */
export function checkRows(file: DataFile, path: string): void {
  for (const [table, columns] of TABLES) {
    for (const [seq, sum, bytes] of new Query<[number, number | null, Buffer]>(
      file,
      summedRows(table, columns),
    ).arrays()) {
      if (crc32(bytes) === sum) continue
      throw new QuoinError('journal-failed', `data file ${path}: damaged: ${table}, row ${seq}`)
    }
  }
}

/**
 * As bytes, for the driver ends the process at a text that is not UTF-8. Without a sum where a value has another type than
 * was written: bytes in the place of a text look alike here, and are another value to SQLite.
 */
function summedRows(table: string, columns: readonly string[]): string {
  const asWritten = ['sum', ...columns].map((name) => `typeof(${name}) = '${NUMBERS.has(name) ? 'integer' : 'text'}'`)
  return `SELECT seq, CASE WHEN ${asWritten.join(' AND ')} THEN sum END, CAST(${columns.join(' || char(10) || ')} AS BLOB)
    FROM ${table}`
}

/** Copies every row of a table of a former format, which has no sums, inside the caller's transaction. */
export function copyWithSums(file: DataFile, table: SummedTable, former: string): void {
  const names = SUMMED[table].join(', ')
  const some = new Query<[number, ...Bound[]]>(
    file,
    `SELECT seq, ${names} FROM ${former} WHERE seq > ? ORDER BY seq LIMIT 1000`,
  )
  const places = SUMMED[table].map(() => '?').join(', ')
  const put = new Query<never>(file, `INSERT INTO ${table} (seq, ${names}, sum) VALUES (?, ${places}, ?)`)
  // some at a time: a statement that is being read is not written beside
  for (let last = 0, rows = [...some.arrays(last)]; rows.length > 0; rows = [...some.arrays(last)]) {
    for (const [seq, ...values] of rows) {
      put.run(seq, ...values, sumOf(...values))
      last = seq
    }
  }
}
