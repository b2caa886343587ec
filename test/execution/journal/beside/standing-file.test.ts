import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Failure } from '../../../../src/domain/error.js'
import type { Standing } from '../../../../src/domain/run/standing.js'
import { openStandingFile, type StandingFile } from '../../../../src/execution/journal/beside/standing-file.js'
import { A, B } from '../../../risk/builders.js'

const PNL = { day: 20_000, total: -12.5, dayStart: 3, start: 0, peak: 40, realised: -9 }
const HALTED: Standing = {
  halt: { cause: 'loss', reason: 'loss: 251.00, allowed 250', actor: 'kill switch', atMs: 1_790_000_000_000 },
  pauses: [{ conditionId: A, reason: 'looks odd', actor: 'ann', atMs: 1_790_000_000_001 }],
  pnl: PNL,
  held: [
    { conditionId: A, tokensRaw: [12_345_678_901_234_567_890n, -1n] },
    { conditionId: B, tokensRaw: [7n, 0n], unordered: true },
    { conditionId: A, tokensRaw: [7n, 0n], worth: 0.25, fromRaw: [8n, 0n], isOver: true },
  ],
  counted: {
    atVenueMs: 1_790_000_000_003,
    orders: [{ hash: '0xcd', matchedRaw: 9n, tokensRaw: -9n, cashRaw: 4n, sinceVenueMs: 1_790_000_000_000.25 }],
    unclear: ['0xef'],
  },
  exchanged: '0xab',
  ramp: 0.35,
  rampPeriod: {
    ...{ forMs: 1500, fills: 3, filledShares: 4.5, sentShares: 90 },
    ...{ markoutSum: -0.02, markoutWeight: 0.6, markouts: 2 },
  },
}
const running = (total: number): Standing => ({ pauses: [], pnl: { ...PNL, total } })

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-standing-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (durability: 'process' | 'machine' = 'process') =>
  openStandingFile({ folder, durability, wallMs: () => 1_790_000_000_002 })
const path = () => join(folder, 'standing.json')

function keepNow(file: StandingFile, standing: Standing): Failure | undefined {
  let failure: Failure | undefined
  file.keep(standing, true, (found) => {
    failure = found
  })
  return failure
}

const keepLater = (file: StandingFile, standing: Standing) =>
  new Promise<Failure | undefined>((done) => file.keep(standing, false, done))

describe('a standing', () => {
  it.each(['process', 'machine'] as const)(
    'is there when the call returns, readable by its owner alone (%s)',
    (how) => {
      expect(open().restored).toBeUndefined()
      expect(keepNow(open(how), HALTED)).toBeUndefined()
      expect(open().restored).toEqual(HALTED)
      expect(statSync(path()).mode & 0o777).toBe(0o600)
    },
  )

  it('is not a draft that a crash has left half written', () => {
    keepNow(open(), HALTED)
    for (const name of ['draft', 'later']) writeFileSync(`${path()}.${name}`, '{"version":1,"kep')
    expect(open().restored).toEqual(HALTED)
  })

  it('that was kept later never overtakes one that was kept at once', async () => {
    const file = open('machine')
    const later = keepLater(file, running(1))
    keepNow(file, HALTED)
    expect(await later).toBeUndefined()
    expect(open().restored).toEqual(HALTED)
    expect(readdirSync(folder)).toEqual(['standing.json'])
    await keepLater(file, running(2))
    expect(open().restored).toEqual(running(2))
  })

  it.each([
    ['cut off', '{"version":1,"keptMs":1,"stand'],
    ['of a newer version', '{"version":2}'],
    ['of no version', readable({}).replace('"version":1,', '')],
    ['with a halt of no known cause', readable({ halt: { ...HALTED.halt, cause: 'moon' } })],
    ['empty', ''],
  ])('%s is refused: a halt must not be forgotten', (_name, text) => {
    writeFileSync(path(), text)
    expect(open).toThrow(/standing\.json: expected halts, pauses and P&L of the former run, got /)
  })

  it('of a newer release is read without what is not known here, and refused by its name where its version is higher', () => {
    writeFileSync(path(), readable({ halt: { ...HALTED.halt, severity: 3 }, moods: ['calm'] }))
    const { held: _held, counted: _counted, ...rest } = HALTED
    expect(open().restored).toEqual(rest)
    writeFileSync(path(), readable({}).replace('"version":1', '"version":3'))
    expect(open).toThrow(/got version 3, as a newer release of Quoin writes it/)
  })

  it('that cannot be written is told of', async () => {
    const file = open()
    rmSync(folder, { recursive: true })
    expect(keepNow(file, HALTED)?.code).toBe('journal-failed')
    expect((await keepLater(file, HALTED))?.code).toBe('journal-failed')
    expect(existsSync(folder)).toBe(false)
  })

  it('that cannot be put into its place leaves nothing beside it', async () => {
    const file = open()
    mkdirSync(join(path(), 'in the way'), { recursive: true })
    expect(keepNow(file, HALTED)).toMatchObject({ code: 'journal-failed' })
    expect(await keepLater(file, HALTED)).toMatchObject({ code: 'journal-failed' })
    expect(readdirSync(folder)).toEqual(['standing.json'])
  })

  it('of another chain is refused by both, one that names none is taken', () => {
    const on = (chainId: number) => openStandingFile({ folder, durability: 'process', wallMs: () => 1, chainId })
    keepNow(open(), HALTED)
    keepNow(on(84_532), HALTED)
    expect(on(84_532).restored).toEqual(HALTED)
    expect(open().restored).toEqual(HALTED)
    expect(() => on(137)).toThrow(/expected what a run on chain 137 has left, .*got chain 84532: name another folder/)
  })

  it('is one line of JSON', () => {
    keepNow(open(), HALTED)
    expect(JSON.parse(readFileSync(path(), 'utf8'))).toMatchObject({ version: 1, standing: { pnl: PNL } })
  })
})

function readable(change: object): string {
  const { held: _held, counted: _counted, ...standing } = HALTED
  return JSON.stringify({ version: 1, keptMs: 1, standing: { ...standing, ...change } })
}
