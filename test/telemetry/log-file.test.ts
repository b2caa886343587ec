import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { LogFile } from '../../src/telemetry/log-file.js'
import { LogTail } from '../../src/telemetry/log-tail.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-log-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const text = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)

it('rotates by size, keeps as many as wanted, loses no line in between, and goes on with the file of the last run', () => {
  const path = join(folder, 'deep', 'bot.log')
  const make = () => new LogFile({ path, maxBytes: 20, kept: 2, failed: (message) => expect(message).toBe('') })
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
  const file = new LogFile({ path, maxBytes: 10, kept: 0, failed: () => undefined })
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
  })
  for (let n = 0; n < 3; n++) file.write('line\n')
  expect(said).toEqual([expect.stringMatching(/ENOTDIR|EEXIST/)])
})

it('remembers the last lines by number', () => {
  const tail = new LogTail()
  for (let n = 0; n < 1500; n++) tail.write(`${n}\n`)
  expect(tail.read({ most: 2 })).toEqual({ lines: ['1498', '1499'], next: 1500 })
  expect(tail.read({ from: 1499, most: 5 })).toEqual({ lines: ['1499'], next: 1500 })
  expect(tail.read({ from: 1500, most: 5 })).toEqual({ lines: [], next: 1500 })
  expect(tail.read({ from: 0, most: 5 }).lines).toHaveLength(1000)
})
