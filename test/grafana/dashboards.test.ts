// The dashboards of config/grafana: what they read exists, each panel explains itself, and links lead somewhere. That every query finds
// something at a bot: test/ci/metrics.test.ts.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readExpression, unknownIn } from '../prometheus/expression.js'
import { knownSeries } from '../prometheus/known-series.js'
import { type Dashboard, dashboards, panelsOf } from './dashboard-schema.js'
import { optionsOf } from './variable-options.js'

const known = knownSeries()
const all = dashboards()
const [datasource] = parse(readFileSync('config/grafana/provisioning/datasources/prometheus.yaml', 'utf8')).datasources
const [provider] = parse(readFileSync('config/grafana/provisioning/dashboards/quoin.yaml', 'utf8')).providers

/** Names in `$name` and `${name}` that no variable has. */
function unknownVariables({ templating }: Dashboard, text: string): string[] {
  const declared = templating.list.map(({ name }) => name)
  const used = [...text.matchAll(/\$\{?(\w+)/g)].map(([, name = '']) => name)
  return used.filter((name) => !declared.includes(name) && !name.startsWith('__'))
}

it('are three, by names that do not change', () => {
  expect(all.map(({ uid }) => uid)).toEqual(['quoin-bot', 'quoin-fleet', 'quoin-market'])
})

describe.each(all)('$uid', (board) => {
  const panels = panelsOf(board)

  it('reads series and labels that there are, and variables that it has', () => {
    const queries = board.templating.list.flatMap((one) => (one.type === 'query' ? [one.query.query] : []))
    const inner = queries.map((query) => /^(?:label_values\((.*), \w+\)|query_result\((.*)\))$/.exec(query))
    const texts = [
      ...inner.map((found) => found?.[1] ?? found?.[2] ?? 'nothing'),
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ]
    for (const text of texts) expect({ text, unknown: unknownIn(text, known) }).toEqual({ text, unknown: [] })
    expect(unknownVariables(board, JSON.stringify(board))).toEqual([])
  })

  it.each(panels)('$title explains itself, and has its legend of labels that it reads', (panel) => {
    expect(panel.description).toMatch(/^.{20,}\.$/s)
    expect(panel.targets.map(({ refId }) => refId)).toEqual(
      'A,B,C,D,E,F,G,H,I,J,K,L,M'.split(',').slice(0, panel.targets.length),
    )
    for (const { expr, legendFormat = '' } of panel.targets) {
      const { selectors, grouped } = readExpression(expr)
      const own = [...grouped, ...selectors.flatMap(({ name }) => [...(known.get(name) ?? [])])]
      for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) expect(own).toContain(label)
      if (panel.type === 'timeseries' || panel.type === 'state-timeline') expect(legendFormat).not.toBe('')
    }
    const { steps } = panel.fieldConfig.defaults.thresholds
    const bounds = steps.map(({ value }) => value ?? Number.NEGATIVE_INFINITY)
    expect(bounds[0]).toBe(Number.NEGATIVE_INFINITY)
    expect(bounds).toEqual([...new Set(bounds)].sort((a, b) => a - b))
  })

  it('has no panel on another, and no two of one name or number', () => {
    const cells = board.panels.flatMap(({ gridPos: { x, y, w, h } }) => {
      expect(x + w).toBeLessThanOrEqual(24)
      return Array.from({ length: w * h }, (_, n) => `${x + (n % w)},${y + Math.floor(n / w)}`)
    })
    expect(new Set(cells).size).toBe(cells.length)
    for (const key of ['id', 'title'] as const)
      expect(new Set(board.panels.map((panel) => panel[key])).size).toBe(board.panels.length)
  })

  it('names columns of its tables that there are', () => {
    for (const { targets, transformations = [], fieldConfig } of panels.filter(({ type }) => type === 'table')) {
      const organize = transformations.find(({ id }) => id === 'organize')
      const {
        renameByName = {},
        excludeByName = {},
        indexByName = {},
      } = organize?.id === 'organize' ? organize.options : {}
      const labels = targets.flatMap(({ expr }) => readExpression(expr).grouped)
      const values = targets.length === 1 ? ['Value'] : targets.map(({ refId }) => `Value #${refId}`)
      const columns = ['Time', ...labels, ...values]
      for (const name of [renameByName, excludeByName, indexByName].flatMap((one) => Object.keys(one)))
        expect(columns).toContain(name)
      const left = columns.filter((name) => !(name in excludeByName)).map((name) => renameByName[name] ?? name)
      for (const { matcher } of fieldConfig.overrides) expect(left).toContain(matcher.options)
      // a column that is neither shown by its name nor left out is one that was forgotten
      if (targets.length > 1) expect(left.filter((name) => name.startsWith('Value'))).toEqual([])
    }
  })

  it('links to dashboards that there are, with variables that they have', () => {
    const urls = [...JSON.stringify(board).matchAll(/"url":"(.*?)"/g)].map(([, url = '']) => url)
    for (const url of urls) {
      const [, uid, query = ''] = /^\/d\/([\w-]+)\?(.*)$/.exec(url) ?? []
      const names = all.find((one) => one.uid === uid)?.templating.list.map(({ name }) => name)
      for (const [, name] of query.matchAll(/var-(\w+)=/g)) expect(names).toContain(name)
      expect(query).toContain('var-')
    }
  })
})

describe('the variable of a market', () => {
  const variable = all.find(({ uid }) => uid === 'quoin-market')?.templating.list.find(({ name }) => name === 'market')
  const series = (question: string) => ({
    __name__: 'quoin_market_info',
    ...{ instance: 'a', job: 'quoin', market: '0xc0', question, status: 'OPEN' },
  })

  it.each(['Will it rain?', 'By "June", or {later}?', 'status="no"?'])(
    'shows the question %s for the condition id',
    (question) => {
      if (variable?.type !== 'query') throw new Error('expected a query')
      expect(optionsOf(variable, [series(question)])).toEqual([{ text: question, value: '0xc0' }])
    },
  )
})

describe('the provisioning', () => {
  it('has a datasource that is asked as often as Prometheus looks', () => {
    const { scrape_interval } = parse(readFileSync('config/prometheus/prometheus.yml', 'utf8')).global
    expect(datasource).toMatchObject({
      type: 'prometheus',
      isDefault: true,
      jsonData: { timeInterval: scrape_interval },
    })
  })

  it('reads the dashboards from a folder of their own', () => {
    expect(provider).toMatchObject({ type: 'file', options: { path: '/etc/grafana/dashboards' } })
  })
})
