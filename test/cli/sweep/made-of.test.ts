import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { changeIn, effectiveOf, madeOf } from '../../../src/cli/sweep/made-of.js'
import { offerOf, takenSweep } from '../../../src/cli/sweep/offered-sweep.js'
import { startRunThreads } from '../../../src/cli/sweep/run-threads.js'
import { parseConfig } from '../../../src/config/config.js'
import { headLine, recordLine } from '../../../src/recording/lines/record-line.js'
import { openTape } from '../../../src/recording/open-tape.js'
import { shareTape } from '../../../src/sweep/tape/shared-tape.js'
import { START_MS, sandboxRecords } from '../../backtest/made-markets.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-made-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const VENUE = 'venue: { profile: venue.yaml, url: "http://127.0.0.1:1", apiKey: none }'
const file = join(folder, 'bot.yaml')
writeFileSync(join(folder, 'venue.yaml'), readFileSync('config/venues/sandbox.yaml', 'utf8'))
const textWith = (more: string) => `${VENUE}\nmarkets: { select: {} }\nstrategy: { file: mine.ts }\n${more}\n`
const strategyText = (description: string) => `import { defineStrategy, z } from '${resolve('src/index.js')}'
export default defineStrategy({
  name: 'mine', description: '${description}', params: z.strictObject({}), inputs: ['fair'], quote: () => ({ quotes: [] }),
})
`
writeFileSync(join(folder, 'mine.ts'), strategyText('as planned'))
const made = (more: string) =>
  madeOf(effectiveOf(parseConfig({ file, text: textWith(more) }), { name: 'mine', params: {} }))

describe('what a run is made of', () => {
  it.each([
    'backtest: { unseenTakers: none }',
    'backtest: { latency: recorded }',
    'backtest: { feedMs: 30 }',
    'backtest: { models: [risk-averse] }',
    'chain: { actions: all }',
    'risk: { maxMarketShares: 7 }',
    'paper: { submitMs: 77 }',
    'signals: { files: [{ path: words.jsonl }] }',
  ])('is another thing with %s', (more) => {
    expect(made(more)).not.toBe(made(''))
  })

  it('is another thing with other parameters, whatever a schema makes of them', () => {
    const madeOfSet = (list: readonly string[]) => {
      const text = textWith('').replace('mine.ts }', `mine.ts, params: { only: [${list.join()}] } }`)
      return madeOf(effectiveOf(parseConfig({ file, text }), { name: 'mine', params: { only: new Set(list) } }))
    }
    expect(madeOfSet(['a'])).toBe(madeOfSet(['a']))
    expect(madeOfSet(['a'])).not.toBe(madeOfSet(['b']))
  })

  it('is the same with what no backtest reads', () => {
    expect(made('backtest: { report: elsewhere }\ntelemetry: { port: 0 }')).toBe(made(''))
  })

  it("is looked at where it is loaded: a strategy's file that was saved meanwhile does not run", async () => {
    const tapePath = join(folder, 'made.jsonl')
    const records = sandboxRecords({ durationMs: 6000 }).map(recordLine)
    writeFileSync(tapePath, `${[headLine('made', START_MS), ...records].join('\n')}\n`)
    const window = { fromMs: START_MS, toMs: START_MS + 6000 }
    const tape = (await shareTape(await openTape(tapePath)))?.holds ?? ''
    const text = textWith('backtest: { models: [risk-averse] }')
    const offer = offerOf({ file, text, tapePath, tape, windows: { folds: [window] }, stepMs: 100 })
    const pool = startRunThreads({ ...(await takenSweep(offer, {})), threads: 1 })
    const job = { text, window, made: made('backtest: { models: [risk-averse] }') }
    const before = await pool.run(job)
    writeFileSync(join(folder, 'mine.ts'), strategyText('saved meanwhile'))
    const after = await pool.run(job)
    await pool.close()
    expect(before).toMatchObject({ kind: 'answered', answer: { ok: true } })
    expect(changeIn(Object(before).answer)).toBe(undefined)
    expect(changeIn(Object(after).answer)).toMatch(
      /^the strategy's file mine\.ts, what it imports, the venue's profile/,
    )
  }, 60_000)
})
