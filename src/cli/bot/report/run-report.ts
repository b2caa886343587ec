// The report with which a live or paper run ends: written when everything is cancelled and closed, so that nothing waits for it.

import { join } from 'node:path'
import type { Config } from '../../../config/config.js'
import { toFailure } from '../../../domain/error.js'
import type { TradingMode } from '../../../domain/run/trading-mode.js'
import { runName } from '../../../recording/writing/segment-name.js'
import { writeReport } from '../../../report/write-report.js'
import { createRealClock } from '../../../venue/transport/real-clock.js'
import type { CommandContext } from '../../command-context.js'
import { packageVersion } from '../../package-root.js'
import { RunNotes, type RunNotesOptions } from './run-notes.js'

/** Notes for a report, where one is wanted: by `--report` or by the configuration. */
export function runNotes(
  { report }: { readonly report?: string },
  options: Omit<RunNotesOptions, 'clock'>,
): RunNotes | undefined {
  if (report === undefined && !options.config.report.write) return undefined
  return new RunNotes({ ...options, clock: createRealClock({ unref: true }) })
}

export interface RunReportPlace {
  readonly config: Config
  readonly mode: TradingMode
  /** `--report`. */
  readonly report?: string
}

/** A report that cannot be written is told of, and changes nothing about how the run ended. */
export function writeRunReport(
  notes: RunNotes,
  { config, mode, report }: RunReportPlace,
  { out }: CommandContext,
): void {
  try {
    const result = notes.report()
    const name = report ?? join(config.report.folder, `${mode}-${runName(result.fromMs)}`)
    const paths = writeReport(name, result, { version: packageVersion(), madeMs: Date.now(), kind: mode })
    out.data({ report: paths.html }, () => [`report: ${paths.html}`])
  } catch (error) {
    const { code, message } = toFailure(error)
    out.error({ code, message })
  }
}
