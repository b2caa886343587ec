import { describe, expect, it } from 'vitest'
import { type LiveRecord, Ramp } from '../../../src/risk/caution/ramp.js'
import { ramp } from '../../../src/risk/caution/ramp-schema.js'

const LIMITS = { startAt: 0.05, step: 0.1, periodSec: 60, minFills: 4, shrinkTo: 0.5 }
const NOTHING: LiveRecord = {
  ...{ fills: 0, filledShares: 0, sentShares: 0 },
  ...{ markoutSum: 0, markoutWeight: 0, markouts: 0, corrections: 0 },
}
const PERIOD_MS = 60_000

/** So many fills of 10 shares of 100 sent, each of which the price went against by so much. */
function fills(count: number, markout = 0, before = NOTHING): LiveRecord {
  return {
    fills: before.fills + count,
    filledShares: before.filledShares + 10 * count,
    sentShares: before.sentShares + 100 * count,
    markoutSum: before.markoutSum + count * markout,
    markoutWeight: before.markoutWeight + count,
    markouts: before.markouts + count,
    corrections: before.corrections,
  }
}

function rampAt(share: number, change: Partial<typeof LIMITS> & Record<string, number> = {}): Ramp {
  const of = new Ramp(ramp.parse({ ...LIMITS, ...change }))
  of.restore(share)
  of.judge(NOTHING, 0)
  return of
}

describe('a ramp', () => {
  it('begins small, and grows by a step for each good period up to all of it', () => {
    const of = new Ramp(ramp.parse(LIMITS))
    expect(of.share).toBe(0.05)
    let record = NOTHING
    const shares = Array.from({ length: 12 }, (_, period) => {
      of.judge(record, period * PERIOD_MS)
      record = fills(4, 0.001, record)
      return of.share
    })
    expect(shares.slice(0, 3)).toEqual([0.05, expect.closeTo(0.15, 9), expect.closeTo(0.25, 9)])
    expect(shares.at(-1)).toBe(1)
  })

  it('says what it did and why', () => {
    expect(rampAt(0.2).judge(fills(4), PERIOD_MS)).toEqual({
      from: 0.2,
      to: expect.closeTo(0.3, 9),
      reason: 'as expected over 4 fills',
    })
  })

  it.each([
    ['before the period is over', fills(9), PERIOD_MS - 1],
    ['with too few fills', fills(3), 9 * PERIOD_MS],
    ['without any', NOTHING, 9 * PERIOD_MS],
  ])('stays where it is %s', (_, record, ms) => {
    const of = rampAt(0.2)
    expect(of.judge(record, ms)).toBeUndefined()
    expect(of.share).toBe(0.2)
  })

  it.each<[string, Partial<typeof LIMITS> & Record<string, number>, LiveRecord, RegExp]>([
    ['fills go worse than expected', {}, fills(4, 0.02), /^markout 0\.0200 a share, expected at most 0\.01/],
    ['fills are fewer than expected', { minFillRatio: 0.2 }, fills(4), /^fill ratio 0\.100, expected at least 0\.2/],
    ['fills are more than expected', { maxFillRatio: 0.05 }, fills(4), /^fill ratio 0\.100, expected at most 0\.05/],
    ['the venue held other tokens', {}, { ...NOTHING, corrections: 1 }, /^the venue held other tokens/],
  ])('shrinks at once when %s', (_, limits, record, reason) => {
    const of = rampAt(0.8, limits)
    const step = of.judge(record, 1000)
    expect(step).toMatchObject({ from: 0.8, to: 0.4 })
    expect(step?.reason).toMatch(reason)
    // once for the same fills
    expect(of.judge(record, 2000)).toBeUndefined()
  })

  it('shrinks to what shrinkTo leaves, and never below where it begins', () => {
    const of = rampAt(0.5, { shrinkTo: 0.2 })
    of.judge(fills(4, 0.05), 1000)
    expect(of.share).toBeCloseTo(0.1, 9)
    of.judge(fills(4, 0.05, fills(4, 0.05)), 2000)
    expect(of.share).toBe(0.05)
  })

  it('takes up where a former run left it, within its bounds', () => {
    expect([0.001, 0.4, 7].map((share) => rampAt(share).share)).toEqual([0.05, 0.4, 1])
  })
})

describe('a ramp over restarts', () => {
  /** Each run lasts so long and has so many fills, each of which the price went against by `markout`. */
  const runs = (count: number, { perRun, runMs, markout }: { perRun: number; runMs: number; markout: number }) => {
    const steps: { from: number; to: number }[] = []
    let kept: Ramp['kept'] = { ramp: 0.2 }
    for (let run = 0; run < count; run++) {
      const of = new Ramp(ramp.parse({ ...LIMITS, maxMarkout: 0.01 }))
      of.restore(kept.ramp ?? 0, kept.rampPeriod)
      // this machine was booted in between: its clock begins anew
      const beganMs = 1000 * run
      for (const [record, afterMs] of [
        [NOTHING, 0],
        [fills(perRun, markout), runMs],
      ] as const) {
        const step = of.judge(record, beganMs + afterMs)
        if (step) steps.push({ from: step.from, to: step.to })
      }
      kept = of.kept
    }
    return steps
  }

  it('grows and shrinks by what they have counted together, however few fills each of them has', () => {
    const good = runs(4, { perRun: 1, runMs: PERIOD_MS / 4, markout: 0.001 })
    expect(good).toEqual([{ from: 0.2, to: expect.closeTo(0.3, 9) }])
    expect(runs(4, { perRun: 1, runMs: 1000, markout: 0.05 })).toEqual([{ from: 0.2, to: expect.closeTo(0.1, 9) }])
  })

  it('counts the time in which a bot ran, and none in between', () => {
    expect(runs(3, { perRun: 9, runMs: PERIOD_MS / 4, markout: 0.001 })).toEqual([])
    expect(runs(4, { perRun: 9, runMs: PERIOD_MS / 4, markout: 0.001 })).toHaveLength(1)
  })

  it('begins a period anew with a step, and keeps what a run that judged nothing has found', () => {
    const of = rampAt(0.2)
    expect(of.kept).toEqual({ ramp: 0.2, rampPeriod: { ...periodOf(NOTHING), forMs: 0 } })
    of.judge(fills(4), PERIOD_MS)
    of.judge(fills(6, 0, NOTHING), PERIOD_MS + 500)
    expect(of.kept).toEqual({ ramp: expect.closeTo(0.3, 9), rampPeriod: { ...periodOf(fills(2)), forMs: 500 } })
    const next = new Ramp(ramp.parse(LIMITS))
    next.restore(0.3, of.kept.rampPeriod)
    expect(next.kept).toEqual({ ramp: 0.3, rampPeriod: of.kept.rampPeriod })
  })
})

function periodOf({ corrections: _none, ...sums }: LiveRecord) {
  return sums
}
