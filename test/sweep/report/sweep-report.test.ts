import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sweepCsv } from '../../../src/sweep/report/sweep-csv.js'
import { sweepHtml } from '../../../src/sweep/report/sweep-html.js'
import { writeSweepReport } from '../../../src/sweep/report/write-sweep-report.js'
import { parseParameter } from '../../../src/sweep/space/parameter.js'
import { gridTrials } from '../../../src/sweep/space/trials.js'
import { type FoundOptions, sweepResult } from '../../../src/sweep/sweep-result.js'
import { madeRun } from '../made-runs.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-sweep-report-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const parameters = [parseParameter('strategy.params.gamma=1,2,3'), parseParameter('strategy.params.form=price,<b>')]
const folds = [0, 1].map((i) => ({ fromMs: 1_790_000_000_000 + i * 60_000, toMs: 1_790_000_060_000 + i * 60_000 }))
const holdOut = { fromMs: 1_790_000_120_000, toMs: 1_790_000_160_000 }

const found = (change: Partial<FoundOptions> = {}) =>
  sweepResult({
    ...{ tape: 'tapes/<monday>', records: 12, strategy: 'as-logit', version: '1.2.3', models: ['risk-averse'] },
    settings: { search: 'grid', runs: 32, seed: 1, objective: 'pnl', minFills: 10 },
    ...{ parameters, configured: [2, 'price'], intervalMs: 1000, windows: { folds, holdOut } },
    trials: gridTrials(parameters).map((trial) => ({
      trial,
      folds: folds.map((_fold, i) => madeRun(trial.number - 3 + i, { decisionHash: `${trial.number}` })),
    })),
    asConfigured: { trial: { number: 0, values: [] }, folds: [madeRun(1), madeRun(1)] },
    heldOut: new Map([
      [0, madeRun(0.5)],
      [6, madeRun(-0.5)],
    ]),
    notes: [],
    ...change,
  })

describe('what was found', () => {
  it('is ranked, judged, and warned about', () => {
    const result = found()
    expect(result.best).toBe(6)
    expect(result.trials.map(({ number }) => number)).toEqual([6, 5, 4, 3, 2, 1])
    expect(result.trials[0]).toMatchObject({ objective: 7, state: 'ranked', heldOut: [{ pnl: { total: -0.5 } }] })
    expect(result.walkForward).toEqual([{ fold: 1, chosen: 6, pnl: 4, hindsightPnl: 4 }])
    expect(result.warnings).toEqual([
      'the best earns on the searched part and loses on the hold-out, which it was not chosen by',
      'on the hold-out the configuration as it is earns more than the best',
      expect.stringContaining('cannot be said: its profit was looked at 6 times'),
    ])
  })

  it('is not said to lose on a hold-out in which it has no fills', () => {
    const idle = madeRun(0, { fills: 0, volume: 0, changes: [0, 0] })
    const { warnings } = found({ heldOut: new Map([6, 0].map((number) => [number, idle])) })
    expect(warnings[0]).toBe('the best has no fills on the hold-out, which so says nothing of what it is worth')
    expect(warnings).toHaveLength(2)
  })

  it('says in how many configurations the strategy failed, and whether the best is one of them', () => {
    const { trials } = found()
    const failing = (numbers: readonly number[]) =>
      found({
        trials: gridTrials(parameters).map((trial) => ({
          trial,
          folds: folds.map(() =>
            madeRun(trial.number, numbers.includes(trial.number) ? { fault: 'it threw: boom' } : {}),
          ),
        })),
      }).warnings
    expect(trials).toHaveLength(6)
    expect(failing([1, 2])).toContain('the strategy failed in 2 of 6 configurations; first: it threw: boom')
    expect(failing([6])).toContain(
      'the strategy failed in 1 of 6 configurations, the best among them; first: it threw: boom',
    )
  })

  it('may be nothing', () => {
    const few = found({
      trials: [
        { trial: { number: 1, values: [1, 'price'] }, folds: [madeRun(1, { fills: 1 }), madeRun(1, { fills: 2 })] },
        { trial: { number: 2, values: [2, 'price'] }, folds: [madeRun(9)], failure: 'a thread died' },
        { trial: { number: 3, values: [3, 'price'] }, folds: [madeRun(5, { halted: 'drawdown' })] },
      ],
      heldOut: new Map(),
    })
    expect(few).not.toHaveProperty('best')
    expect(few.trials.map(({ number, state }) => [number, state])).toEqual([
      [1, 'few-fills'],
      [3, 'stopped'],
      [2, 'failed'],
    ])
    expect(few.warnings).toEqual([
      '1 of 3 configurations failed, the first by: a thread died',
      'no configuration has the 10 fills that sweep.minFills asks for: nothing is called the best',
      'the bot halted in 1 of 3 configurations',
    ])
    expect(sweepHtml(few)).toContain('Nothing is called the best.')
  })
})

describe('the page', () => {
  const page = sweepHtml(found())
  it('has a map, dots, and a row for each configuration, and needs nothing else', () => {
    expect(page.match(/<figure class="map">/g)).toHaveLength(1)
    expect(page.match(/<svg class="dots"/g)).toHaveLength(2)
    expect(page.match(/<circle/g)).toHaveLength(12)
    expect(page.match(/<td class="gain chosen"/g)).toHaveLength(1)
    expect(page).not.toMatch(/(src|href)="http/)
    expect(page).toContain('default-src &#39;none&#39;')
  })

  it('shows text as text', () => {
    expect(page).toContain('tapes/&lt;monday&gt;')
    expect(page).toContain('&lt;b&gt;')
    expect(page).not.toContain('<b>')
  })

  it('is the same whenever it is made', () => {
    expect(sweepHtml(found())).toBe(page)
  })
})

it('the CSV has a row for each configuration and model, and the one as it is', () => {
  const [head, first, ...rest] = sweepCsv(found()).trimEnd().split('\r\n')
  expect(head).toMatch(/^rank,number,state,folds,strategy.params.gamma,strategy.params.form,model,objective,fills,/)
  expect(first).toMatch(/^1,6,ranked,2,3,<b>,risk-averse,7,20,200,7,/)
  expect(rest).toHaveLength(6)
  expect(rest.at(-1)).toMatch(/^,as configured,ranked,2,2,price,risk-averse,2,/)
})

it('a configuration of an earlier sweep does not stay where nothing is the best', () => {
  const base = join(folder, 'a')
  const source = { file: join(folder, 'bot.yaml'), text: 'strategy: { name: as-logit } # mine\n' }
  const { best } = writeSweepReport(base, found(), source)
  expect(readFileSync(best, 'utf8')).toMatch(/gamma: 3.*\n?.*form: <b>|gamma: 3, form: <b>/)
  expect(readFileSync(best, 'utf8')).toContain('# mine')
  writeSweepReport(base, found({ trials: [] }), source)
  expect(() => readFileSync(best)).toThrow('ENOENT')
})
