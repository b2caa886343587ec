// The fill models of a backtest beside each other, on threads that read the same tape. What is decided and filled is the same as one after
// the other.

import type { BacktestOptions } from '../../backtest/run-backtest.js'
import type { ModelOutcome } from '../../backtest/run-model.js'
import { QuoinError } from '../../domain/error.js'
import { FillTable } from '../../report/run/fill-table.js'
import { WorkerPool } from '../../sweep/runs/worker-pool.js'
import { startThread } from '../process/start-thread.js'
import type { CountedModelThread, ModelAnswer, ModelJob, ModelThreadData } from './model-thread.js'

/** Between two looks at how far they are. */
const LOOK_MS = 200

/** A strategy that throws, and whatever else ends a run, is thrown here. */
export function onThreads(
  data: ModelThreadData,
  { threads, watchdogSec }: { readonly threads: number; readonly watchdogSec: number },
): NonNullable<BacktestOptions['runModels']> {
  return async ({ models, onProgress }) => {
    const pool = new WorkerPool({
      size: Math.min(threads, models.length),
      start: (turns) => {
        const counted: CountedModelThread = { ...data, turns }
        return startThread(new URL('./model-thread.js', import.meta.url), counted)
      },
      jobsPerWorker: models.length,
      limitSec: watchdogSec,
    })
    const jobs = models.map((model) => ({ model, records: new Int32Array(new SharedArrayBuffer(4)) }))
    const look = setInterval(() => {
      // the one that the others will have waited for
      const [slowest] = jobs.filter((job) => isUnderWay(job, data)).sort((a, b) => countOf(a) - countOf(b))
      if (slowest !== undefined) onProgress?.(slowest.model, countOf(slowest))
    }, LOOK_MS)
    try {
      return await Promise.all(jobs.map((job) => outcomeOf(pool, job)))
    } finally {
      clearInterval(look)
      await pool.close()
    }
  }
}

const countOf = ({ records }: ModelJob) => Atomics.load(records, 0)

function isUnderWay(job: ModelJob, { tape }: ModelThreadData): boolean {
  return countOf(job) > 0 && countOf(job) < tape.records
}

async function outcomeOf(pool: WorkerPool, job: ModelJob): Promise<ModelOutcome | undefined> {
  const done = await pool.run(job)
  if (done.kind === 'died' && done.isHung)
    throw new QuoinError('hung', `${job.model}: ${done.reason}; --threads 1 says where`)
  if (done.kind !== 'answered') {
    throw new QuoinError('internal', `${job.model}: ${done.kind === 'died' ? done.reason : 'its thread was ended'}`)
  }
  const answer = done.answer as ModelAnswer
  if (!answer.ok) throw new QuoinError(answer.failure.code, answer.failure.message)
  const { outcome } = answer
  return outcome && { ...outcome, run: { ...outcome.run, fills: FillTable.of(outcome.run.fills) } }
}
