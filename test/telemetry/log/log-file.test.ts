import fs, { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { LogFile } from '../../../src/telemetry/log/log-file.js'
import { LogTail } from '../../../src/telemetry/log/log-tail.js'
import { limitedTo } from '../../limited-files.js'

/** A disk that tells only of a file that is closed that it took nothing, as over a network: for as long as `run` takes. */
function closingFails(run: () => void): void {
  const { closeSync } = fs
  fs.closeSync = (file) => {
    closeSync(file)
    throw new Error('EDQUOT: disk quota exceeded, close')
  }
  syncBuiltinESMExports()
  try {
    run()
  } finally {
    fs.closeSync = closeSync
    syncBuiltinESMExports()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'quoin-log-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const inPlaceOf = (lines: number) => `${lines} missing\n`
const text = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)

it('rotates by size, keeps as many as wanted, loses no line in between, and goes on with the file of the last run', () => {
  const path = join(folder, 'deep', 'bot.log')
  const make = () =>
    new LogFile({ path, inPlaceOf, maxBytes: 20, kept: 2, failed: (message) => expect(message).toBe('') })
  const first = make()
  for (const line of ['one-----\n', 'two-----\n', 'three---\n', 'four----\n']) first.write(line)
  first.close()
  const second = make()
  for (const line of ['five----\n', 'six-----\n', 'seven---\n']) second.write(line)
  second.close()
  expect([text(path), text(`${path}.1`), text(`${path}.2`), text(`${path}.3`)]).toEqual([
    ...['seven---\n', 'five----\nsix-----\n', 'three---\nfour----\n', undefined],
  ])
})

it('keeps none where none is wanted, and a line that is larger than a file whole', () => {
  const path = join(folder, 'none.log')
  const file = new LogFile({ path, inPlaceOf, maxBytes: 10, kept: 0, failed: () => undefined })
  for (const line of ['a line that is long\n', 'another that is long\n']) file.write(line)
  file.close()
  expect([text(path), text(`${path}.1`)]).toEqual(['another that is long\n', undefined])
})

it('says once that it cannot write, and stops nobody', () => {
  writeFileSync(join(folder, 'plain'), '')
  const said: string[] = []
  const file = new LogFile({
    path: join(folder, 'plain', 'x'),
    maxBytes: 10,
    kept: 1,
    failed: (message) => said.push(message),
    inPlaceOf,
  })
  for (let n = 0; n < 3; n++) file.write('line\n')
  expect(said).toEqual([expect.stringMatching(/ENOTDIR|EEXIST/)])
})

it('says so once where a file cannot be closed, stops nobody, and goes on with the next line', () => {
  const path = join(folder, 'quota.log')
  const said: string[] = []
  const file = new LogFile({ path, inPlaceOf, maxBytes: 1000, kept: 1, failed: (message) => said.push(message) })
  file.write('one\n')
  renameSync(path, `${path}.away`)
  closingFails(() => file.write('lost\n'))
  expect(said).toEqual(['EDQUOT: disk quota exceeded, close'])
  file.write('two\n')
  file.close()
  expect(text(path)).toBe('1 missing\ntwo\n')
})

it('says how many lines are missing where it goes on, and of more of them when that can be written, too', () => {
  const path = join(folder, 'away', 'bot.log')
  const file = new LogFile({ path, maxBytes: 1000, kept: 1, failed: () => undefined, inPlaceOf })
  file.write('one\n')
  renameSync(join(folder, 'away'), join(folder, 'elsewhere'))
  writeFileSync(join(folder, 'away'), '')
  for (const line of ['two\n', 'three\n']) file.write(line)
  rmSync(join(folder, 'away'))
  for (const line of ['four\n', 'five\n']) file.write(line)
  file.close()
  expect(text(path)).toBe('2 missing\nfour\nfive\n')
})

it('begins a line of its own below a part of one, as a full disk or a killed process leaves it', () => {
  const path = join(folder, 'torn.log')
  writeFileSync(path, 'whole\n{"part')
  const file = new LogFile({ path, inPlaceOf, maxBytes: 100, kept: 1, failed: (message) => expect(message).toBe('') })
  for (const line of ['next\n', 'last\n']) file.write(line)
  file.close()
  expect(text(path)).toBe('whole\n{"part\nnext\nlast\n')
})

it('glues nothing to the part of a line that a full disk took', () => {
  const path = join(folder, 'limited.log')
  const lines = ['a', 'b', 'c', 'd'].map((sign) => sign.repeat(3000))
  const said = limitedTo(
    'telemetry/log/log-file',
    `(() => {
      const said = []
      const failed = (message) => said.push(message)
      const file = new it.LogFile({ path: ${JSON.stringify(path)}, maxBytes: 1e6, kept: 1, failed })
      for (const line of ${JSON.stringify(lines)}) file.write(line + '\\n')
      return said
    })()`,
  )
  expect(said).toEqual([expect.stringContaining('EFBIG')])
  const file = new LogFile({ path, inPlaceOf, maxBytes: 1e6, kept: 1, failed: (message) => expect(message).toBe('') })
  file.write('room again\n')
  file.close()
  const [last, part = '', ...whole] = (text(path) ?? '').trimEnd().split('\n').reverse()
  expect(last).toBe('room again')
  expect(part).toMatch(/^(b+|c+)$/)
  expect(whole.reverse()).toEqual(lines.slice(0, whole.length))
})

it('begins anew where another has moved the file away, removed it with its folder, or cut it', () => {
  const path = join(folder, 'turned', 'bot.log')
  const file = new LogFile({ path, inPlaceOf, maxBytes: 20, kept: 1, failed: (message) => expect(message).toBe('') })
  file.write('one-----\n')
  renameSync(path, `${path}-20260101`)
  file.write('two-----\n')
  expect([text(path), text(`${path}-20260101`)]).toEqual(['two-----\n', 'one-----\n'])
  rmSync(join(folder, 'turned'), { recursive: true })
  file.write('three---\n')
  expect(text(path)).toBe('three---\n')
  file.write('four----\n')
  // a copy of it was made before: full is what it would be with what is left in it
  truncateSync(path)
  file.write('five----\n')
  file.close()
  expect([text(path), text(`${path}.1`)]).toEqual(['five----\n', undefined])
})

it('remembers the last lines by number', () => {
  const tail = new LogTail()
  for (let n = 0; n < 1500; n++) tail.write(`${n}\n`)
  expect(tail.read({ most: 2 })).toEqual({ lines: ['1498', '1499'], next: 1500 })
  expect(tail.read({ from: 1499, most: 5 })).toEqual({ lines: ['1499'], next: 1500 })
  expect(tail.read({ from: 1500, most: 5 })).toEqual({ lines: [], next: 1500 })
  expect(tail.read({ from: 0, most: 5 }).lines).toHaveLength(1000)
})
