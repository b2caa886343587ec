import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type Row, readRows } from '../../../src/recording/import/rows.js'
import { freshFolder, removeFolders } from '../tape-bench.js'

afterEach(removeFolders)

async function rowsOf(content: string | Buffer, format: 'csv' | 'jsonl' = 'csv'): Promise<Row[]> {
  const folder = freshFolder()
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'rows')
  writeFileSync(path, content)
  const rows: Row[] = []
  for await (const batch of readRows(path, format)) rows.push(...batch)
  return rows
}

const BOM = '\uFEFF'

it.each([
  ['csv', `${BOM}a,b\r\n1,2\r\n`],
  ['csv', 'a,b\n1,2'],
  ['jsonl', `${BOM}{"a":1,"b":2}\r\n`],
] as const)('%s with the marks of other systems: %j', async (format, content) => {
  const [row, ...more] = await rowsOf(content, format)
  expect([String(row?.get('a')), String(row?.get('b')), more]).toEqual(['1', '2', []])
})

it.each([
  ['UTF-16', Buffer.from(`${BOM}a,b\n1,2\n`, 'utf16le'), /:1: expected text in UTF-8, got other bytes/],
  ['returns alone', 'a,b\r1,2\r', /:1: expected lines that end in a line feed, got returns alone/],
])('%s is refused as what it is', async (_name, content, words) => {
  await expect(rowsOf(content)).rejects.toThrow(words)
})

it('a column that stands twice is refused where it is asked for, and others are read', async () => {
  const [row] = await rowsOf('a,b,c,b\n1,2,3,4\n')
  expect([row?.get('a'), row?.get('c'), row?.get('d'), row?.has('d')]).toEqual(['1', '3', undefined, false])
  for (const ask of ['get', 'has'] as const)
    expect(() => row?.[ask]('b')).toThrow(/: \(head\): expected the column "b" once, got it twice/)
})

it.each(['[{"a":1}]', '[1,2]', '7', 'null', '"a"', '{"a":'])('a line of JSON that is no object: %s', async (line) => {
  await expect(rowsOf(`${line}\n`, 'jsonl')).rejects.toThrow(`:1: (row): expected one JSON object, got ${line}`)
})
