import { expect, it } from 'vitest'
import { metricsOf } from '../../src/report/metrics/run-metrics.js'
import { reportJson } from '../../src/report/report-json.js'
import { FillTable } from '../../src/report/run/fill-table.js'
import { FROM_MS, madeFill, madeResult, madeRun } from './made-result.js'

const META = { version: '1.2.3', madeMs: FROM_MS }

it('is the text of the whole, and no piece of it grows with the fills', () => {
  const fills = new FillTable()
  for (let i = 0; i < 5000; i++) fills.add(madeFill({ atMs: FROM_MS + i }))
  const result = madeResult({ runs: [madeRun(), madeRun({ model: 'optimistic', fills })] })
  const metrics = metricsOf(result)
  const pieces = [...reportJson(result, META, metrics)]
  expect(pieces.join('')).toBe(`${JSON.stringify({ format: 1, meta: META, result, metrics })}\n`)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(10_000)
})

it('leaves out what is absent', () => {
  const { bestOnTape, latency } = JSON.parse([...reportJson(madeResult(), META)].join('')).result
  expect([bestOnTape, latency]).toEqual([undefined, undefined])
})
