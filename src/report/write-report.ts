// The report's five files, each whole or not there at all.

import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { messageOf, QuoinError } from '../domain/error.js'
import { Draft, READABLE } from '../files/draft.js'
import { reportHtml } from './html/report-html.js'
import { metricsOf } from './metrics/run-metrics.js'
import { equityCsv, fillsCsv, marketsCsv, selectionCsv } from './report-csv.js'
import { reportJson } from './report-json.js'
import type { ReportMeta } from './report-parts.js'
import type { RunReport } from './result.js'

export interface ReportPaths {
  readonly html: string
  readonly json: string
  readonly fills: string
  readonly equity: string
  readonly markets: string
  readonly selection: string
}

const DEFAULT_NAME = 'report'

/**
 * Writes `<name>.html`, `.json`, `-fills.csv`, `-equity.csv`, `-markets.csv` and `-selection.csv`, and returns their paths. `target` is the page (`out/monday.html`),
 * its path without the ending, or a folder that exists or ends in a slash: then the name is `report`. Folders are made. Files that were there are
 * replaced once all new ones are written. The paths returned are absolute. Throws `bad-argument`, naming the path, where one cannot be written: a full disk, no right to.
 */
export function writeReport(target: string, result: RunReport, meta: ReportMeta): ReportPaths {
  const base = resolve(reportBase(target, DEFAULT_NAME))
  const metrics = metricsOf(result)
  const paths: ReportPaths = {
    html: `${base}.html`,
    json: `${base}.json`,
    fills: `${base}-fills.csv`,
    equity: `${base}-equity.csv`,
    markets: `${base}-markets.csv`,
    selection: `${base}-selection.csv`,
  }
  writeTogether([
    { path: paths.json, text: reportJson(result, meta, metrics) },
    { path: paths.fills, text: fillsCsv(...result.runs) },
    { path: paths.equity, text: equityCsv(...result.runs) },
    { path: paths.markets, text: marketsCsv(result, metrics) },
    { path: paths.selection, text: selectionCsv(result) },
    // last, as the one that people look for
    { path: paths.html, text: reportHtml(result, meta, metrics) },
  ])
  return paths
}

/** The path of a report without its ending; in a folder it is called `name`. */
export function reportBase(target: string, name: string): string {
  const isFolder = /[/\\]$/.test(target) || (existsSync(target) && statSync(target).isDirectory())
  return isFolder ? join(target, name) : target.replace(/\.html?$/i, '')
}

export interface FileText {
  readonly path: string
  /** In pieces where it may be longer than a text can be. */
  readonly text: string | Iterable<string>
}

/** Each whole or not there at all. Throws `bad-argument`, naming the path, where one cannot be written. */
export function writeTogether(files: readonly FileText[]): void {
  const terms = { survives: 'machine', mode: READABLE, ending: `${process.pid}.draft` } as const
  const drafts = files.map(({ path, text }) => ({ path, text, draft: new Draft(path, terms) }))
  try {
    for (const { path, text, draft } of drafts) {
      attempt(path, () => {
        mkdirSync(dirname(path), { recursive: true })
        draft.write(text)
      })
    }
    for (const { path, draft } of drafts) attempt(path, () => draft.place())
  } finally {
    for (const { draft } of drafts) draft.drop()
  }
}

function attempt(path: string, write: () => void): void {
  try {
    write()
  } catch (cause) {
    const why = messageOf(cause)
    throw new QuoinError('bad-argument', `report: ${path} cannot be written: ${why}`, { cause })
  }
}
