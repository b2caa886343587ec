import { appendFileSync, mkdtempSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FileSource } from '../../src/signals/file-source.js'
import { clock, listen, until } from './listening.js'

let folder: string
let path: string
let source: FileSource
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-signals-'))
  path = join(folder, 'model.json')
  source = new FileSource({ path, everyMs: 10, clock })
})
afterEach(() => {
  source.stop()
  rmSync(folder, { recursive: true })
})

/** At once, as a careful writer does. */
function replace(text: string): void {
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}

it('tells what the file says, when it was written, and again when it has changed', async () => {
  replace('{ "model": 0.4 }')
  utimesSync(path, 1000, 1000)
  const heard = listen(source)
  await until(() => heard.words.length === 1)
  expect(heard.words[0]).toEqual({ name: 'model', value: 0.4, atMs: 1_000_000 })
  replace('{ "model": 0.5 }')
  await until(() => heard.words.length === 2)
  expect(heard.words[1]).toEqual({ name: 'model', value: 0.5, atMs: statSync(path).mtimeMs })
  const { length } = heard.words
  await clock30()
  expect([heard.words.length, heard.failures]).toEqual([length, []])
})

it('follows lines that are added', async () => {
  writeFileSync(path, '{"name":"model","value":0.4}\n')
  const heard = listen(source)
  await until(() => heard.words.length === 1)
  appendFileSync(path, '{"name":"model","value":0.5}\n')
  await until(() => heard.words.at(-1)?.value === 0.5)
})

it('says what is wrong, once for each change, and reads on', async () => {
  const heard = listen(source)
  await until(() => heard.failures.length > 0)
  expect(heard.failures[0]).toBe('expected a readable file, got ENOENT')
  heard.failures.length = 0
  replace('nonsense')
  await until(() => heard.failures.some((failure) => !failure.includes('ENOENT')))
  await clock30()
  const said = heard.failures.filter((failure) => !failure.includes('ENOENT'))
  expect(said).toEqual(['expected JSON lines, or one object by name'])
  expect([heard.words, heard.reads]).toEqual([[], 0])
  replace('{ "model": 0.5 }')
  await until(() => heard.reads === 1)
  expect(heard.words).toHaveLength(1)
})

it('reads the end of a file that has become long', async () => {
  const line = (value: number) => `${JSON.stringify({ name: 'model', value })}${' '.repeat(200)}\n`
  writeFileSync(path, Array.from({ length: 8000 }, (_, n) => line(n)).join(''))
  expect(statSync(path).size).toBeGreaterThan(1 << 20)
  const heard = listen(source)
  await until(() => heard.words.length > 0)
  expect([heard.words, heard.failures]).toEqual([[expect.objectContaining({ name: 'model', value: 7999 })], []])
})

it('takes no folder for a file, and is silent when it is stopped', async () => {
  source = new FileSource({ path: folder, everyMs: 10, clock })
  const heard = listen(source)
  await until(() => heard.failures.length > 0)
  expect(heard.failures[0]).toContain('expected a readable file')
  source.stop()
  const { length } = heard.failures
  await clock30()
  expect(heard.failures).toHaveLength(length)
})

const clock30 = () => new Promise((done) => setTimeout(done, 50))
