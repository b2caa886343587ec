import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readRun } from '../../src/calibration/told-run.js'
import { writeReport } from '../../src/report/write-report.js'
import { FROM_MS, madeResult, madeRun } from '../report/made-result.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-calibration-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

const runs = (['risk-averse', 'power-3', 'optimistic'] as const).map((model) => madeRun({ model }))
const meta = { version: '1.2.3', madeMs: FROM_MS }
const paths = writeReport(join(folder, 'monday'), madeResult({ runs }), meta)

describe('a report read back', () => {
  it('by its JSON or its page; between the bounds where nobody chose', () => {
    expect(readRun(paths.json).model).toBe('power-3')
    expect(readRun(paths.html)).toEqual(readRun(paths.json))
    expect(readRun(paths.json, 'optimistic').model).toBe('optimistic')
    expect(readRun(paths.json).fills).toHaveLength(1)
  })

  it('the best on its tape, where somebody has looked; the only one of a live run', () => {
    const best = writeReport(join(folder, 'best'), madeResult({ runs, bestOnTape: 'risk-averse' }), meta)
    expect(readRun(best.json).model).toBe('risk-averse')
    const live = writeReport(join(folder, 'live'), madeResult({ runs: [madeRun({ model: 'live' })] }), meta)
    expect(readRun(live.json).model).toBe('live')
  })

  it('what is none says what is wrong with it', () => {
    const other = join(folder, 'other.json')
    expect(() => readRun(join(folder, 'absent.json'))).toThrow(
      /report: .*absent.json: expected the JSON of a report, got ENOENT/,
    )
    writeFileSync(other, '{"format": 2}')
    expect(() => readRun(other)).toThrow(/other.json: expected the JSON of a report; format: expected 1, got 2$/)
    writeFileSync(other, '{}')
    expect(() => readRun(other)).toThrow(/format: expected 1, got nothing$/)
    expect(() => readRun(paths.json, 'live')).toThrow(
      /model: expected one of .*: risk-averse, power-3, optimistic, got live/,
    )
  })
})
