import { expect, it } from 'vitest'
import { pageData } from '../../../src/report/html/page-data.js'
import { runMetrics } from '../../../src/report/metrics/run-metrics.js'
import { markets } from '../../../src/report/sections/market-charts.js'
import { FROM_MS, madeFill, madeMarket, madeResult, madeRun } from '../made-result.js'

const QUESTIONS = new Map([
  ['0xa', 'A?'],
  ['0xb', 'B?'],
])

/** Two markets that are drawn and one that is not, in two runs, of which the second has no fills. */
function filled() {
  const fills = [...Array(30).keys()].map((i) =>
    madeFill({ atMs: FROM_MS + i, conditionId: i % 2 === 0 ? '0xa' : i % 5 === 0 ? '0xc' : '0xb' }),
  )
  const own = ['0xa', '0xb', '0xc'].map((conditionId) => madeMarket({ conditionId }))
  return madeResult({ runs: [madeRun({ fills, markets: own }), madeRun({ fills: [], markets: own })] })
}

it('draws every fill of its markets where there are not too many', () => {
  const { data, everyFill } = pageData(filled(), QUESTIONS)
  expect(everyFill).toBe(1)
  expect(data.markets.map(({ runs }) => runs.map(({ fills }) => fills.length))).toEqual([
    [15, 0],
    [12, 0],
  ])
})

it('draws every so many of a long run, the first one too, and the page says so', () => {
  const result = filled()
  const { data, ...drawn } = pageData(result, QUESTIONS, 10)
  expect(drawn.everyFill).toBe(3)
  expect(data.markets.map(({ runs }) => runs[0]?.fills.map(([atMs]) => atMs))).toEqual([
    [0, 6, 12, 18, 24],
    [1, 9, 17, 23],
  ])
  const parts = {
    ...{ result, meta: { version: '1', madeMs: FROM_MS } },
    runs: result.runs.map((run) => ({ run, metrics: runMetrics(run, result) })),
  }
  const section = (everyFill: number) => markets(parts, { markets: QUESTIONS, hidden: 0, ...drawn, everyFill }).text
  expect(section(3)).toContain('One fill in 3 is drawn and listed; the JSON and CSV have all.')
  expect(section(1)).not.toContain('One fill in')
})
