import { describe, expect, it } from 'vitest'
import type { BotSnapshot } from '../../src/domain/snapshot.js'
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
    expect(judge({ paused: true })).toEqual(['paused'])
    expect(judge({ markets: [] })).toEqual(['no markets'])
    expect(judge({ markets: [stale] })).toEqual(['every feed is stale'])
    expect(judge({ markets: [stale, SAMPLE_MARKET] })).toEqual([])
    expect(judge({ clockErrorMs: 2001 })).toHaveLength(1)
    expect(judge({ clockErrorMs: 2000 })).toEqual([])
  })
})
