// Rows of a foreign file: CSV with a head line, or JSON lines. Each knows its place.

import { QuoinError } from '../../domain/error.js'
import { jsonOf } from '../../domain/json.js'
import { readLines } from '../lines/line-file.js'

export interface Row {
  /** `undefined` for what is absent, null, empty or blank. */
  readonly get: (column: string) => unknown
  readonly has: (column: string) => boolean
  readonly place: () => string
}

export async function* readRows(path: string, format: 'csv' | 'jsonl'): AsyncGenerator<readonly Row[]> {
  let head: readonly string[] | undefined
  const torn = (message: string) => {
    throw new QuoinError('bad-tape', `${message}; expected a whole file`)
  }
  for await (const { lines, first } of readLines(path, torn, 'text')) {
    const rows: Row[] = []
    for (const [index, line] of lines.entries()) {
      const place = () => `${path}:${first + index}`
      const isFirst = first + index === 1
      const text = (isFirst ? line.replace(/^\uFEFF/, '') : line).replace(/\r$/, '')
      if (isFirst) checkText(text, place)
      if (text.trim() === '') continue
      if (format === 'jsonl') rows.push(jsonRow(text, place))
      else if (head === undefined) head = headOf(text, place)
      else rows.push(csvRow(head, text, place))
    }
    yield rows
  }
}

/** What spreadsheets call Unicode text is UTF-16, and old ones end lines by a return alone. */
function checkText(text: string, place: () => string): void {
  if (text.includes('\0')) throw new QuoinError('bad-tape', `${place()}: expected text in UTF-8, got other bytes`)
  if (!text.includes('\r')) return
  throw new QuoinError('bad-tape', `${place()}: expected lines that end in a line feed, got returns alone`)
}

/** Divided by anything else it is one column, and every column of the mapping is missing. */
function headOf(text: string, place: () => string): readonly string[] {
  const head = cellsOf(text)
  const [first = ''] = head
  if (head.length > 1 || !/[;\t|]/.test(first)) return head
  const words = `expected columns with commas between them, got ${JSON.stringify(text.slice(0, 60))}`
  throw new QuoinError('bad-tape', `${place()}: (head): ${words}`)
}

function csvRow(head: readonly string[], text: string, place: () => string): Row {
  const cells = cellsOf(text)
  if (cells.length !== head.length) {
    throw new QuoinError('bad-tape', `${place()}: (row): expected ${head.length} cells, got ${cells.length}`)
  }
  const at = (column: string) => {
    const index = head.indexOf(column)
    if (head.indexOf(column, index + 1) <= index) return index
    const words = `expected the column ${JSON.stringify(column)} once, got it twice`
    throw new QuoinError('bad-tape', `${place()}: (head): ${words}`)
  }
  return {
    get: (column) => told(cells[at(column)]),
    has: (column) => at(column) >= 0,
    place,
  }
}

/** RFC 4180, without line ends inside quotes. */
function cellsOf(text: string): readonly string[] {
  if (!text.includes('"')) return text.split(',')
  const cells: string[] = []
  // a comma before each cell, so that an empty first one is one too
  for (const [, quoted, bare = ''] of `,${text}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)) {
    cells.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'))
  }
  return cells
}

function jsonRow(text: string, place: () => string): Row {
  const value = jsonOf(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new QuoinError('bad-tape', `${place()}: (row): expected one JSON object, got ${text.slice(0, 60)}`)
  }
  const find = (column: string) =>
    column
      .split('.')
      .reduce<unknown>((at, key) => (typeof at === 'object' && at ? Reflect.get(at, key) : undefined), value)
  return {
    get: (column) => told(find(column)),
    has: (column) => find(column) !== undefined,
    place,
  }
}

/** Blank text would be read as the number 0. */
const told = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value

/** A cell as a word: numbers and truth values as they are written. */
export function wordOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}
