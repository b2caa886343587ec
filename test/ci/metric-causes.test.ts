import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { alertRules } from '../prometheus/rules.js'
import { hasMoved, MOVES, OF_NOBODY, OF_THE_PRESSED, OF_THE_WATCHDOG, RINGS, STILL, sumOf } from './metric-causes.js'

it('names every metric of the docs, and no other', () => {
  const page = readFileSync('docs/metrics.md', 'utf8')
  const documented = [...page.matchAll(/^\| `(quoin_\w+)` \|/gm)].map(([, name = '']) => name)
  const named = Object.values(MOVES)
    .flat()
    .map(({ series }) => series.replace(/\{.*/, '').replace(/((?:duration|lag)_seconds)_count$/, '$1'))
  expect([...new Set([...named, ...Object.keys(STILL)])].sort()).toEqual([...documented].sort())
})

it('sums the series of a metric that have all the labels, and sees them move', () => {
  const text = 'a{x="1",y="2"} 3\na{x="1",y="3"} 4\nab{x="1"} 9\nb 1\n'
  expect(['a', 'a{x="1"}', 'a{y="3",x="1"}', 'a{x="2"}', 'b'].map((series) => sumOf(text, series))).toEqual([
    7, 7, 4, 0, 1,
  ])
  const moved = (to: 'up' | 'down' | 'another') => hasMoved({ series: 'b', to }, text, 'b 2')
  expect([moved('up'), moved('down'), moved('another')]).toEqual([true, false, true])
})

it('names every rule once', () => {
  const named = [...Object.values(RINGS).flat(), ...OF_NOBODY, ...OF_THE_PRESSED, ...OF_THE_WATCHDOG]
  expect(named.sort()).toEqual(
    alertRules()
      .map(({ alert }) => alert)
      .sort(),
  )
})
