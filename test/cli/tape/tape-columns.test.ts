import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { tapeInColumns } from '../../../src/cli/tape/tape-columns.js'
import { columnRecords } from '../../../src/recording/cache/column-tape.js'
import { headLine, recordLine } from '../../../src/recording/lines/record-line.js'
import { START_MS, sandboxRecords } from '../../backtest/made-markets.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-tape-columns-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('holds the same in its cache as in memory, where threads share it, and threads find either', async () => {
  const path = join(folder, 'made.jsonl')
  const lines = [headLine('made', START_MS), ...sandboxRecords({ durationMs: 5000 }).map(recordLine)]
  writeFileSync(path, `${lines.join('\n')}\n`)
  const said: string[] = []
  const reading = { env: { QUOIN_STATE_DIR: join(folder, 'state') }, note: (note: string) => said.push(note) }
  const inMemory = await tapeInColumns(path, { ...reading, isCached: false })
  expect(existsSync(`${path}.columns`)).toBe(false)
  const inFile = await tapeInColumns(path, { ...reading, isCached: true })
  expect(existsSync(`${path}.columns`)).toBe(true)
  if (inMemory === undefined || inFile === undefined) throw new Error('expected a tape')
  expect(inFile.holds).toBe(inMemory.holds)
  expect([...columnRecords(inFile)]).toStrictEqual([...columnRecords(inMemory)])
  // what goes to a thread is the same there, and no bytes are copied
  expect([...columnRecords(structuredClone(inFile))]).toStrictEqual([...columnRecords(inMemory)])
  const [piece] = structuredClone(inMemory).pieces
  expect(piece?.bytes instanceof Uint8Array && piece.bytes.buffer).toBeInstanceOf(SharedArrayBuffer)
  expect(said).toEqual([])
})

it('holds what its bots heard and sent, too: signals and latencies of a run are read there', async () => {
  const market = [headLine('made', START_MS), ...sandboxRecords({ durationMs: 1000 }).map(recordLine)].join('\n')
  const core = (value: number) =>
    JSON.stringify({ k: 'core', at: START_MS * 1000, event: { kind: 'signal', seq: 1, at: {}, name: 'model', value } })
  const holds = async (name: string, file: string, content: string | Buffer | undefined) => {
    const tape = join(folder, name)
    mkdirSync(tape)
    writeFileSync(join(tape, 'market-20260101T000000000Z-0001.jsonl'), `${market}\n`)
    if (content !== undefined) writeFileSync(join(tape, file), content)
    const reading = { env: { QUOIN_STATE_DIR: join(folder, 'state') }, note: () => undefined, isCached: true }
    return (await tapeInColumns(tape, reading))?.holds
  }
  const [run, file] = ['20260101T000000000Z', 'core-20260101T000000000Z-0001.jsonl']
  const known = await holds('with', file, `${core(0.5)}\n`)
  expect(known).toBeDefined()
  expect(await holds('packed', `core-${run}-0001.jsonl.gz`, gzipSync(`${core(0.5)}\n`))).toBe(known)
  expect(await holds('other', file, `${core(0.6)}\n`)).not.toBe(known)
  expect(await holds('without', file, undefined)).not.toBe(known)

  // a run that needs none of it goes on without, as a backtest does
  const torn = gzipSync(`${core(0.5)}\n`)
  torn.fill(255, 12)
  const damaged = await holds('damaged', `core-${run}-0001.jsonl.gz`, torn)
  expect(damaged).toBeDefined()
  expect(damaged).not.toBe(known)
})
