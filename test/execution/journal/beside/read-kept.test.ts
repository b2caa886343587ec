import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { readKept, unwritten } from '../../../../src/execution/journal/beside/read-kept.js'

const KIND = { what: 'some numbers', version: 2, schema: z.object({ version: z.int(), numbers: z.array(z.number()) }) }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-kept-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const path = () => join(folder, 'numbers.json')
const read = (text: string) => {
  writeFileSync(path(), text)
  return readKept(path(), KIND)
}

it('is nothing where there is no file, and what the file says where there is one', () => {
  expect(readKept(path(), KIND)).toBeUndefined()
  expect(read('{ "version": 1, "numbers": [1, 2], "since": "a newer release" }')).toEqual({
    version: 1,
    numbers: [1, 2],
  })
})

it.each([
  ['no JSON', 'half of {', /got .*JSON/],
  ['something else', '{ "version": 2, "numbers": ["one"] }', /got .*numbers/],
  ['of a newer release', '{ "version": 3, "numbers": [] }', /got version 3, as a newer release/],
])('throws for what is %s, and names the file and what was expected', (_kind, text, got) => {
  expect(() => read(text)).toThrow(got)
  expect(() => read(text)).toThrow(/^[^\n]*numbers\.json: expected some numbers of the former run, got [^\n]*$/)
  expect(() => read(text)).toThrow(expect.objectContaining({ code: 'journal-failed' }))
})

it('throws for what cannot be read', () => {
  mkdirSync(path())
  expect(() => readKept(path(), KIND)).toThrow(/expected some numbers of the former run, got EISDIR/)
})

it('says what could not be written', () => {
  expect(unwritten('a/b.json', new Error('EFBIG'))).toEqual({
    code: 'journal-failed',
    message: 'a/b.json: expected to write, got EFBIG',
  })
})
