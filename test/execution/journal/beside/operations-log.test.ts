import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeOperation } from '../../../../src/execution/journal/beside/operations-log.js'
import { LIMITED_BYTES, limitedTo } from '../../../limited-files.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-operations-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const HALT = { command: 'halt', actor: 'ann', reason: 'two\nlines' }
const write = (durability: 'process' | 'machine' = 'process') =>
  writeOperation(HALT, { folder, durability, wallMs: () => 7 })
const lines = () => readFileSync(join(folder, 'operations.jsonl'), 'utf8').trimEnd().split('\n')

it.each(['process', 'machine'] as const)('appends a line with the time, for the owner alone (%s)', (how) => {
  expect(write(how)).toBeUndefined()
  expect(write(how)).toBeUndefined()
  expect(lines().map((line) => JSON.parse(line))).toEqual(Array(2).fill({ atMs: 7, ...HALT }))
  expect(statSync(join(folder, 'operations.jsonl')).mode & 0o777).toBe(0o600)
})

it('begins a new file when the old one is long, and keeps that one', () => {
  writeFileSync(join(folder, 'operations.jsonl'), 'x'.repeat(4_000_001))
  write()
  expect(lines()).toHaveLength(1)
  expect(readdirSync(folder).sort()).toEqual(['operations.before.jsonl', 'operations.jsonl'])
})

it('tells of what could not be written', () => {
  rmSync(folder, { recursive: true })
  expect(write()?.code).toBe('journal-failed')
})

it('tells of a line of which the disk took a part alone', () => {
  const reason = JSON.stringify('x'.repeat(2 * LIMITED_BYTES))
  const options = JSON.stringify({ folder, durability: 'process' })
  const failure = limitedTo(
    'execution/journal/beside/operations-log',
    `it.writeOperation({ command: 'halt', reason: ${reason} }, { ...${options}, wallMs: () => 7 })`,
  )
  expect(failure).toMatchObject({ code: 'journal-failed', message: expect.stringContaining('EFBIG') })
})
