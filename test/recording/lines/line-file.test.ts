import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readLines } from '../../../src/recording/lines/line-file.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-lines-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function read(name: string, content: Buffer | string, kind: 'json' | 'text' = 'json') {
  const path = join(folder, name)
  writeFileSync(path, content)
  const torn: string[] = []
  const lines: string[] = []
  const places: number[] = []
  for await (const batch of readLines(path, (message) => torn.push(message.replace(path, name)), kind)) {
    for (const [index, line] of batch.lines.entries()) {
      if (line === '') continue
      lines.push(line)
      places.push(batch.first + index)
    }
  }
  expect(places).toEqual(lines.map((_line, i) => i + 1))
  return { lines, torn }
}

// long enough that a member is more than one chunk of what is read and of what is given out
const LINES = Array.from({ length: 9000 }, (_v, n) => JSON.stringify({ n, noise: Math.sin(n).toString(36).repeat(12) }))
const member = (from: number, to: number) => gzipSync(`${LINES.slice(from, to).join('\n')}\n`)
const FIRST = member(0, 3000)
const SECOND = member(3000, 9000)
const WHOLE = Buffer.concat([FIRST, SECOND])

describe('the lines of a file', () => {
  it('are all there, packed or not, whether the last one ends or not', async () => {
    expect(await read('a.jsonl.gz', WHOLE)).toEqual({ lines: LINES, torn: [] })
    expect(await read('a.jsonl', LINES.join('\n'))).toEqual({ lines: LINES, torn: [] })
    expect(await read('a.jsonl.gz', gzipSync(LINES.join('\n')))).toEqual({ lines: LINES, torn: [] })
    expect(await read('empty.jsonl', '')).toEqual({ lines: [], torn: [] })
    expect(await read('empty.jsonl.gz', '')).toEqual({ lines: [], torn: [] })
    expect(await read('a.csv.gz', gzipSync('a,b\n1,2'), 'text')).toEqual({ lines: ['a,b', '1,2'], torn: [] })
  })

  // within a line, in the head of a member, of which nothing can be read, and in the checksum, of which nothing is missing but its proof
  it.each([
    ['within the data of the last member', WHOLE.length - 5000],
    ['a few bytes into the last member', FIRST.length + 4],
    ['before the first data of the last member', FIRST.length + 12],
    ['in the checksum', WHOLE.length - 3],
    ['within the first member', 700],
  ])('of a packed file that is cut %s are given out as far as they go, and it is said', async (_where, bytes) => {
    const { lines, torn } = await read('a.jsonl.gz', WHOLE.subarray(0, bytes))
    expect(lines).toEqual(LINES.slice(0, lines.length))
    if (bytes >= FIRST.length) expect(lines.length).toBeGreaterThanOrEqual(3000)
    expect(torn).toEqual([`a.jsonl.gz: the tail is torn: left out after line ${lines.length}`])
  })

  it('whose end is torn within a line lack that line', async () => {
    expect(await read('a.jsonl', '{"a":1}\n{"a":')).toEqual({
      lines: ['{"a":1}'],
      torn: ['a.jsonl: the tail is torn: left out after line 1'],
    })
    const text = await read('a.csv.gz', gzipSync('a,b\n1,2\n3').subarray(0, -9), 'text')
    expect(text).toEqual({ lines: ['a,b', '1,2'], torn: ['a.csv.gz: the tail is torn: left out after line 2'] })
  })

  it('of a file that is damaged before its end are an error that names file, reason and line', async () => {
    const damaged = Buffer.from(WHOLE)
    damaged.fill(0, FIRST.length + 5000, FIRST.length + 5200)
    await expect(read('a.jsonl.gz', damaged)).rejects.toThrow(
      /a\.jsonl\.gz: expected a readable tape, got .+ after line \d+/,
    )
    await expect(read('a.jsonl.gz', 'no gzip at all')).rejects.toThrow(
      /expected a readable tape, got incorrect header check before a line could be read$/,
    )
  })
})
