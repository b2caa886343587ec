// A sweep whose runs are done by worker processes through a real Redis: one is killed, Redis forgets everything, one has another tape.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { headLine, recordLine } from '../../src/recording/lines/record-line.js'
import { START_MS, sandboxRecords } from '../backtest/made-markets.js'
import { hasRedis, startRedis, type TestRedis } from '../fleet/redis-server.js'
import { PROGRAM } from '../program.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-workers-'))
const lines = [headLine('made', START_MS), ...sandboxRecords({ durationMs: 25_000 }).map(recordLine)]
writeFileSync(join(folder, 'made.jsonl'), `${lines.join('\n')}\n`)
writeFileSync(join(folder, 'other.jsonl'), `${lines.slice(0, -1).join('\n')}\n`)
const config = join(folder, 'bot.yaml')
const API_KEY = 'a-key-that-stays-here'
writeFileSync(
  config,
  `venue: { profile: ${resolve('config/venues/sandbox.yaml')}, url: "http://127.0.0.1:1", apiKey: ${API_KEY} }
markets: { select: { minTimeLeftSec: 15 } }
strategy: { name: fixed-spread }
backtest: { tape: made.jsonl, models: [risk-averse] }
sweep: { folds: 3, holdOut: 0.25, minFills: 0, workers: 2 }
`,
)
const sweepArgs = (name: string) => [
  ...[...PROGRAM, 'sweep', config, '--report', join(folder, name)],
  ...['--set', 'strategy.params.size=8,10,12'],
]
const runsOf = (name: string) => {
  const path = join(folder, `${name}-runs.jsonl`)
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0
}
const files = (name: string) =>
  ['.html', '.json', '.csv', '-best.yaml'].map((end) => readFileSync(join(folder, name + end), 'utf8'))
const WAIT = { timeout: 120_000, interval: 20 }

