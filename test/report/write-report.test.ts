// Six files or none: their names, and what is said where they cannot be written.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { writeReport } from '../../src/report/write-report.js'
import { FROM_MS, madeResult } from './made-result.js'

const META = { version: '1.2.3', madeMs: FROM_MS }
const root = mkdtempSync(join(tmpdir(), 'quoin-report-'))
afterAll(() => rmSync(root, { recursive: true }))

it.each([
  ['out/monday.html', 'monday'],
  ['out/tuesday', 'tuesday'],
  ['deep/folder/', 'report'],
])('%s has the name %s', (target, name) => {
  const paths = writeReport(join(root, target), madeResult(), META)
  const files = [
    `${name}.html`,
    `${name}.json`,
    `${name}-fills.csv`,
    `${name}-equity.csv`,
    `${name}-markets.csv`,
    `${name}-selection.csv`,
  ]
  expect(Object.values(paths).map((path) => path.split('/').at(-1))).toEqual(files)
  for (const path of Object.values(paths)) expect(readFileSync(path, 'utf8').length).toBeGreaterThan(100)
  const json: unknown = JSON.parse(readFileSync(paths.json, 'utf8'))
  expect(json).toMatchObject({
    format: 1,
    meta: META,
    result: { runs: [{ volume: 10 }] },
    metrics: [{ fillRatio: 0.25 }],
  })
})

it('a relative folder that is not there yet, told by its slash, is one too; the paths told are absolute', () => {
  const folder = join(root, 'new', 'one')
  const { html } = writeReport(`${relative(process.cwd(), folder)}/`, madeResult(), META)
  expect(html).toBe(join(folder, 'report.html'))
  expect(existsSync(html)).toBe(true)
})

it('into a folder that is there is called report, and leaves no draft', () => {
  const folder = mkdtempSync(join(root, 'there-'))
  writeReport(folder, madeResult(), META)
  expect(readdirSync(folder).sort()).toEqual([
    'report-equity.csv',
    'report-fills.csv',
    'report-markets.csv',
    'report-selection.csv',
    'report.html',
    'report.json',
  ])
})

it('names the path that cannot be written, and leaves what was there', () => {
  const folder = mkdtempSync(join(root, 'taken-'))
  writeFileSync(join(folder, 'report.json'), 'old')
  // a folder stands where a draft should
  mkdirSync(join(folder, `report-markets.csv.${process.pid}.draft`))
  expect(() => writeReport(folder, madeResult(), META)).toThrow(
    expect.objectContaining({ code: 'bad-argument', message: expect.stringContaining('report-markets.csv') }),
  )
  expect(readFileSync(join(folder, 'report.json'), 'utf8')).toBe('old')
  expect(existsSync(join(folder, 'report.html'))).toBe(false)
})

it('says so where the folder is a file', () => {
  writeFileSync(join(root, 'file'), '')
  expect(() => writeReport(join(root, 'file/page.html'), madeResult(), META)).toThrow(
    /report: .*page\.json cannot be written: E/,
  )
})
