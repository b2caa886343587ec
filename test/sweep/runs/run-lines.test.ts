import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runLines } from '../../../src/sweep/runs/run-lines.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-lines-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const path = join(folder, 'runs.jsonl')
const linesOf = (text: string) => {
  writeFileSync(path, text)
  return [...runLines(path)]
}
const whole = (text: string) => ({ text, isWhole: true })

it('has every line, empty ones too, and says which has no end', () => {
  expect(linesOf('')).toEqual([])
  expect(linesOf('a\n\nb\n')).toEqual([whole('a'), whole(''), whole('b')])
  expect(linesOf('a\nb')).toEqual([whole('a'), { text: 'b', isWhole: false }])
})

it('has lines whole that are read in pieces, letters of several bytes too', () => {
  const long = 'é'.repeat(700_001)
  expect(linesOf(`x\n${long}\n${long}\ny\n`)).toEqual([whole('x'), whole(long), whole(long), whole('y')])
})
