// The rules of config/prometheus: what they read exists, and a person finds what to do.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readExpression, unknownIn } from './expression.js'
import { knownSeries } from './known-series.js'
import { alertRules } from './rules.js'

const known = knownSeries()
const runbook = readFileSync('docs/alerts.md', 'utf8')

/** Its heading and what stands below, up to the next. */
function chapter(name: string): string {
  const [, text = ''] = new RegExp(`^### ${name}\\n([\\s\\S]*?)(?=^#|$(?![\\s\\S]))`, 'm').exec(runbook) ?? []
  return text
}

describe.each(alertRules())('$alert', ({ alert, expr, labels, annotations }) => {
  it('reads series and labels that there are', () => {
    expect(unknownIn(expr, known)).toEqual([])
  })

  it('names in its summary labels that it has', () => {
    const { selectors, grouped } = readExpression(expr)
    const own = selectors.flatMap(({ name }) => [...(known.get(name) ?? [])])
    for (const [, label = ''] of annotations.summary.matchAll(/\$labels\.(\w+)/g))
      expect([...own, ...grouped]).toContain(label)
  })

  it('wakes somebody or waits for the morning, and its chapter says what it means and what to do', () => {
    expect(['page', 'warn']).toContain(labels.severity)
    expect(annotations.runbook).toBe(`docs/alerts.md#${alert.toLowerCase()}`)
    expect(chapter(alert)).toMatch(/\*\*Means:\*\* .{30,}/)
    expect(chapter(alert)).toMatch(/\*\*Do:\*\* .{30,}/)
  })
})

it('docs/alerts.md has no chapter of a rule that is gone', () => {
  const chapters = [...runbook.matchAll(/^### (Quoin\w+)$/gm)].map(([, name]) => name)
  expect(chapters).toEqual(alertRules().map(({ alert }) => alert))
})
