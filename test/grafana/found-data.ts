// Every query of every dashboard as Grafana would ask it, for a bot and a market, and which of them find nothing.

import type { TestPrometheus } from '../prometheus/prometheus-process.js'
import { dashboards, panelsOf } from './dashboard-schema.js'
import { type Option, optionsOf, selectorOf } from './variable-options.js'

/** `values` of the variables. A range is as long as Grafana takes at the scrape interval of a test. */
const filled = (text: string, values: ReadonlyMap<string, string>) =>
  text.replaceAll('$__rate_interval', '5s').replace(/\$(\w+)/g, (all, name: string) => values.get(name) ?? all)

/** Panel and query of those that have found nothing since then. `pick`: which options of a variable a person goes through; one must have found it. */
export async function queriesWithoutData(
  prometheus: TestPrometheus,
  {
    sinceMs,
    pick,
  }: { readonly sinceMs: number; readonly pick: (name: string, options: readonly Option[]) => readonly string[] },
): Promise<string[]> {
  const empty: string[] = []
  for (const board of dashboards()) {
    let looks: ReadonlyMap<string, string>[] = [new Map()]
    for (const variable of board.templating.list) {
      if (variable.type !== 'query') continue
      const found = await prometheus.find(filled(selectorOf(variable), looks[0] ?? new Map()))
      const options = optionsOf(
        variable,
        found.map(({ metric }) => metric),
      )
      if (options.length === 0) empty.push(`${board.uid}: $${variable.name}`)
      const picked = pick(variable.name, options)
      looks = looks.flatMap((look) => picked.map((value) => new Map([...look, [variable.name, value]])))
    }
    for (const { title, targets } of panelsOf(board)) {
      for (const { refId, expr } of targets) {
        const found = await Promise.all(looks.map((look) => prometheus.find(filled(expr, look), sinceMs)))
        if (found.every(({ length }) => length === 0)) empty.push(`${board.uid}: ${title} ${refId}`)
      }
    }
  }
  return empty
}
