import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { runBacktest } from '../../../../src/cli/commands/tapes/backtest.js'
import { headLine, recordLine } from '../../../../src/recording/lines/record-line.js'
import { START_MS, sandboxRecords } from '../../../backtest/made-markets.js'
import { captureContext } from '../sandbox.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-backtest-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lines = [headLine('made', START_MS), ...sandboxRecords({ durationMs: 15_000 }).map(recordLine)]
writeFileSync(join(folder, 'made.jsonl.gz'), gzipSync(`${lines.join('\n')}\n`))

function config(more: string): string {
  const path = join(folder, 'bot.yaml')
  const profile = resolve('config/venues/sandbox.yaml')
  const venue = `venue: { profile: ${profile}, url: "http://127.0.0.1:1", apiKey: unused }`
  const markets = 'markets: { select: { minTimeLeftSec: 15 } }'
  writeFileSync(path, [venue, markets, 'strategy: { name: fixed-spread }', more, ''].join('\n'))
  return path
}

it('prints one line that says what was found, and writes the report where the configuration says', async () => {
  const run = captureContext(true)
  const report = join(folder, 'monday')
  const path = config(`backtest: { tape: made.jsonl.gz, models: [risk-averse, optimistic], report: ${report} }`)
  expect(await runBacktest(path, {}, run.context)).toBe('ok')
  const found = JSON.parse(run.stdout)
  expect(found).toMatchObject({ events: lines.length, report: `${report}.html` })
  expect(found.decisionHash).toMatch(/^[0-9a-f]{64}$/)
  expect(found.fills.lower).toBeGreaterThan(0)
  expect(found.fills.upper).toBeGreaterThanOrEqual(found.fills.lower)
  expect(JSON.parse(readFileSync(`${report}.json`, 'utf8'))).toBeTypeOf('object')
  for (const end of ['.html', '-fills.csv', '-equity.csv', '-markets.csv', '-selection.csv'])
    expect(existsSync(report + end)).toBe(true)
})

it('says the same to people, for the tape and the report that are named on the command line', async () => {
  const run = captureContext(false)
  const flags = { tape: join(folder, 'made.jsonl.gz'), report: join(folder, 'tuesday.html') }
  expect(await runBacktest(config('backtest: { models: [power-3] }'), flags, run.context)).toBe('ok')
  expect(run.stdout).toMatch(/^fixed-spread on [\d,]+ records of 0\.\d minutes/)
  expect(run.stdout).toMatch(/\npower-3 +\d+ /)
  expect(run.stdout).toContain(`report: ${join(folder, 'tuesday.html')}`)
})

it('refuses an empty tape by its name, and latencies that a tape does not tell', async () => {
  const { context } = captureContext(true)
  writeFileSync(join(folder, 'empty.jsonl.gz'), '')
  const empty = runBacktest(config(''), { tape: join(folder, 'empty.jsonl.gz') }, context)
  await expect(empty).rejects.toMatchObject({ code: 'bad-tape', message: expect.stringMatching(/empty\.jsonl\.gz: /) })
  const recorded = runBacktest(config('backtest: { tape: made.jsonl.gz, latency: recorded }'), {}, context)
  await expect(recorded).rejects.toThrow(/made\.jsonl\.gz: backtest\.latency: recorded needs the core stream of a run/)
  const asItWas = runBacktest(config('backtest: { tape: made.jsonl.gz, latency: as-it-was }'), {}, context)
  await expect(asItWas).rejects.toThrow(/made\.jsonl\.gz: backtest\.latency: as-it-was needs the core stream of a run/)
})

it('finds the same with its models on threads', async () => {
  const path = config('backtest: { tape: made.jsonl.gz, models: [risk-averse, power-3, optimistic] }')
  const found = async (threads: number) => {
    const run = captureContext(true)
    const report = join(folder, `threads-${threads}`)
    expect(await runBacktest(path, { threads, report }, run.context)).toBe('ok')
    const { wallSeconds: _, eventsPerSecond: __, report: ___, ...rest } = JSON.parse(run.stdout)
    const written = readFileSync(`${report}.json`, 'utf8')
    return { rest, written: written.replace(/"madeMs":\d+/, '') }
  }
  const alone = await found(1)
  expect(alone.rest.fills.upper).toBeGreaterThan(0)
  expect(await found(2)).toEqual(alone)
})

