import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { dropOldRuns, type EarnedRun, readEarned, writeEarned } from '../../src/ranking/earned-file.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-earned-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = () => ({ folder, chainId: 7 })
const run = (fromMs: number, more: Partial<EarnedRun> = {}) => ({
  ...{ venue: 'v', mode: 'live' as const, fromMs, toMs: fromMs + 1000, pid: 12, markets: [] },
  ...more,
})
const market = (conditionId: string, pnl: number, boundUnitDays = 2) => ({
  ...{ conditionId, question: '?', pnl, boundUnitDays, fills: 3 },
})
const LIVE = { venue: 'v', mode: 'live' } as const
const none = (path: string) => expect.unreachable(path)

it('is the sum of all runs of the venue, the chain and the mode, by market', () => {
  writeEarned(at(), run(1, { markets: [market('0xa', 5), market('0xb', -1)] }))
  writeEarned(at(), run(2, { markets: [market('0xa', 1, 0.5)] }))
  writeEarned(at(), run(3, { mode: 'paper', markets: [market('0xa', 100)] }))
  writeEarned(at(), run(4, { venue: 'w', markets: [market('0xa', 100)] }))
  writeEarned({ folder, chainId: 8 }, run(5, { markets: [market('0xa', 100)] }))
  expect([...readEarned(at(), LIVE, none)]).toEqual([
    ['0xa', { pnl: 6, boundUnitDays: 2.5, fills: 6, runs: 2 }],
    ['0xb', { pnl: -1, boundUnitDays: 2, fills: 3, runs: 1 }],
  ])
  expect(readEarned({ folder, chainId: 9 }, LIVE, none).size).toBe(0)
})

it('replaces what a run has written before, for its owner alone', () => {
  for (const pnl of [1, 2]) writeEarned(at(), run(1, { markets: [market('0xa', pnl)] }))
  expect(readEarned(at(), LIVE, none).get('0xa')?.pnl).toBe(2)
  const [name = ''] = readdirSync(join(folder, 'earned', '7'))
  expect(statSync(join(folder, 'earned', '7', name)).mode & 0o777).toBe(0o600)
})

it('leaves nothing beside what it could not write', () => {
  const path = join(folder, 'earned', '7', '1-12.json')
  mkdirSync(join(path, 'in the way'), { recursive: true })
  expect(() => writeEarned(at(), run(1))).toThrow('1-12.json')
  expect(readdirSync(join(folder, 'earned', '7'))).toEqual(['1-12.json'])
})

it('leaves out what cannot be read, and says which', () => {
  writeEarned(at(), run(1, { markets: [market('0xa', 1)] }))
  const broken = join(folder, 'earned', '7', '2-1.json')
  for (const text of ['{"version": 1', '{}', JSON.stringify({ ...run(2), version: 2 }), 'null']) {
    writeFileSync(broken, text)
    const told: string[] = []
    expect(readEarned(at(), LIVE, (path) => told.push(path)).get('0xa')?.pnl).toBe(1)
    expect(told).toEqual([broken])
  }
  // drafts and strangers are none of it
  writeFileSync(join(folder, 'earned', '7', '3-1.json.draft'), '')
  rmSync(broken)
  expect(readEarned(at(), LIVE, none).size).toBe(1)
})

it('keeps the newest runs', () => {
  for (const fromMs of [9, 10, 100]) writeEarned(at(), run(fromMs))
  dropOldRuns(at(), 2)
  expect(readdirSync(join(folder, 'earned', '7')).sort()).toEqual(['10-12.json', '100-12.json'])
})
