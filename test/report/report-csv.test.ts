// The CSV files: quoted as they must be, and nothing in them is a formula.

import { expect, it } from 'vitest'
import { equityCsv, fillsCsv, marketsCsv, selectionCsv } from '../../src/report/report-csv.js'
import { FROM_MS, madeFill, madeMarket, madeResult, madeRun } from './made-result.js'

it('has a row for each fill, prices as they are', () => {
  const fill = madeFill({ outcome: 1, side: 'SELL', fee: 0.01, midAfter: { '1': 0.1, '10': undefined, '60': 0.3 } })
  const [head, row, end] = [...fillsCsv(madeRun({ fills: [fill] }))].join('').split('\r\n')
  expect(head?.split(',')).toHaveLength(16)
  expect(row).toBe(
    'risk-averse,2026-09-21T14:14:20.000Z,0xa,Will it rain?,NO,SELL,0.48,10,0.01,maker,settled,0,0.5,0.1,,0.3',
  )
  expect(end).toBe('')
})

it.each([
  ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@a', "'@a"],
  ['\t=1', "'\t=1"],
  ['a, "b"\n', '"a, ""b""\n"'],
  ['5 = 5?', '5 = 5?'],
])('a question %j is %j', (question, cell) => {
  expect([...fillsCsv(madeRun({ markets: [madeMarket({ question })] }))].join('')).toContain(`,0xa,${cell},YES,BUY,`)
})

it('a loss is a number and stays one', () => {
  const run = madeRun({
    samples: [{ ...madeRun().samples[0]!, pnl: { spread: 0, inventory: -1, fees: 0, total: -1 } }],
  })
  expect(equityCsv(run)).toContain(`${new Date(FROM_MS).toISOString()},0,-1,0,-1,0,0\r\n`)
})

it('has a row for each market under each model, as many cells as heads', () => {
  const other = madeRun({
    model: 'optimistic',
    markets: [madeMarket({ winner: 1 }), madeMarket({ conditionId: '0xb' })],
  })
  const [head, ...rows] = marketsCsv(madeResult({ runs: [madeRun(), other] }))
    .trimEnd()
    .split('\r\n')
  expect(rows).toHaveLength(3)
  for (const row of rows) expect(row.split(',')).toHaveLength(head?.split(',').length ?? 0)
  const cell = (row: number, name: string) => rows[row]?.split(',')[head?.split(',').indexOf(name) ?? 0]
  expect(cell(0, 'winner')).toBe('')
  expect(cell(1, 'winner')).toBe('NO')
  expect(cell(0, 'tape_share')).toBe('0.05')
  expect(Number(cell(0, 'total_exit'))).toBeCloseTo(0.1, 9)
  expect(Number(cell(0, 'half_spread_cents'))).toBeCloseTo(2, 9)
})

it('lists what the bot chose from, those that it left too', () => {
  expect(selectionCsv(madeResult()).split('\r\n')[2]).toBe(
    '2,0xb,Will it snow?,,2026-09-21T14:13:20.000Z,,2026-09-21T14:13:20.000Z,max: 1 were chosen before it',
  )
})
