// What Grafana offers for a variable, from what Prometheus answers: values of a label, or a regular expression over the text of each series.

import type { Variable } from './dashboard-schema.js'

export interface Option {
  readonly text: string
  readonly value: string
}

type Query = Extract<Variable, { type: 'query' }>
export type Labels = Readonly<Record<string, string>>

/** The series that it asks for. */
export function selectorOf({ query }: Query): string {
  const [, values, result] = /^(?:label_values\((.*), \w+\)|query_result\((.*)\))$/.exec(query.query) ?? []
  return values ?? result ?? ''
}

export function optionsOf(variable: Query, series: readonly Labels[]): readonly Option[] {
  const { query, regex } = variable
  const [, label] = /^label_values\(.*, (\w+)\)$/.exec(query.query) ?? []
  if (label !== undefined) {
    const values = new Set(series.map((labels) => labels[label] ?? ''))
    return [...values].map((value) => ({ text: value, value }))
  }
  const pattern = new RegExp(regex.slice(1, -1))
  return series.flatMap(({ __name__: name = '', ...labels }) => {
    // values as they are, labels by name, then value and time
    const pairs = Object.entries(labels).map(([key, value]) => `${key}="${value}"`)
    const { text, value } = pattern.exec(`${name}{${pairs.join(',')}} 1 1700000000000`)?.groups ?? {}
    return text === undefined || value === undefined ? [] : [{ text, value }]
  })
}
