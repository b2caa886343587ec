// The report as JSON: the result as it is, and what is derived of it.

import { metricsOf, type RunMetrics } from './metrics/run-metrics.js'
import type { ReportMeta } from './report-parts.js'
import type { RunReport } from './result.js'

/** Raised when a key is renamed or goes. */
const FORMAT = 1

export function reportJson(
  result: RunReport,
  meta: ReportMeta,
  metrics: readonly RunMetrics[] = metricsOf(result),
): string {
  return `${JSON.stringify({ format: FORMAT, meta, result, metrics })}\n`
}
