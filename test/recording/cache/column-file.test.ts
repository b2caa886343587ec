import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openColumns, writeColumns } from '../../../src/recording/cache/column-file.js'
import { columnRecords, columnSource, heldTape } from '../../../src/recording/cache/column-tape.js'
import type { TapeSource } from '../../../src/recording/tape-record.js'
import { sandboxRecords, sourceOf } from '../../backtest/made-markets.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-columns-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** More than one piece: the same over and over. */
const told = sandboxRecords({ durationMs: 20_000 })
const records = Array.from({ length: 10 }, (_, i) =>
  told.map((record) => ({ ...record, atMs: record.atMs + i * 20_000 })),
).flat()
const notes = () => ['a tail was torn']
let count = 0

async function written(source: TapeSource = sourceOf(records)) {
  const path = join(folder, `${count++}.columns`)
  return { path, made: await writeColumns(path, { source, key: 'k', notes }) }
}

describe('columns in a file', () => {
  it('are the tape, piece by piece, with what was told of it', async () => {
    const { path, made } = await written()
    const found = openColumns(path, 'k', 'made')
    if (found === 'nothing' || 'bad' in found) throw new Error('expected columns')
    expect(found).toEqual({ tape: made, notes: ['a tail was torn'] })
    expect(found.tape.pieces.length).toBeGreaterThan(1)
    expect([...columnRecords(found.tape)].flat()).toStrictEqual(records)
    const played = []
    for await (const batch of columnSource(found.tape).records()) played.push(...batch)
    expect(played).toStrictEqual(records)
  })

  it('are found again by what they are of, and by nothing else', async () => {
    const { path } = await written()
    expect(openColumns(path, 'another', 'made')).toEqual({ bad: expect.stringContaining('of another tape') })
    expect(openColumns(join(folder, 'none'), 'k', 'made')).toBe('nothing')
    expect(openColumns(join(path, 'below'), 'k', 'made')).toBe('nothing')
    expect(openColumns(folder, 'k', 'made')).toHaveProperty('bad')
  })

  it('are not believed where a byte is another one, wherever it stands, or the end is gone', async () => {
    const { path } = await written()
    const whole = readFileSync(path)
    for (const at of [0, 17, whole.length >> 1, whole.length - 60, whole.length - 45, whole.length - 1]) {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      writeFileSync(path, bytes)
      expect(openColumns(path, 'k', 'made'), `byte ${at}`).toHaveProperty('bad')
    }
    for (const length of [0, 10, 47, 48, whole.length - 1]) {
      writeFileSync(path, whole.subarray(0, length))
      expect(openColumns(path, 'k', 'made'), `${length} bytes`).toHaveProperty('bad')
    }
    writeFileSync(path, whole)
    expect(openColumns(path, 'k', 'made')).toHaveProperty('tape')
  })

  it('stand there whole or not at all: reading that fails leaves nothing, and what a killed process left is removed', async () => {
    const failing: TapeSource = {
      name: 'made',
      async *records() {
        yield records.slice(0, 2500)
        throw new Error('the disk is gone')
      },
    }
    const before = readdirSync(folder)
    await expect(written(failing)).rejects.toThrow('the disk is gone')
    expect(readdirSync(folder)).toEqual(before)
    // no process has this number
    const left = join(folder, `${count}.columns.4194305.draft`)
    const own = join(folder, `${count}.columns.${process.ppid}.draft`)
    for (const path of [left, own]) writeFileSync(path, 'half')
    await written()
    expect(readdirSync(folder)).not.toContain(left.slice(folder.length + 1))
    expect(readdirSync(folder)).toContain(own.slice(folder.length + 1))
  })

  it('of a tape without records are none', async () => {
    const { path, made } = await written(sourceOf([]))
    expect(made).toBeUndefined()
    expect(openColumns(path, 'k', 'made')).toBe('nothing')
  })

  it('that go while they are read are a bad tape', async () => {
    const { path, made } = await written()
    if (made === undefined) throw new Error('expected columns')
    writeFileSync(path, readFileSync(path).subarray(0, 1000))
    expect(() => [...columnRecords(made)]).toThrow(/expected \d+ bytes of its cache/)
    rmSync(path)
    expect(() => [...columnRecords(made)]).toThrow('got none any more')
    expect(() => heldTape(made)).toThrow('got none any more')
  })

  it('that are held are read as they were, though they are made anew or removed, until they are let go', async () => {
    const { path, made } = await written()
    if (made === undefined) throw new Error('expected columns')
    const { tape, release } = heldTape(made)
    await writeColumns(path, { source: sourceOf(records.slice(100)), key: 'other', notes })
    expect([...columnRecords(structuredClone(tape))].flat()).toStrictEqual(records)
    rmSync(path)
    expect([...columnRecords(tape)].flat()).toStrictEqual(records)
    release()
    release()
  })
})
