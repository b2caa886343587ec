// The report as JSON: the result as it is, and what is derived of it. In pieces: the fills of a long run are more than a text can hold.

import { metricsOf, type RunMetrics } from './metrics/run-metrics.js'
import type { ReportMeta } from './report-parts.js'
import type { ModelRun, RunReport } from './result.js'

/** Raised when a key is renamed or goes. */
const FORMAT = 1

export function* reportJson(
  result: RunReport,
  meta: ReportMeta,
  metrics: readonly RunMetrics[] = metricsOf(result),
): Generator<string> {
  yield* object({ format: FORMAT, meta, result, metrics }, { result: () => resultPieces(result) })
  yield '\n'
}

const resultPieces = (result: RunReport) => object(result, { runs: () => list(result.runs, runPieces) })
const runPieces = (run: ModelRun) => object(run, { fills: () => list(run.fills, (fill) => [JSON.stringify(fill)]) })

/** `inPieces`: the values that are not made a text at once, by their keys. */
function* object(value: object, inPieces: Readonly<Record<string, () => Iterable<string>>>): Generator<string> {
  yield '{'
  let before = ''
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined) continue
    yield `${before}${JSON.stringify(key)}:`
    yield* inPieces[key]?.() ?? [JSON.stringify(part)]
    before = ','
  }
  yield '}'
}

function* list<T>(items: Iterable<T>, pieces: (item: T) => Iterable<string>): Generator<string> {
  yield '['
  let before = ''
  for (const item of items) {
    yield before
    yield* pieces(item)
    before = ','
  }
  yield ']'
}
