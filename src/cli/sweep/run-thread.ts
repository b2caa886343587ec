// A thread of a sweep: takes a configuration and a window, runs the backtest there, and answers with what it found as JSON.

import { parentPort, workerData } from 'node:worker_threads'
import { SWEPT_MODELS } from '../../backtest/default-models.js'
import { backtest } from '../../backtest/run-backtest.js'
import { parseConfig } from '../../config/config.js'
import { inWords, toFailure } from '../../domain/error.js'
import type { ColumnTape } from '../../recording/cache/column-tape.js'
import type { TapeRecord } from '../../recording/tape-record.js'
import { windowRunOf } from '../../sweep/runs/window-run.js'
import type { Window } from '../../sweep/search/windows.js'
import { windowSource } from '../../sweep/tape/window-source.js'
import { backtestOptions } from '../tape/backtest-options.js'
import { programHash } from './identity.js'
import { type ChangedSince, changedSince, effectiveOf, madeOf } from './made-of.js'

export interface SweepThreadData {
  /** Of the configuration: its relative paths are of there. */
  readonly file: string
  readonly tapePath: string
  readonly tape: ColumnTape
  /** By the beginning of a window. */
  readonly openings: ReadonlyMap<number, readonly TapeRecord[]>
  /** Of the profit's changes, milliseconds. */
  readonly stepMs: number
  /** Shared: raised for as long as a run goes on. */
  readonly turns: Int32Array
}

export interface SweepJob {
  readonly text: string
  readonly window: Window
  /** Of what it was planned: `madeOf`. */
  readonly made: string
}

/** `run` is JSON: what is read back of a file is the same to the last digit. */
export type SweepAnswer =
  | { readonly ok: true; readonly run: string }
  | { readonly ok: false; readonly reason: string }
  | ChangedSince

const data: SweepThreadData = workerData
/** Of the files that this thread has loaded. */
const program = programHash()

async function run({ text, window, made }: SweepJob): Promise<SweepAnswer> {
  try {
    const config = parseConfig({ file: data.file, text })
    const options = await backtestOptions(config, { tape: data.tapePath }, () => undefined)
    // asked for after it was loaded: who saves a file while a sweep runs would else have its numbers kept as those of another
    if (madeOf(effectiveOf(config, options.strategy), program) !== made) return changedSince(config.strategy.file)
    const source = windowSource(data.tape, window, data.openings.get(window.fromMs) ?? [])
    // the same ones for all runs of a sweep, whatever lies beside the tape by then
    const models = config.backtest.models ?? SWEPT_MODELS
    const result = await backtest({ ...options, models, source, onTurn: () => void Atomics.add(data.turns, 0, 1) })
    if (result === undefined) return { ok: false, reason: 'the tape has no record in this window' }
    return { ok: true, run: JSON.stringify(windowRunOf(result, window, data.stepMs)) }
  } catch (error) {
    return { ok: false, reason: inWords(toFailure(error)) }
  }
}

parentPort?.on('message', (job: SweepJob) => {
  // a rejection that nobody handles ends the thread once a run is over: before the answer, so that it is this run's and not the next one's
  void run(job).then((answer) => setImmediate(() => parentPort?.postMessage(answer)))
})
