// Every series that a query can find at a bot, or that an alert reads of its watchdog, by its name, with the names of its labels.

import { z } from 'zod'
import { BotMetrics } from '../../src/telemetry/metrics/bot-metrics.js'

const described = z.object({ name: z.string(), type: z.string(), labelNames: z.array(z.string()) })

/** What Prometheus adds to each of them. */
const TARGET = ['instance', 'job']

/** Of alerts that fire: those of the rule and of what it is told of. */
const OF_ALERTS = ['alertname', 'alertstate', 'severity', 'market', 'question', 'cause', 'class', 'kind', 'result']

export function knownSeries(): ReadonlyMap<string, ReadonlySet<string>> {
  const { registry } = new BotMetrics({ version: '0', strategy: 's', mode: 'paper' })
  const known = new Map<string, ReadonlySet<string>>([
    ['up', new Set(TARGET)],
    ...['trouble', 'unverified', 'armed'].map((of): [string, Set<string>] => [`quoin_watchdog_${of}`, new Set(TARGET)]),
    ['ALERTS', new Set([...TARGET, ...OF_ALERTS])],
  ])
  for (const metric of registry.getMetricsAsArray()) {
    const { name, type, labelNames } = described.parse(metric)
    const labels = [...TARGET, ...labelNames]
    if (type !== 'histogram') known.set(name, new Set(labels))
    else {
      known.set(`${name}_bucket`, new Set([...labels, 'le']))
      for (const part of ['sum', 'count']) known.set(`${name}_${part}`, new Set(labels))
    }
  }
  return known
}
