import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { WorkerPool } from '../../../src/sweep/runs/worker-pool.js'

const CODE = `
const { parentPort, threadId, workerData: turns } = require('node:worker_threads')
parentPort.on('message', (job) => {
  if (job === 'throw') throw new Error('out of luck')
  if (job === 'exit') process.exit(7)
  if (job === 'hang') { Atomics.add(turns, 0, 1); for (;;); }
  if (job === 'busy') for (const end = Date.now() + 600; Date.now() < end; ) Atomics.add(turns, 0, 1)
  if (job !== 'never') parentPort.postMessage({ job, threadId })
})`
let pool: WorkerPool | undefined
afterEach(() => pool?.close())

function made(size: number, jobsPerWorker = 100, limitSec = 0) {
  let started = 0
  const start = (turns: Int32Array) => {
    started += 1
    return new Worker(CODE, { eval: true, workerData: turns })
  }
  const opened = new WorkerPool({ size, start, jobsPerWorker, limitSec })
  pool = opened
  return { run: (job: string) => opened.run(job), started: () => started, close: () => opened.close() }
}

describe('a pool of threads', () => {
  it('answers each job with its own answer, by no more threads than it may have', async () => {
    const { run, started } = made(2)
    const jobs = ['a', 'b', 'c', 'd', 'e']
    const answers = await Promise.all(jobs.map(run))
    expect(answers).toMatchObject(jobs.map((job) => ({ kind: 'answered', answer: { job } })))
    expect(started()).toBe(2)
  })

  it('loses one job with the thread that dies of it, and goes on', async () => {
    const { run } = made(1)
    const answers = await Promise.all(['a', 'throw', 'exit', 'b'].map(run))
    expect(answers).toMatchObject([
      { kind: 'answered' },
      { kind: 'died', reason: 'out of luck' },
      { kind: 'died', reason: 'its thread ended with exit code 7' },
      { kind: 'answered', answer: { job: 'b' } },
    ])
  })

  it('ends a thread that counts no more turns, not one that is busy, and goes on', async () => {
    const { run } = made(1, 100, 0.2)
    expect(await Promise.all(['busy', 'hang', 'b'].map(run))).toMatchObject([
      { kind: 'answered' },
      { kind: 'died', reason: 'it has not turned for 0.2 s, as in a strategy that never returns', isHung: true },
      { kind: 'answered', answer: { job: 'b' } },
    ])
  })

  it('replaces a thread after so many jobs', async () => {
    const { run, started } = made(1, 2)
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map(run))
    expect(started()).toBe(3)
  })

  it('closed answers what is left, at once', async () => {
    const { run, close } = made(1)
    const waiting = Promise.all(['never', 'queued'].map(run))
    await close()
    expect(await waiting).toEqual([{ kind: 'closed' }, { kind: 'closed' }])
    expect(await run('late')).toEqual({ kind: 'closed' })
  })
})
