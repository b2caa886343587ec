import { describe, expect, it } from 'vitest'
import type { BotSnapshot } from '../../src/domain/run/snapshot.js'
import { readiness } from '../../src/telemetry/readiness.js'
import { SAMPLE, SAMPLE_MARKET } from './sample-snapshot.js'

const judge = (change: Partial<BotSnapshot>) => readiness({ ...SAMPLE, ...change }, { maxClockErrorMs: 2000 }).reasons

describe('readiness', () => {
  it('is ready with one fresh market', () => {
    expect(readiness(SAMPLE, { maxClockErrorMs: 2000 })).toEqual({ ok: true, reasons: [] })
  })

  it('names what keeps it from quoting', () => {
    const stale = { ...SAMPLE_MARKET, feed: { health: 'stale' as const, ageMs: 9, reason: '' } }
    expect(readiness(undefined, { maxClockErrorMs: 1 }).reasons).toEqual(['not started'])
    expect(judge({ halted: { cause: 'loss', reason: 'loss', actor: 'x', atMs: 0 } })).toEqual(['halted: loss'])
    const massCancel = { cause: 'halt', sinceMs: 0, cancelled: 0, left: 2, pending: 0 } as const
    expect(judge({ massCancel })).toEqual(['orders may rest: no list has shown yet that none does'])
    expect(judge({ massCancel: { ...massCancel, failure: 'a 502' } })).toEqual(['orders may rest: a 502'])
    expect(judge({ massCancel: { ...massCancel, verifiedMs: 1 } })).toEqual([])
    expect(judge({ paused: true })).toEqual(['paused'])
    expect(judge({ markets: [] })).toEqual(['no markets'])
    expect(judge({ markets: [stale] })).toEqual(['every feed is stale'])
    expect(judge({ markets: [stale, SAMPLE_MARKET] })).toEqual([])
    expect(judge({ clockErrorMs: 2001 })).toHaveLength(1)
    expect(judge({ clockErrorMs: 2000 })).toEqual([])
  })
})
