import { describe, expect, it } from 'vitest'
import type { BotSnapshot } from '../../src/domain/run/snapshot.js'
import { readiness } from '../../src/telemetry/readiness.js'
import { SAMPLE, SAMPLE_MARKET } from './sample-snapshot.js'

const judge = (change: Partial<BotSnapshot>) => readiness({ ...SAMPLE, ...change }, { maxClockErrorMs: 2000 }).reasons

describe('readiness', () => {
  it('is ready with one fresh market', () => {
    expect(readiness(SAMPLE, { maxClockErrorMs: 2000 })).toEqual({ ok: true, reasons: [] })
  })

  it('is ready while a market is paused and another one is quoted', () => {
    const paused = { ...SAMPLE_MARKET, paused: 'paused since then by ann: lunch' }
    expect(judge({ markets: [paused, SAMPLE_MARKET] })).toEqual([])
  })

  it('names what keeps it from quoting', () => {
    const stale = { ...SAMPLE_MARKET, feed: { health: 'stale' as const, ageMs: 9, reason: '' } }
    expect(readiness(undefined, { maxClockErrorMs: 1 }).reasons).toEqual(['not started'])
    expect(judge({ halted: { cause: 'loss', reason: 'loss', actor: 'x', atMs: 0 } })).toEqual(['halted: loss'])
    const massCancel = { cause: 'halt', sinceMs: 0, cancelled: 0, left: 2, pending: 0 } as const
    expect(judge({ massCancel })).toEqual(['orders may rest: no list has shown yet that none does'])
    expect(judge({ massCancel: { ...massCancel, failure: 'a 502' } })).toEqual(['orders may rest: a 502'])
    expect(judge({ massCancel: { ...massCancel, verifiedMs: 1 } })).toEqual([])
    expect(judge({ markets: [] })).toEqual(['no markets'])
    expect(judge({ markets: [stale] })).toEqual(['every feed is stale'])
    expect(judge({ markets: [stale, SAMPLE_MARKET] })).toEqual([])
    const paused = { ...SAMPLE_MARKET, paused: 'paused since then by ann: lunch' }
    expect(judge({ markets: [paused] })).toEqual(['every market is paused'])
    expect(judge({ markets: [paused, stale] })).toEqual(['every market is paused, or its feed is stale'])
    const dropped = { ...SAMPLE_MARKET, dropped: true as const }
    expect(judge({ markets: [paused, dropped] })).toEqual(['every market is paused'])
    expect(judge({ markets: [stale, dropped] })).toEqual(['every feed is stale'])
    expect(judge({ markets: [dropped] })).toEqual(['no markets'])
    expect(judge({ clockErrorMs: 2001 })).toHaveLength(1)
    expect(judge({ clockErrorMs: 2000 })).toEqual([])
  })
})
