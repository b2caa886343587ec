// A sweep in processes of its own that are killed, stopped, and whose strategies bring their threads down.

import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { headLine, recordLine } from '../../src/recording/lines/record-line.js'
import { START_MS, sandboxRecords } from '../backtest/made-markets.js'
import { PROGRAM } from '../program.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-sweep-ci-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Of the compiled program: the strategy's file is loaded anew for each run. */
const INDEX = join(dirname(PROGRAM[0] ?? ''), '../index.js')
const STRATEGY = `import { defineStrategy, z, YES, NO } from '${INDEX}'
export default defineStrategy({
  name: 'mine',
  description: 'breaks in many ways',
  params: z.strictObject({ how: z.string().default('ok'), edge: z.number().default(0.02) }),
  inputs: ['fair'],
  quote(view, { how, edge }) {
    if (how === 'exit') process.exit(3)
    if (how === 'reject') void Promise.reject(new Error('nobody waits'))
    const p = view.fair?.p
    if (p === undefined) return { quotes: [] }
    return {
      quotes: [
        { outcome: YES, side: 'BUY', price: p - edge, size: 10 },
        { outcome: NO, side: 'BUY', price: 1 - p - edge, size: 10 },
      ],
    }
  },
})
`
writeFileSync(join(folder, 'mine.ts'), STRATEGY)
const lines = [headLine('made', START_MS), ...sandboxRecords({ durationMs: 40_000 }).map(recordLine)]
writeFileSync(join(folder, 'made.jsonl'), `${lines.join('\n')}\n`)
const config = join(folder, 'bot.yaml')
writeFileSync(
  config,
  `venue: { profile: ${resolve('config/venues/sandbox.yaml')}, url: "http://127.0.0.1:1", apiKey: unused }
markets: { select: { minTimeLeftSec: 15 } }
strategy: { file: mine.ts }
backtest: { tape: made.jsonl, models: [risk-averse] }
sweep: { folds: 3, holdOut: 0.15, minFills: 0, workers: 2 }
`,
)

const argsOf = (name: string, set: string) => [
  ...[...PROGRAM, 'sweep', config, '--report', join(folder, name)],
  ...['--set', set],
]
const SWEPT = 'strategy.params.edge=0.01,0.02,0.03'
const runsOf = (name: string) => {
  const path = join(folder, `${name}-runs.jsonl`)
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0
}
const whole = (name: string, set = SWEPT) => promisify(execFile)(process.execPath, argsOf(name, set))
const files = (name: string) =>
  ['.html', '.json', '.csv', '-best.yaml'].map((end) => readFileSync(join(folder, name + end), 'utf8'))

/** Started, and sent a signal once some runs are done. */
async function ended(name: string, signal: NodeJS.Signals) {
  const child = spawn(process.execPath, argsOf(name, SWEPT), { stdio: ['ignore', 'pipe', 'inherit'] })
  let stdout = ''
  child.stdout.on('data', (text) => {
    stdout += text
  })
  const exit = new Promise<number | null>((done) => child.on('close', done))
  while (child.exitCode === null && runsOf(name) < 3) await new Promise((done) => setTimeout(done, 20))
  child.kill(signal)
  return { code: await exit, stdout }
}

it('a killed sweep loses nothing that was done, and ends as one that was not', async () => {
  await whole('calm')
  expect((await ended('killed', 'SIGKILL')).code).toBe(null)
  const kept = runsOf('killed')
  expect(kept).toBeGreaterThanOrEqual(3)
  const stopped = await ended('killed', 'SIGINT')
  if (stopped.code === 6) expect(stopped.stdout).toContain('the same command goes on from there')
  const { stdout } = await whole('killed')
  expect(Number(/(\d+) of them from before/.exec(stdout)?.[1])).toBeGreaterThanOrEqual(kept)
  expect(files('killed')).toEqual(files('calm'))
})

it('a run that brings its thread down is the failure of its configuration, and of no other', async () => {
  await whole('broken', 'strategy.params.how=ok,exit,reject,fine')
  const { trials } = JSON.parse(readFileSync(join(folder, 'broken.json'), 'utf8'))
  const told = trials.map(({ values, state, reason }: { values: string[]; state: string; reason?: string }) => [
    ...[values[0], state, reason],
  ])
  expect(told).toEqual([
    ['ok', 'ranked', undefined],
    ['fine', 'ranked', undefined],
    ['exit', 'failed', 'its thread ended with exit code 3'],
    ['reject', 'failed', 'nobody waits'],
  ])
})
