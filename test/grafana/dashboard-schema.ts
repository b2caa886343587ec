// Grafana's JSON model of a dashboard, as far as ours use it (https://grafana.com/docs, the classic model, schemaVersion 42): whatever is not
// in it is refused, so that a misspelled key does not go unnoticed.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const source = z.strictObject({ type: z.literal('prometheus'), uid: z.literal('$' + '{datasource}') })
const gridPos = z.strictObject({
  x: z.int().min(0).max(23),
  y: z.int().min(0),
  w: z.int().min(1).max(24),
  h: z.int().min(1),
})

const thresholds = z.strictObject({
  mode: z.literal('absolute'),
  steps: z.array(z.strictObject({ color: z.string(), value: z.number().nullable() })).min(1),
})
const mapping = z.strictObject({
  type: z.literal('value'),
  options: z.record(z.string(), z.strictObject({ text: z.string().optional(), color: z.string(), index: z.int() })),
})
const link = z.strictObject({ title: z.string(), url: z.string() })
const defaults = z.strictObject({
  unit: z.string().min(1),
  thresholds,
  decimals: z.int().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  noValue: z.string().optional(),
  mappings: z.array(mapping).optional(),
  links: z.array(link).optional(),
  color: z.strictObject({ mode: z.literal('thresholds') }).optional(),
  custom: z
    .strictObject({
      lineWidth: z.int(),
      fillOpacity: z.int(),
      showPoints: z.literal('never').optional(),
      spanNulls: z.boolean().optional(),
      thresholdsStyle: z.strictObject({ mode: z.literal('dashed') }).optional(),
    })
    .optional(),
})
const PROPERTIES = ['unit', 'decimals', 'mappings', 'links', 'thresholds', 'custom.cellOptions'] as const
const override = z.strictObject({
  matcher: z.strictObject({ id: z.literal('byName'), options: z.string() }),
  properties: z.array(z.strictObject({ id: z.enum(PROPERTIES), value: z.unknown() })),
})
const transformation = z.union([
  z.strictObject({ id: z.literal('merge'), options: z.strictObject({}) }),
  z.strictObject({
    id: z.literal('organize'),
    options: z.strictObject({
      excludeByName: z.record(z.string(), z.literal(true)),
      renameByName: z.record(z.string(), z.string()),
      indexByName: z.record(z.string(), z.int()).optional(),
    }),
  }),
])

const target = z.strictObject({
  refId: z.string().regex(/^[A-Z]$/),
  expr: z.string(),
  instant: z.literal(true).optional(),
  range: z.literal(false).optional(),
  format: z.literal('table').optional(),
  legendFormat: z.string().optional(),
})
const panel = z.strictObject({
  id: z.int(),
  type: z.enum(['stat', 'table', 'timeseries', 'state-timeline']),
  title: z.string(),
  description: z.string(),
  datasource: source,
  gridPos,
  targets: z.array(target).min(1),
  fieldConfig: z.strictObject({ defaults, overrides: z.array(override) }),
  options: z.record(z.string(), z.unknown()),
  transformations: z.array(transformation).optional(),
})
export type Panel = z.infer<typeof panel>
const row = z.strictObject({
  id: z.int(),
  type: z.literal('row'),
  title: z.string(),
  collapsed: z.literal(false),
  gridPos,
  panels: z.tuple([]),
})

const shown = { name: z.string(), label: z.string(), hide: z.literal(0) }
const variable = z.discriminatedUnion('type', [
  z.strictObject({ ...shown, type: z.literal('datasource'), query: z.literal('prometheus'), refresh: z.literal(1) }),
  z.strictObject({
    ...shown,
    type: z.literal('query'),
    datasource: source,
    // 1: values of a label; 3: what a query finds
    query: z.strictObject({ qryType: z.union([z.literal(1), z.literal(3)]), query: z.string(), refId: z.string() }),
    regex: z.string(),
    refresh: z.literal(2),
    sort: z.int(),
  }),
])
export type Variable = z.infer<typeof variable>

const dashboard = z.strictObject({
  uid: z.string().regex(/^quoin-[a-z]+$/),
  title: z.string(),
  description: z.string(),
  tags: z.tuple([z.literal('quoin')]),
  schemaVersion: z.literal(42),
  version: z.int(),
  editable: z.boolean(),
  graphTooltip: z.literal(1),
  timezone: z.literal('utc'),
  refresh: z.string(),
  time: z.strictObject({ from: z.string(), to: z.literal('now') }),
  links: z.array(
    z.strictObject({
      type: z.literal('dashboards'),
      title: z.string(),
      tags: z.array(z.string()),
      asDropdown: z.boolean(),
      includeVars: z.boolean(),
      keepTime: z.boolean(),
      targetBlank: z.boolean(),
      icon: z.string(),
      tooltip: z.string(),
    }),
  ),
  annotations: z.strictObject({ list: z.tuple([]) }),
  templating: z.strictObject({ list: z.array(variable) }),
  panels: z.array(z.union([panel, row])),
})
export type Dashboard = z.infer<typeof dashboard>

const FOLDER = 'config/grafana/dashboards'

/** Every dashboard, read and checked. */
export const dashboards = (): readonly Dashboard[] =>
  readdirSync(FOLDER).map((name) => dashboard.parse(JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))))

export const panelsOf = ({ panels }: Dashboard): readonly Panel[] =>
  panels.flatMap((one) => (one.type === 'row' ? [] : [one]))
