import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { runBacktest } from '../../../src/cli/commands/tapes/backtest.js'
import { backtestSignals, signalsHash } from '../../../src/cli/tape/backtest-signals.js'
import type { CoreEvent } from '../../../src/domain/run/core-event.js'
import { headLine, recordLine } from '../../../src/recording/lines/record-line.js'
import { START_MS, sandboxRecords } from '../../backtest/made-markets.js'
import { captureContext } from '../commands/sandbox.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-backtest-signals-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lines = [headLine('made', START_MS), ...sandboxRecords({ durationMs: 15_000 }).map(recordLine)]
writeFileSync(join(folder, 'made.jsonl.gz'), gzipSync(`${lines.join('\n')}\n`))
writeFileSync(
  join(folder, 'follows.mjs'),
  `import { bothBids, defineStrategy, z } from '${resolve('src/index.js')}'
export const follows = defineStrategy({
  name: 'follows',
  description: 'Around a signal, and nowhere without it.',
  params: z.strictObject({}),
  inputs: ['signals', 'time'],
  signals: ['model'],
  quote(view) {
    const model = view.signal('model')
    if (model === undefined || model.ageMs > 20_000) return { quotes: [], note: 'no model' }
    return { quotes: bothBids({ yes: model.value - 0.02, no: 1 - model.value - 0.02, size: 20 }), fair: model.value }
  },
})
`,
)

const said = (second: number, value: number) => JSON.stringify({ name: 'model', value, atMs: START_MS + 1000 * second })

async function backtest(history: string) {
  writeFileSync(join(folder, 'history.jsonl'), history)
  writeFileSync(
    join(folder, 'bot.yaml'),
    [
      `venue: { profile: ${resolve('config/venues/sandbox.yaml')}, url: "http://127.0.0.1:1", apiKey: unused }`,
      'markets: { select: { minTimeLeftSec: 5 } }',
      'strategy: { file: follows.mjs }',
      'signals: { files: [{ path: history.jsonl }] }',
      `backtest: { tape: made.jsonl.gz, models: [risk-averse], report: ${join(folder, 'report')} }`,
    ].join('\n'),
  )
  const run = captureContext(true)
  await runBacktest(join(folder, 'bot.yaml'), {}, run.context)
  return JSON.parse(run.stdout)
}

it('a backtest hears what a file tells with its times, and says of what it hears nothing', async () => {
  const silent = await backtest(`${JSON.stringify({ name: 'model', value: 0.5 })}\n`)
  expect(silent.warnings[0]).toMatch(/^nothing was heard of the signal model: /)
  expect(silent.fills.upper).toBe(0)
  const heard = await backtest(`${said(0, 0.5)}\n${said(5, 0.6)}\n`)
  expect(heard.warnings.join()).not.toContain('nothing was heard')
  expect(heard.fills.upper).toBeGreaterThan(0)
  // what is told after the end changes nothing before it
  const longer = await backtest(`${said(0, 0.5)}\n${said(5, 0.6)}\n${said(100, 0.9)}\n`)
  expect(longer.decisionHash).toBe(heard.decisionHash)
  expect((await backtest(`${said(0, 0.5)}\n${said(5, 0.4)}\n`)).decisionHash).not.toBe(heard.decisionHash)
})

it('a history that does not cover the tape is warned of, with the unit that its times may be in', async () => {
  const inSeconds = await backtest(`${JSON.stringify({ name: 'model', value: 0.5, atMs: START_MS / 1000 + 5 })}\n`)
  expect(inSeconds.warnings[0]).toMatch(
    /^no word that signals.files tell of the signal model falls within the tape: 1 before it, .*; in s it would be one$/,
  )
  expect((await backtest(`${said(3600, 0.5)}\n`)).warnings[0]).toMatch(/: 1 after it, which are not told$/)
  const torn = await backtest(`${said(0, 0.5)}\nmodel 0.6\n{"name":"model"}\n`)
  expect(torn.warnings[0]).toBe(
    'signals.files: history.jsonl: line 2: expected { name, value }, value a number; 2 lines left out',
  )
})

it('takes a name that the bot of the tape heard from there, and a file a look later than its word', async () => {
  const event = { kind: 'signal', seq: 1, name: 'model', value: 0.3, atMs: 7, at: { monoMs: 1, wallMs: 9, venueMs: 9 } }
  const tape = {
    files: { market: [], core: [{ run: 'one', paths: [] }] },
    async *coreRecords() {
      yield [{ kind: 'step' as const, event: event as CoreEvent }]
    },
  }
  writeFileSync(join(folder, 'two.jsonl'), '{"name":"model","value":1,"atMs":2}\n{"name":"drift","value":2,"atMs":3}\n')
  const config = { folder, signals: { files: [{ path: 'two.jsonl', everyMs: 1000 }] } }
  const { words, missing } = await backtestSignals(config, tape, new Set(['model', 'drift', 'rain']))
  expect(words).toEqual([
    { name: 'model', value: 0.3, atMs: 7, heardMs: 9 },
    { name: 'drift', value: 2, atMs: 3, heardMs: 1003 },
  ])
  expect(missing({ fromMs: 0, toMs: 2000 })).toEqual([expect.stringMatching(/^nothing was heard of the signal rain: /)])
  const nothing = await backtestSignals(config, tape, new Set())
  expect([nothing.words, nothing.missing({ fromMs: 0, toMs: 2000 })]).toEqual([[], []])
})

it('of a name that the bot heard of one market, a file speaks for the others', async () => {
  const at = { monoMs: 1, wallMs: 9, venueMs: 9 }
  const heard = { kind: 'signal', seq: 2, name: 'model', value: 0.3, atMs: 7, at, conditionId: '0xa' }
  const market = { kind: 'market', seq: 1, at, market: { id: 'm1', conditionId: '0xa' } }
  const tape = {
    files: { market: [], core: [{ run: 'one', paths: [] }] },
    async *coreRecords() {
      yield [market, heard].map((event) => ({ kind: 'step' as const, event: event as unknown as CoreEvent }))
    },
  }
  const told = ['m1', '0xA', '0xa', 'm2', undefined].map((of, i) => ({ name: 'model', value: i, atMs: 2, market: of }))
  writeFileSync(join(folder, 'markets.jsonl'), told.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const config = { folder, signals: { files: [{ path: 'markets.jsonl', everyMs: 1000 }] } }
  const { words } = await backtestSignals(config, tape, new Set(['model']))
  expect(words.map(({ market, value }) => [market, value])).toEqual([
    ['0xa', 0.3],
    ['m2', 3],
    [undefined, 4],
  ])
})

it('of other words, or of words heard later, a run of a sweep is another one', () => {
  const lookedAt = (everyMs: number) => ({ folder, signals: { files: [{ path: 'three.jsonl', everyMs }] } })
  const config = lookedAt(1000)
  expect(signalsHash({ folder, signals: {} })).toBeUndefined()
  const before = signalsHash(config)
  writeFileSync(join(folder, 'three.jsonl'), `${said(0, 0.5)}\n`)
  expect(signalsHash(config)).not.toBe(before)
  expect(signalsHash(lookedAt(60_000))).not.toBe(signalsHash(lookedAt(50)))
})
