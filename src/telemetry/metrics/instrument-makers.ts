// Counters, gauges and histograms of prom-client by the names that we give them.

import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export function makers(registry: Registry) {
  const registers = [registry]
  return {
    counter: <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
      new Counter<L>({ name: `quoin_${name}`, help, labelNames: [...labelNames], registers }),
    gauge: <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
      new Gauge<L>({ name: `quoin_${name}`, help, labelNames: [...labelNames], registers }),
    histogram: <L extends string>(name: string, help: string, buckets: number[], labelNames: readonly L[] = []) =>
      new Histogram<L>({ name: `quoin_${name}`, help, labelNames: [...labelNames], buckets, registers }),
  }
}
