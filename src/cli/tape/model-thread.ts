// A thread of a backtest: plays the tape under one fill model at a time, as the main thread would.

import { resolve } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { BacktestOptions } from '../../backtest/run-backtest.js'
import { type ModelOutcome, runModel } from '../../backtest/run-model.js'
import { parseConfig } from '../../config/config.js'
import type { YamlSource } from '../../config/yaml-file.js'
import { type Failure, toFailure } from '../../domain/error.js'
import { type ColumnTape, columnSource } from '../../recording/cache/column-tape.js'
import type { ModelRun } from '../../report/result.js'
import type { PackedFills } from '../../report/run/fill-table.js'
import { unlessEnded } from '../strategy/load-failure.js'
import { ENDED } from '../strategy/load-strategy.js'
import { backtestOptions } from './backtest-options.js'

export interface ModelThreadData {
  readonly config: YamlSource
  readonly tapePath: string
  readonly tape: ColumnTape
  /** Of the one that it is compared with. */
  readonly unseenTakers: BacktestOptions['unseenTakers']
}

export interface CountedModelThread extends ModelThreadData {
  /** Shared: raised for as long as a run goes on. */
  readonly turns: Int32Array
}

export interface ModelJob {
  readonly model: BacktestOptions['models'][number]
  /** Shared: how many records it has come to. */
  readonly records: Int32Array
}

/** Its fills as they go from one thread to another. */
export type PackedOutcome = Omit<ModelOutcome, 'run'> & {
  readonly run: Omit<ModelRun, 'fills'> & { readonly fills: PackedFills }
}

export type ModelAnswer =
  | { readonly ok: true; readonly outcome: PackedOutcome | undefined }
  | { readonly ok: false; readonly failure: Failure }

const data: CountedModelThread = workerData
const config = parseConfig(data.config)
const { file } = config.strategy
const path = file === undefined ? undefined : resolve(config.folder, file)

async function run({ model, records }: ModelJob): Promise<ModelAnswer> {
  try {
    const outcome = await runModel({
      // what is to be said of the tape is said by the main thread
      ...(await backtestOptions(config, { tape: data.tapePath }, () => undefined)),
      ...{ source: columnSource(data.tape), unseenTakers: data.unseenTakers, model },
      onProgress: (count) => Atomics.store(records, 0, count),
      onTurn: () => void Atomics.add(data.turns, 0, 1),
    })
    const run = outcome && { ...outcome.run, fills: outcome.run.fills.packed() }
    return { ok: true, outcome: outcome && run && { ...outcome, run } }
  } catch (error) {
    return { ok: false, failure: toFailure(error) }
  }
}

/** A rejection that nobody handles ends the thread once a run is over: before the answer, so that it is this run's and not the next one's. */
async function runToItsEnd(job: ModelJob): Promise<ModelAnswer> {
  const answer = await run(job)
  await new Promise((done) => setImmediate(done))
  return answer
}

const answer = (told: ModelAnswer) => parentPort?.postMessage(told)

parentPort?.on('message', (job: ModelJob) => {
  // what a thread that ends has posted arrives before its end does
  const ended = (failure: Failure) => answer({ ok: false, failure })
  void unlessEnded(path, ENDED, () => runToItsEnd(job), ended).then(answer)
})