it('without a tape, or with one that is none, names what is expected', async () => {
  const run = captureContext(true)
  await expect(runBacktest(config(''), {}, run.context)).rejects.toThrow(
    'backtest.tape: expected a tape there or by --tape, got neither',
  )
  await expect(runBacktest(config(''), { tape: join(folder, 'no') }, run.context)).rejects.toThrow('expected a tape')
})

it('runs another configuration on the same tape, and says which one earns more or that it cannot tell', async () => {
  const first = config('backtest: { tape: made.jsonl.gz, models: [risk-averse, optimistic] }')
  const other = join(folder, 'other.yaml')
  // its own tape and models do not count
  writeFileSync(
    other,
    `${readFileSync(first, 'utf8').split('\n').slice(0, 2).join('\n')}
strategy: { name: fixed-spread, params: { halfSpread: 0.05 } }
backtest: { tape: none.jsonl.gz, models: [power-3] }
`,
  )
  const run = captureContext(true)
  expect(await runBacktest(first, { against: other, report: `${join(folder, 'pair')}/` }, run.context)).toBe('ok')
  const found = JSON.parse(run.stdout)
  expect(found.report).toBe(join(folder, 'pair', 'report.html'))
  expect(found.against.report).toBe(join(folder, 'pair', 'report-against.html'))
  expect(found.against.events).toBe(found.events)
  expect(found.against.decisionHash).not.toBe(found.decisionHash)
  expect(found.against.models.map(({ model }: { model: string }) => model)).toEqual(['risk-averse', 'optimistic'])
  // fifteen seconds say nothing
  expect(found.against).toMatchObject({ verdict: 'cannot-tell', sentence: expect.stringContaining('Cannot tell: ') })
  const people = captureContext(false)
  await runBacktest(first, { against: other, report: join(folder, 'pair') }, people.context)
  expect(people.stdout).toMatch(/\nsecond:\nfixed-spread on /)
  expect(people.stdout).toContain('SECOND LESS FIRST')
  expect(people.stdout).toContain('\nof its fills: what their shares were worth up to a minute later; ')
  expect(people.stdout).toMatch(/; P&L of nine of ten true runs, if the models are right: -?\d+\.\d\d to /)
})

const failing = (when: string) => {
  const file = join(folder, 'failing.ts')
  writeFileSync(
    file,
    `import { bothBids, defineStrategy, z } from '${resolve('src/index.js')}'
export const failing = defineStrategy({
  name: 'failing',
  description: 'Fails.',
  params: z.strictObject({}),
  inputs: ['fair', 'time'],
  quote(view) {
    if (view.fair === undefined) return { quotes: [] }
    const { p } = view.fair
    if (${when}) throw new Error('boom')
    return { quotes: bothBids({ yes: p - 0.03, no: 0.97 - p, size: 20 }), fair: p }
  },
})
`,
  )
  const path = config('backtest: { tape: made.jsonl.gz, models: [risk-averse, optimistic] }')
  writeFileSync(path, readFileSync(path, 'utf8').replace('name: fixed-spread', `file: ${file}`))
  return path
}

it('of a strategy that always fails, ends as a check does, with what it found said and written', async () => {
  const run = captureContext(true)
  const path = failing('true')
  const done = runBacktest(path, { report: join(folder, 'failing') }, run.context)
  await expect(done).rejects.toMatchObject({ code: 'bad-config', message: expect.stringContaining('it threw: boom') })
  await expect(done).rejects.toThrow(`${path}: strategy: expected one that quotes, got one that failed instead, `)
  const { warnings } = JSON.parse(run.stdout)
  expect(warnings[0]).toMatch(
    /^the strategy failed \d+ times, in \d+ markets, and nothing was quoted for \d+ % of the time/,
  )
  expect(readFileSync(join(folder, 'failing.html'), 'utf8')).toContain('the strategy failed')
  const good = config('backtest: { tape: made.jsonl.gz, models: [risk-averse] }').replace('bot.yaml', 'good.yaml')
  writeFileSync(good, readFileSync(join(folder, 'bot.yaml')))
  const against = runBacktest(good, { against: failing('true'), report: join(folder, 'pair') }, run.context)
  await expect(against).rejects.toThrow(`${path}: strategy: expected one that quotes`)
})

