import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { runBacktest } from '../../../../src/cli/commands/tapes/backtest.js'
import { runSweep } from '../../../../src/cli/commands/tapes/sweep.js'
import type { SweepFlags } from '../../../../src/cli/sweep/setup.js'
import { headLine, recordLine } from '../../../../src/recording/lines/record-line.js'
import { START_MS, sandboxRecords } from '../../../backtest/made-markets.js'
import { PROGRAM } from '../../../program.js'
import { captureContext } from '../sandbox.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-sweep-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lines = [headLine('made', START_MS), ...sandboxRecords({ durationMs: 16_000 }).map(recordLine)]
const TAPE = join(folder, 'made.jsonl.gz')
writeFileSync(TAPE, gzipSync(`${lines.join('\n')}\n`))

function config(...more: readonly string[]): string {
  const path = join(folder, 'bot.yaml')
  const profile = resolve('config/venues/sandbox.yaml')
  const venue = `venue: { profile: ${profile}, url: "http://127.0.0.1:1", apiKey: unused }`
  const rest = ['markets: { select: { minTimeLeftSec: 15 } } # all', 'backtest: { models: [risk-averse] }']
  writeFileSync(path, [venue, ...rest, 'strategy: { name: fixed-spread }', ...more, ''].join('\n'))
  return path
}

const SETTINGS = { folds: 1, holdOut: 0.4, minFills: 0, workers: 1 }
const flags = (change: Partial<SweepFlags> = {}): SweepFlags => ({
  ...{ tape: TAPE, set: ['strategy.params.size=8,10'], cache: true, fresh: false },
  ...change,
  settings: { ...SETTINGS, report: join(folder, 'monday'), ...change.settings },
})

/** As a process of its own: its threads start as those of an installed program do. */
const sweep = (name: string, ...more: readonly string[]) => sweepOf(config(), name, '--tape', TAPE, ...more)

async function sweepOf(path: string, name: string, ...more: readonly string[]) {
  const given = ['--set', 'strategy.params.size=8,10', '--folds', '1', '--hold-out', '0.4']
  const rest = ['--min-fills', '0', '--report', join(folder, name), ...more]
  const args = [...PROGRAM, 'sweep', path, ...given, ...rest]
  return promisify(execFile)(process.execPath, args, { timeout: 120_000 })
}

const FILES = ['.html', '.json', '.csv', '-best.yaml']
const written = (name: string) => FILES.map((end) => readFileSync(join(folder, name) + end, 'utf8'))

describe('a sweep', () => {
  it('finds the best, judges it on the hold-out, and leaves its configuration, which a backtest runs', async () => {
    const { stdout } = await sweep('monday', '--workers', '1', '--json')
    const found = JSON.parse(stdout)
    expect(found).toMatchObject({ configurations: 2, failed: 0, objective: 'pnl', runs: { answered: 5, stored: 0 } })
    expect(found.best.values['strategy.params.size']).toBeOneOf([8, 10])
    expect(found.best.heldOut[0].model).toBe('risk-averse')
    expect(found.asConfigured.values).toEqual({ 'strategy.params.size': 20 })
    const best = readFileSync(join(folder, 'monday-best.yaml'), 'utf8')
    expect(best).toMatch(/^# The best of a sweep by Quoin/)
    expect(best).toContain('# all')
    const report = join(folder, 'best')
    const again = captureContext(true)
    expect(await runBacktest(join(folder, 'monday-best.yaml'), { tape: TAPE, report }, again.context)).toBe('ok')
    const { params } = JSON.parse(readFileSync(`${report}.json`, 'utf8')).result.strategy
    expect(params.size).toBe(found.best.values['strategy.params.size'])
  })

  it('is the same to the byte with more threads, and from what a killed one has left', async () => {
    await sweep('tuesday', '--workers', '2')
    expect(written('tuesday')).toEqual(written('monday'))
    const store = join(folder, 'tuesday-runs.jsonl')
    truncateSync(store, readFileSync(store).length - 100)
    const { stdout, stderr } = await sweep('tuesday')
    expect(stderr).toContain('tuesday-runs.jsonl:5: no whole run, left out; it runs again')
    expect(stdout).toMatch(/\n5 runs, 4 of them from before, in /)
    expect(stdout).toMatch(/\n# +size +OBJECTIVE +FILLS +P&L +DRAWDOWN +SHARPE +HELD OUT\n/)
    expect(stdout).toMatch(/\nnow +20 +/)
    expect(written('tuesday')).toEqual(written('monday'))
  })

  it('names its tape as it was asked for, and says what its runs hear less of than a bot would', async () => {
    const path = config('estimates: { signal: { name: model } }')
    writeFileSync(path, readFileSync(path, 'utf8').replace('backtest: {', 'backtest: { tape: made.jsonl.gz,'))
    await sweepOf(path, 'wednesday')
    const report = readFileSync(join(folder, 'wednesday.json'), 'utf8')
    expect(JSON.parse(report)).toMatchObject({ tape: 'made.jsonl.gz' })
    expect(report).toContain('nothing was heard of the signal model: ')
    expect(report).not.toContain(folder)
  })
})

describe('what is wrong is said before anything runs', () => {
  it.each([
    [
      'a value',
      ['strategy.params.size=10,-1'],
      'with strategy.params.size=-1: strategy.params.size: expected more than 0, got -1',
    ],
    ['a key', ['strategy.params.sise=1'], 'expected a known key, got "sise"; did you mean "size"?'],
    ['a section', ['venue.url=1'], 'sweep: venue.url: expected a path in markets, strategy'],
    ['a path through a value', ['strategy.name.x=1'], 'expected a section at strategy.name'],
    ['nothing to vary', [], 'expected something to vary'],
  ])('%s', async (_name, set, message) => {
    const swept = runSweep(config(), flags({ set }), captureContext(true).context)
    await expect(swept).rejects.toThrow(message)
  })

  it.each([
    ['a setting', { settings: { folds: 0 } }, 'sweep.folds: expected at least 1, got 0'],
    ['a word', { settings: { search: 'best' } }, 'sweep.search: expected one of grid, random, halving, got "best"'],
    [
      'folds too short',
      { settings: { folds: 9 } },
      'sweep.folds: expected folds and a hold-out of at least 5 s, got 1.0 s',
    ],
    ['a tape', { tape: join(folder, 'none') }, 'expected a tape, got nothing'],
  ])('%s', async (_name, change, message) => {
    const swept = runSweep(config(), flags(change), captureContext(true).context)
    await expect(swept).rejects.toThrow(message)
  })

  it('a queue that is not there leaves no file, and what a former sweep stored', async () => {
    const base = join(folder, 'nowhere')
    const away = { queue: 'redis://127.0.0.1:1', settings: { report: base } }
    await expect(runSweep(config(), flags(away), captureContext(true).context)).rejects.toThrow('redis')
    expect(existsSync(`${base}-runs.jsonl`)).toBe(false)
    writeFileSync(`${base}-runs.jsonl`, 'kept')
    await expect(runSweep(config(), flags({ ...away, fresh: true }), captureContext(true).context)).rejects.toThrow()
    expect(readFileSync(`${base}-runs.jsonl`, 'utf8')).toBe('kept')
  })
})
