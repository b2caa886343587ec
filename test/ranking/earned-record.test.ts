import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readEarned } from '../../src/ranking/earned-file.js'
import { EarnedRecord } from '../../src/ranking/earned-record.js'
import { SAMPLE, SAMPLE_MARKET } from '../telemetry/sample-snapshot.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-record-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function recording(place = folder) {
  const said: string[] = []
  const record = new EarnedRecord({
    ...{ place: { folder: place, chainId: 7 }, venue: 'v', mode: 'paper', wallMs: () => 1_000_000, pnl: () => 3 },
    warn: (message) => said.push(message),
  })
  const look = (sec: number) => record.look({ ...SAMPLE, monoMs: sec * 1000 })
  const kept = () =>
    readEarned({ folder, chainId: 7 }, { venue: 'v', mode: 'paper' }, () => undefined).get(SAMPLE_MARKET.conditionId)
  return { record, look, kept, said }
}

it('writes each minute and when it is told to, so that a kill loses no more than that', () => {
  const { record, look, kept } = recording()
  for (let sec = 0; sec < 60; sec++) look(sec)
  expect(kept()).toBeUndefined()
  look(60)
  const first = kept()
  expect(first).toMatchObject({ pnl: 3, fills: 3, runs: 1 })
  look(61)
  expect(kept()).toEqual(first)
  record.write()
  expect(kept()?.boundUnitDays).toBeGreaterThan(first?.boundUnitDays ?? 0)
})

it('writes nothing where nothing was bound', () => {
  const { record, kept } = recording()
  record.look({ ...SAMPLE, markets: [] })
  record.write()
  expect(kept()).toBeUndefined()
})

it('says once that it cannot be kept, and stops nothing', () => {
  writeFileSync(join(folder, 'file'), '')
  const { look, said } = recording(join(folder, 'file'))
  for (let sec = 0; sec <= 200; sec++) look(sec)
  expect(said).toEqual([expect.stringMatching(/^what this run earns is not kept for quoin markets --rank: .*ENOTDIR/)])
})
