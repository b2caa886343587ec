// The report's five files, each whole or not there at all.

import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { messageOf, QuoinError } from '../domain/error.js'
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

/** Characters that are written at once. */
const WRITTEN_AT_ONCE = 1 << 20

/** Each whole or not there at all. Throws `bad-argument`, naming the path, where one cannot be written. */
export function writeTogether(files: readonly FileText[]): void {
  const draftOf = (path: string) => `${path}.${process.pid}.draft`
  try {
    for (const { path, text } of files) {
      attempt(path, () => {
        mkdirSync(dirname(path), { recursive: true })
        writeFlushed(draftOf(path), typeof text === 'string' ? [text] : text)
      })
    }
    for (const { path } of files) attempt(path, () => renameSync(draftOf(path), path))
  } finally {
    for (const { path } of files) removeQuietly(draftOf(path))
  }
}

function writeFlushed(path: string, pieces: Iterable<string>): void {
  const file = openSync(path, 'w')
  try {
    let unwritten = ''
    for (const piece of pieces) {
      unwritten += piece
      if (unwritten.length < WRITTEN_AT_ONCE) continue
      writeFileSync(file, unwritten)
      unwritten = ''
    }
    writeFileSync(file, unwritten)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** What stopped the writing is told; that its draft is still there is not. */
function removeQuietly(draft: string): void {
  try {
    rmSync(draft, { force: true })
  } catch {
    // the folder is not ours to write to, or is none
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