describe.skipIf(!hasRedis)('workers of a sweep', () => {
  let redis: TestRedis
  const children: ChildProcess[] = []
  beforeAll(async () => {
    redis = await startRedis('a password')
  })
  // a second try begins where the first began
  beforeEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    for (const name of readdirSync(folder)) if (/^(local|queued)/.test(name)) rmSync(join(folder, name))
    await redis.flush()
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await redis.end()
    rmSync(folder, { recursive: true, force: true })
  })

  function started(args: readonly string[]) {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    children.push(child)
    const said = { text: '' }
    const hear = (text: Buffer) => {
      said.text += text
    }
    for (const stream of [child.stdout, child.stderr]) stream.on('data', hear)
    const exit = new Promise<number | null>((done) => child.once('close', done))
    return { child, said, exit }
  }
  const worker = (...more: readonly string[]) =>
    started([...PROGRAM, 'worker', '--queue', url, '--threads', '1', ...more])
  const url = join(folder, 'redis-url')

  it('lose nothing when one is killed or Redis forgets everything, and find what local threads find', async () => {
    writeFileSync(url, `${redis.url}\n`)
    const local = promisify(execFile)(process.execPath, sweepArgs('local'))
    const sweep = started([...sweepArgs('queued'), '--queue', url])
    await vi.waitFor(
      () => expect(sweep.said.text).toContain('no worker: start "quoin worker --queue redis://127'),
      WAIT,
    )

    const killed = worker()
    const stranger = worker('--tape', join(folder, 'other.jsonl'))
    await vi.waitFor(() => expect(runsOf('queued')).toBeGreaterThanOrEqual(1), WAIT)
    await vi.waitFor(async () => expect(await activeJobs(redis)).toBe(1), WAIT)
    killed.child.kill('SIGKILL')
    await vi.waitFor(
      () => expect(sweep.said.text).toMatch(/refuses: the tape .*other\.jsonl holds something else/),
      WAIT,
    )
    expect(await activeJobs(redis)).toBe(1)

    const second = worker()
    const before = runsOf('queued')
    await vi.waitFor(() => expect(runsOf('queued')).toBeGreaterThan(before), WAIT)
    await redis.flush()
    expect(await sweep.exit).toBe(0)
    await local
    expect(files('queued')).toEqual(files('local'))

    await vi.waitFor(async () => expect(await redis.client.keys('quoin:*')).toEqual([]), WAIT)
    for (const { child, exit, said } of [second, stranger]) {
      child.kill('SIGINT')
      expect(await exit).toBe(0)
      expect(said.text).toMatch(/\d+ runs done\n$/)
    }
    for (const { said } of [sweep, killed, second, stranger]) expect(said.text).not.toContain('a password')
  }, 180_000)

  it('end on a signal though Redis is away, which is said once', async () => {
    const own = await startRedis()
    writeFileSync(url, `${own.url}\n`)
    const sweep = started([...sweepArgs('queued-away'), '--queue', url])
    const one = worker()
    await vi.waitFor(() => expect(runsOf('queued-away')).toBeGreaterThanOrEqual(1), WAIT)
    await own.end()
    for (const { said } of [sweep, one]) await vi.waitFor(() => expect(said.text).toContain('is away'), WAIT)
    // longer than some tries to come back
    await new Promise((done) => setTimeout(done, 2000))
    one.child.kill('SIGINT')
    expect(await one.exit).toBe(0)
    expect(one.said.text).toMatch(/\d+ runs done\n$/)
    sweep.child.kill('SIGINT')
    expect(await sweep.exit).toBe(6)
    for (const { said } of [sweep, one]) expect(said.text.match(/ECONNREFUSED/g) ?? []).toEqual([])
  }, 60_000)

  it('are asked for where none is there, with --json too, and not at once', async () => {
    writeFileSync(url, `${redis.url}\n`)
    const sweep = started([...sweepArgs('lonely'), '--queue', url, '--json'])
    await vi.waitFor(async () => expect(await jobTexts(redis)).toContain('fixed-spread'), WAIT)
    const offeredMs = performance.now()
    await vi.waitFor(() => expect(sweep.said.text).not.toBe(''), WAIT)
    expect(performance.now() - offeredMs).toBeGreaterThan(3000)
    expect(JSON.parse(sweep.said.text)).toEqual({
      waiting: expect.stringMatching(/^no worker: start "quoin worker --queue redis/),
    })
    sweep.child.kill('SIGINT')
    expect(await sweep.exit).toBe(6)
  }, 60_000)

  it('that are busy with an older sweep say so to the next one, and take it afterwards', async () => {
    writeFileSync(url, `${redis.url}\n`)
    const longer = ['--report', join(folder, 'queued-first'), '--set', 'strategy.params.size=5..64:step=1']
    const first = started([...PROGRAM, 'sweep', config, ...longer, '--queue', url])
    await vi.waitFor(async () => expect(await jobTexts(redis)).toContain('fixed-spread'), WAIT)
    const one = worker()
    await vi.waitFor(() => expect(one.said.text).toContain('taken'), WAIT)
    const second = started([...sweepArgs('queued-second'), '--queue', url])
    const busy = /worker \S+ refuses: it does the runs of another sweep first\n/
    await vi.waitFor(() => expect(second.said.text).toMatch(busy), WAIT)
    for (const { exit } of [first, second]) expect(await exit).toBe(0)
    expect(second.said.text).toMatch(/worker \S+: does 1 runs at once/)
    one.child.kill('SIGINT')
    expect(await one.exit).toBe(0)
  }, 120_000)

  it('is never told of the API key', async () => {
    writeFileSync(url, `${redis.url}\n`)
    const sweep = started([...sweepArgs('unkeyed'), '--queue', url])
    await vi.waitFor(async () => expect(await jobTexts(redis)).toContain('fixed-spread'), WAIT)
    expect(await jobTexts(redis)).not.toContain(API_KEY)
    sweep.child.kill('SIGINT')
    expect(await sweep.exit).toBe(6)
    expect(await redis.client.keys('quoin:*')).toEqual([])
  }, 60_000)
})

async function activeJobs({ client }: TestRedis): Promise<number> {
  const [key] = await client.keys('quoin:work-*:active')
  return key === undefined ? 0 : client.llen(key)
}

/** All that Redis holds of it, the offer included. */
async function jobTexts({ client }: TestRedis): Promise<string> {
  const texts: unknown[] = []
  for (const key of await client.keys('quoin:*')) {
    const type = await client.type(key)
    if (type === 'string') texts.push(await client.get(key))
    if (type === 'hash') texts.push(await client.hgetall(key))
  }
  return JSON.stringify(texts)
}
