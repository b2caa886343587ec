// Which tables a data file has: those of the present format, or of a former one that is taken over.

import Database from 'libsql'
import { FORMAT, tablesIn } from '../venue-tables.js'
import { type DataFile, single } from './open-file.js'
import { Query } from './query.js'
import { copyWithSums } from './row-sums.js'

/** As bytes: the driver ends the process at a text that is not UTF-8. */
const NAMES = `SELECT CAST(group_concat(line, char(10)) AS BLOB) AS names
  FROM (SELECT type || ' ' || name || ' ' || tbl_name || ' ' || ifnull(sql, '') AS line FROM sqlite_master ORDER BY line)`

/** Whether the tables and indexes are as this program makes them, to the letter. */
export function hasPresentTables(file: DataFile): boolean {
  const model = new Database(':memory:')
  try {
    model.exec(tablesIn('main'))
    return namesIn(file).equals(namesIn(model))
  } finally {
    model.close()
  }
}

/** Those of a former format have the same columns but for the sums. Inside the caller's transaction. */
export function takeOver(file: DataFile): void {
  const indexes = new Query<{ name: string }>(
    file,
    `SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL`,
  )
  for (const { name } of indexes.all()) file.exec(`DROP INDEX ${name}`)
  for (const table of ['kept', 'orders', 'trades', 'fills']) file.exec(`ALTER TABLE ${table} RENAME TO former_${table}`)
  file.exec(tablesIn('main'))
  for (const table of ['kept', 'orders', 'trades'] as const) copyWithSums(file, table, `former_${table}`)
  file.exec('INSERT INTO fills SELECT * FROM former_fills')
  for (const table of ['kept', 'orders', 'trades', 'fills']) file.exec(`DROP TABLE former_${table}`)
  file.exec(`PRAGMA user_version = ${FORMAT}`)
}

function namesIn(file: DataFile): Buffer {
  const names = single(file, NAMES, 'names')
  return Buffer.isBuffer(names) ? names : Buffer.alloc(0)
}
