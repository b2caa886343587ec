// The files that a sweep leaves, written together: the page, everything as JSON, a CSV, and the best configuration.

import { rmSync } from 'node:fs'
import { type FileText, writeTogether } from '../../report/write-report.js'
import { movedText, withValues } from '../space/config-text.js'
import type { SweepResult, TrialResult } from '../sweep-result.js'
import { sweepCsv } from './sweep-csv.js'
import { sweepHtml } from './sweep-html.js'
import { changesText, objectiveText, pnlText, scopeText, winnerOf } from './value-text.js'

export interface SweepReportPaths {
  readonly html: string
  readonly json: string
  readonly csv: string
  /** Not there where nothing is called the best. */
  readonly best: string
}

/** Raised when a key is renamed or goes. */
const FORMAT = 1

/** `source`: the configuration that was swept. Throws `bad-argument`, naming the path, where one cannot be written. */
export function writeSweepReport(
  base: string,
  result: SweepResult,
  source: { readonly file: string; readonly text: string },
): SweepReportPaths {
  const paths = { html: `${base}.html`, json: `${base}.json`, csv: `${base}.csv`, best: `${base}-best.yaml` }
  const best = winnerOf(result)
  const files: FileText[] = [
    { path: paths.json, text: `${JSON.stringify({ format: FORMAT, ...result })}\n` },
    { path: paths.csv, text: sweepCsv(result) },
    ...(best === undefined ? [] : [{ path: paths.best, text: bestText(paths.best, { result, best, source }) }]),
    // last, as the one that people look for
    { path: paths.html, text: sweepHtml(result) },
  ]
  // one of an earlier sweep would be taken for this one's
  if (best === undefined) rmSync(paths.best, { force: true })
  writeTogether(files)
  return paths
}

interface BestParts {
  readonly result: SweepResult
  readonly best: TrialResult
  readonly source: { readonly file: string; readonly text: string }
}

function bestText(to: string, { result, best, source }: BestParts): string {
  const changes = result.parameters.flatMap(({ path }, i) => {
    const value = best.values[i]
    return value === undefined ? [] : [{ path, value }]
  })
  const { objective } = result.settings
  return movedText(withValues(source.text, changes), source.file, to, [
    `The best of a sweep by Quoin ${result.version}: ${changesText(result, best)}`,
    `${scopeText(result)} of ${result.tape}`,
    `${objective} ${objectiveText(objective, best.objective)}; P&L ${pnlText(best.searched)} searched, ${pnlText(best.heldOut)} held out`,
    ...(result.overfitting === undefined ? [] : [result.overfitting.sentence]),
  ])
}
