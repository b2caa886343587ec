import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { offeredRun, offerOf, takenSweep } from '../../../src/cli/sweep/offered-sweep.js'
import { headLine, recordLine } from '../../../src/recording/lines/record-line.js'
import { openTape } from '../../../src/recording/open-tape.js'
import { shareTape } from '../../../src/sweep/tape/shared-tape.js'
import { START_MS, sandboxRecords } from '../../backtest/made-markets.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-offered-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const records = sandboxRecords({ durationMs: 2000 }).map(recordLine)
const tapeText = `${[headLine('made', START_MS), ...records].join('\n')}\n`
const tapePath = join(folder, 'made.jsonl')
writeFileSync(tapePath, tapeText)
const STRATEGY = `import { defineStrategy, z } from '${resolve('src/index.js')}'
export default defineStrategy({
  name: 'mine', description: 'none', params: z.strictObject({}), inputs: ['fair'], quote: () => ({ quotes: [] }),
})
`
writeFileSync(join(folder, 'mine.ts'), STRATEGY)
const profile = readFileSync('config/venues/sandbox.yaml', 'utf8')
writeFileSync(join(folder, 'venue.yaml'), profile)
const file = join(folder, 'bot.yaml')
const text = `venue: { profile: venue.yaml, url: "http://127.0.0.1:1", apiKey: not-sent }
markets: { select: { minTimeLeftSec: 15 } }
strategy: { file: mine.ts }
`
const windows = { folds: [{ fromMs: START_MS, toMs: START_MS + 2000 }] }

async function offered() {
  const shared = await shareTape(await openTape(tapePath))
  const tape = shared?.holds ?? ''
  return offerOf({ file, text, tapePath, tape, windows, stepMs: 100 })
}

describe('an offered sweep', () => {
  it('is taken where program, configuration and tape are the same', async () => {
    const taken = await takenSweep(JSON.parse(JSON.stringify(await offered())), {})
    expect(taken).toMatchObject({ file, tapePath, windows, stepMs: 100 })
    expect(taken.tape.holds).toBe((await offered()).tape)
  })

  it('is taken from elsewhere where this machine has it elsewhere', async () => {
    const away = join(folder, 'away')
    mkdirSync(away)
    for (const name of ['mine.ts', 'venue.yaml']) writeFileSync(join(away, name), readFileSync(join(folder, name)))
    writeFileSync(join(away, 'copy.jsonl'), tapeText)
    const offer = { ...(await offered()), file: '/not/here/bot.yaml', tapePath: '/not/here/made.jsonl' }
    await expect(takenSweep(offer, { tape: join(away, 'copy.jsonl') })).rejects.toThrow('cannot be read here')
    const taken = await takenSweep(offer, { tape: join(away, 'copy.jsonl'), folder: away })
    expect(taken).toMatchObject({ file: join(away, 'bot.yaml'), tapePath: join(away, 'copy.jsonl') })
  })

  it.each([
    [{ version: '9.9.9' }, /^the sweep is of Quoin 9\.9\.9, here is \d/],
    [{ program: 'f'.repeat(64) }, /^the program's files differ: ffffffff at the sweep, \w{8} here/],
    [{ node: 'v99.0.0 vax' }, /^the sweep runs on Node v99\.0\.0 vax, here is v/],
    [{ profile: 'e'.repeat(64) }, /^the venue's profile differs: eeeeeeee at the sweep, \w{8} here$/],
    [{ strategy: 'd'.repeat(64) }, /^the strategy's file mine\.ts differs: dddddddd at the sweep, \w{8} here$/],
    [{ tape: 'c'.repeat(64) }, /made\.jsonl holds something else: cccccccc at the sweep, \w{8} here$/],
    [{ tapePath: '/not/here.jsonl' }, /^the tape \/not\/here\.jsonl is not here: .*--tape$/],
    [{ windows: 'all' }, /^it is offered by another version of Quoin$/],
  ])('is refused by name where it differs: %j', async (change, message) => {
    await expect(takenSweep({ ...(await offered()), ...change }, {})).rejects.toThrow(message)
  })

  it('names runs that are none', () => {
    expect(offeredRun.safeParse({ text: 'a' }).success).toBe(false)
    expect(offeredRun.parse({ text: 'a', window: { fromMs: 0, toMs: 1 }, made: 'b' })).toBeDefined()
  })
})
