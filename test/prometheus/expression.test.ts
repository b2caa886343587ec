import { expect, it } from 'vitest'
import { readExpression, unknownIn } from './expression.js'

const KNOWN = new Map([
  ['a_total', new Set(['instance', 'x'])],
  ['b', new Set(['instance', 'y'])],
])

it('finds series, the labels that are asked for, and those that are grouped by', () => {
  const text = '60 * sum by (instance, x) (rate(a_total{x=~"b{|c", instance!="$i"}[5m])) / on (y) group_left (x) b'
  expect(readExpression(text)).toEqual({
    selectors: [
      { name: 'a_total', labels: ['x', 'instance'] },
      { name: 'b', labels: [] },
    ],
    grouped: ['instance', 'x', 'y', 'x'],
  })
  expect(unknownIn(text, KNOWN)).toEqual([])
})

it.each([
  ['rate(a_totals[1m])', ['a_totals']],
  ['a_total{z="1"} or b == bool 0', ['a_total{z}']],
  ['sum by (z) (b)', ['(z)']],
  ['1e3 * 0.5 * b unless c', ['c']],
])('%s does not exist in part', (text, expected) => {
  expect(unknownIn(text, KNOWN)).toEqual(expected)
})
