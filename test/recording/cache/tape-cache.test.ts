import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { columnRecords } from '../../../src/recording/cache/column-tape.js'
import { cachedTape, TapeNotes } from '../../../src/recording/cache/tape-cache.js'
import { headLine, recordLine } from '../../../src/recording/lines/record-line.js'
import { openTape } from '../../../src/recording/open-tape.js'
import { START_MS, sandboxRecords } from '../../backtest/made-markets.js'

const root = mkdtempSync(join(tmpdir(), 'quoin-cache-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const lines = [headLine('made', START_MS), ...sandboxRecords({ durationMs: 10_000 }).map(recordLine)]
let count = 0

/** A tape of one file in a folder of its own. */
function freshTape(text: readonly string[] = lines): string {
  const folder = join(root, String(count++))
  mkdirSync(folder)
  const path = join(folder, 'made.jsonl.gz')
  writeFileSync(path, gzipSync(`${text.join('\n')}\n`))
  return path
}

async function cached(path: string, readers = 'r', folder = join(path, '..', 'user')) {
  const said: string[] = []
  const notes = new TapeNotes((note) => said.push(note))
  const tape = await openTape(path, { onNote: notes.say })
  const found = await cachedTape({ tape, notes, readers, folder })
  const read = []
  for await (const batch of tape.records()) read.push(...batch)
  return { found, said, read }
}

describe('the cache of a tape', () => {
  it('of which a file cannot be read says which, and why', async () => {
    const folder = join(root, String(count++))
    mkdirSync(join(folder, 'market-a-0001.jsonl.gz'), { recursive: true })
    await expect(cached(folder)).rejects.toMatchObject({
      ...{ code: 'bad-tape', message: expect.stringMatching(/market-a-0001.*: expected a readable tape, got EISDIR/) },
    })
  })

  it('is made beside it, holds what the tape holds, and is found again in silence', async () => {
    const path = freshTape()
    const first = await cached(path)
    expect(first.found?.path).toBe(`${path}.columns`)
    expect([...columnRecords(first.found ?? fail())].flat()).toStrictEqual(first.read)
    const made = readFileSync(`${path}.columns`)
    const again = await cached(path)
    expect(again.found).toEqual(first.found)
    expect([first.said, again.said]).toEqual([[], []])
    expect(readFileSync(`${path}.columns`)).toEqual(made)
  })

  it.each([
    ['torn', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 400))],
    ['foreign', (path: string) => cpSync(join(root, 'other.columns'), path)],
    ['of other bytes', (path: string) => appendFileSync(path, 'x')],
    ['no cache at all', (path: string) => writeFileSync(path, 'hello')],
  ])('that is %s is said and made again', async (_what, spoil) => {
    const other = freshTape(lines.slice(0, 60))
    await cached(other)
    cpSync(`${other}.columns`, join(root, 'other.columns'))
    const path = freshTape()
    await cached(path)
    const whole = readFileSync(`${path}.columns`)
    spoil(`${path}.columns`)
    const { said, found, read } = await cached(path)
    expect(said).toEqual([expect.stringContaining(`${path}.columns: left out: `)])
    expect(readFileSync(`${path}.columns`)).toEqual(whole)
    expect([...columnRecords(found ?? fail())].flat()).toStrictEqual(read)
    expect((await cached(path)).said).toEqual([])
  })

  it('is of the tape as it is now, and of what reads it', async () => {
    const path = freshTape()
    const { found } = await cached(path)
    writeFileSync(path, gzipSync(`${lines.slice(0, 60).join('\n')}\n`))
    const changed = await cached(path)
    expect(changed.found?.records).toBe(changed.read.length)
    expect(changed.said).toEqual([expect.stringContaining('of another tape or of another version')])
    expect((await cached(path, 'other readers')).said).toHaveLength(1)
    expect(found?.records).toBeGreaterThan(changed.read.length)
  })

  it('is kept for the user where nothing can be written beside the tape, and nowhere where that cannot be either: both are said', async () => {
    const path = freshTape()
    mkdirSync(`${path}.columns`)
    const user = join(path, '..', 'user')
    const { found, said } = await cached(path)
    expect(found?.path?.startsWith(user)).toBe(true)
    expect(said.at(-1)).toContain(`the tape's cache is ${user}`)
    expect((await cached(path)).found).toEqual(found)
    rmSync(user, { recursive: true })
    writeFileSync(user, 'a file')
    const none = await cached(path)
    expect(none.found).toBeUndefined()
    expect(none.said.at(-1)).toContain('the tape has no cache and is read anew each time')
  })

  it('tells again what its tape told when it was read', async () => {
    const path = freshTape()
    const whole = readFileSync(path)
    writeFileSync(path, whole.subarray(0, whole.length - 20))
    const [first, again] = [await cached(path), await cached(path)]
    expect(first.said[0]).toContain('the tail is torn')
    expect(again.said[0]).toBe(first.said[0])
    expect(again.found?.records).toBe(first.found?.records)
  })

  it('of a folder lies in it, and the folder is the tape that it was', async () => {
    const folder = join(root, 'folder')
    mkdirSync(folder)
    writeFileSync(join(folder, 'market-20260131T120000123Z-0001.jsonl.gz'), gzipSync(`${lines.join('\n')}\n`))
    const { found, read } = await cached(folder)
    expect(found?.path).toBe(join(folder, 'market.columns'))
    expect(existsSync(join(folder, 'market.columns'))).toBe(true)
    expect((await cached(folder)).read).toStrictEqual(read)
  })
})

function fail(): never {
  throw new Error('expected a cache')
}
