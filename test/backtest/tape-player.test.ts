import { describe, expect, it } from 'vitest'
import { TapePlayer } from '../../src/backtest/tape-player.js'
import { VirtualClock } from '../../src/backtest/virtual-clock.js'
import type { ConditionId } from '../../src/domain/market/market.js'
import type { TapeRecord } from '../../src/recording/tape-record.js'
import { sourceOf } from './made-markets.js'

const START = 1_000_000

const record = (name: string, atMs: number, venueMs?: number): TapeRecord => ({
  atMs: START + atMs,
  ...(venueMs === undefined ? {} : { venueMs: START + venueMs }),
  event: { kind: 'market-dropped', conditionId: name as ConditionId },
})

async function played(records: readonly TapeRecord[], feedMs = 20, batch = 2) {
  const clock = new VirtualClock(START)
  const told: string[] = []
  const name = ({ event }: TapeRecord) => ('conditionId' in event ? event.conditionId : '')
  const player = new TapePlayer({
    ...{ clock, feedMs, startWallMs: START, source: sourceOf(records, batch) },
    listener: {
      atVenue: (each) => told.push(`${name(each)} happens ${clock.monoMs()}`),
      venueMomentOver: () => told.push('moment'),
      received: (each) => told.push(`${name(each)} received ${clock.monoMs()}`),
      receivedMomentOver: () => undefined,
    },
  })
  const lastMs = await player.play()
  return { told, lastMs, records: player.records, happened: told.filter((line) => line.includes('happens')) }
}

describe('a record happens at the venue first, and is received as recorded', () => {
  it('without a stamp, so long before as the feed takes', async () => {
    const { told, lastMs } = await played([record('a', 2000), record('b', 2010)])
    expect(told).toEqual(['a happens 1980', 'moment', 'b happens 1990', 'moment', 'a received 2000', 'b received 2010'])
    expect(lastMs).toBe(START + 2010)
  })

  it('with one, by it: the least delay so far is taken for none', async () => {
    // the venue's clock is 500 ms behind the recorder's
    const { happened } = await played([record('a', 2000, 1500), record('b', 2100, 1520), record('c', 2101, 1595)])
    expect(happened).toEqual(['a happens 2000', 'b happens 2020', 'c happens 2095'])
  })

  it('never in the past of what has happened, and never longer ago than is believed', async () => {
    const { happened } = await played([record('a', 10_000, 10_000), record('late', 20_000, 10_000)])
    expect(happened).toEqual(['a happens 10000', 'late happens 18000'])
  })

  it('all of one moment together', async () => {
    const { told } = await played([record('a', 2000, 2000), record('b', 2000, 2000), record('c', 2001, 2001)])
    expect(told.slice(0, 3)).toEqual(['a happens 2000', 'b happens 2000', 'moment'])
  })
})

it('what is due at the moment of a reception comes after it', async () => {
  const clock = new VirtualClock(START)
  const told: string[] = []
  const player = new TapePlayer({
    ...{ clock, feedMs: 20, startWallMs: START, source: sourceOf([record('a', 2000), record('b', 2010)]) },
    listener: {
      // news of ours that the first one causes, as late as the record itself
      atVenue: () => clock.after(20, () => told.push(`news ${clock.monoMs()}`)),
      venueMomentOver: () => undefined,
      received: () => told.push(`received ${clock.monoMs()}`),
      receivedMomentOver: () => undefined,
    },
  })
  await player.play()
  clock.runUntil(3000)
  expect(told).toEqual(['received 2000', 'news 2000', 'received 2010', 'news 2010'])
})

it('how a tape is cut into batches changes nothing', async () => {
  const records = Array.from({ length: 50 }, (_, i) => record(`r${i}`, 2000 + i * 37, 1990 + i * 37 - (i % 7) * 5))
  const one = await played(records, 20, 1)
  const all = await played(records, 20, 1000)
  expect(one.told).toEqual(all.told)
  expect(one.records).toBe(50)
})

it('an empty tape ends at once', async () => {
  expect(await played([])).toMatchObject({ lastMs: undefined, told: [] })
})