it('says how often a strategy failed that quotes besides', async () => {
  const run = captureContext(true)
  const path = failing('Math.floor(view.nowMs / 5000) % 2 === 1')
  expect(await runBacktest(path, { report: join(folder, 'failing') }, run.context)).toBe('ok')
  const { warnings } = JSON.parse(run.stdout)
  expect(warnings[0]).toMatch(/^the strategy failed \d+ times, in \d+ markets, .* first: it threw: boom/)
})

it('is not ramped, since nothing on a tape is live, and keeps the calendar by the time of the tape', async () => {
  const found = async (risk: string) => {
    const run = captureContext(true)
    const path = config(`risk: ${risk}\nbacktest: { tape: made.jsonl.gz, models: [risk-averse] }`)
    await runBacktest(path, { report: join(folder, 'limits') }, run.context)
    return JSON.parse(run.stdout)
  }
  const plain = await found('{}')
  expect(plain.fills.lower).toBeGreaterThan(0)
  expect((await found('{ ramp: { startAt: 0.05 } }')).decisionHash).toBe(plain.decisionHash)
  const at = new Date(START_MS + 5000).toISOString()
  const stopped = await found(`{ calendar: [{ name: news, at: ${at}, beforeSec: 5, afterSec: 60, action: stop }] }`)
  expect(stopped.fills).toEqual({ lower: 0, upper: 0 })
  const past = new Date(START_MS - 3_600_000).toISOString()
  const free = await found(`{ calendar: [{ name: news, at: ${past}, beforeSec: 5, afterSec: 60, action: stop }] }`)
  expect(free.fills).toEqual(plain.fills)
})

/** What a backtest says of a copy of the tape, without its own time. */
async function saidOf(tape: string, cache: boolean): Promise<Record<string, unknown>> {
  const run = captureContext(true)
  const flags = { tape, cache, report: join(folder, 'cached') }
  await runBacktest(config('backtest: { models: [power-3] }'), flags, run.context)
  const { wallSeconds: _wall, eventsPerSecond: _rate, ...said } = JSON.parse(run.stdout)
  return said
}

it('decides the same by way of the cache, made or found, as without one', async () => {
  const tape = join(folder, 'copy.jsonl.gz')
  copyFileSync(join(folder, 'made.jsonl.gz'), tape)
  const plain = await saidOf(tape, false)
  expect(existsSync(`${tape}.columns`)).toBe(false)
  expect(plain['decisions']).toBeGreaterThan(20)
  expect(await saidOf(tape, true)).toEqual(plain)
  expect(existsSync(`${tape}.columns`)).toBe(true)
  expect(await saidOf(tape, true)).toEqual(plain)
})

it('does so on the tape in the package', { timeout: 120_000 }, async () => {
  const tape = join(folder, 'sandbox.jsonl.gz')
  copyFileSync(resolve('config/tapes/sandbox.jsonl.gz'), tape)
  const plain = await saidOf(tape, false)
  expect(plain['decisions']).toBeGreaterThan(1000)
  expect(await saidOf(tape, true)).toEqual(plain)
})

it('says in the report what is left out of a torn tape, and not where the tape lies', async () => {
  const torn = join(folder, 'torn.jsonl.gz')
  const whole = readFileSync(join(folder, 'made.jsonl.gz'))
  writeFileSync(torn, whole.subarray(0, whole.length - 200))
  const path = config('backtest: { tape: torn.jsonl.gz, models: [risk-averse, optimistic] }')
  for (const flags of [{ cache: false }, {}, {}]) {
    const run = captureContext(true)
    const report = join(folder, 'of-torn')
    await runBacktest(path, { ...flags, report, against: path }, run.context)
    const { warnings, against } = JSON.parse(run.stdout)
    expect(warnings[0]).toMatch(/^torn\.jsonl\.gz: the tail is torn: left out after line \d+$/)
    expect(warnings.slice(1).join()).not.toContain('torn')
    expect(against.warnings[0]).toBe(warnings[0])
    expect(readFileSync(`${report}.html`, 'utf8')).toContain(warnings[0])
  }
})
