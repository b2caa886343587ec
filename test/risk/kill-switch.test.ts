import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KillSwitch } from '../../src/risk/kill-switch.js'
import { riskLimits } from '../../src/risk/schema.js'

const settings = (killSwitch: object = {}) => riskLimits.parse({ killSwitch }).killSwitch
const loss = () => new KillSwitch(settings({ maxLoss: 100, maxDailyLoss: 1000, maxDrawdown: 150 }))
const daily = () => new KillSwitch(settings({ maxLoss: 1000, maxDailyLoss: 100, maxDrawdown: 1000 }))
const DAY_MS = 86_400_000
/** Noon of some day, UTC. */
const NOON = 20_000.5 * DAY_MS

describe('kill switch on P&L', () => {
  it('trips above the loss limit, not at it', () => {
    const kill = loss()
    expect(kill.onPnl(-100, NOON)).toBeUndefined()
    expect(kill.onPnl(-100.01, NOON)).toEqual({ cause: 'loss', reason: 'loss at the best bids: 100.01, allowed 100' })
  })

  it('trips on the fall from the peak although the total is a profit', () => {
    const kill = loss()
    kill.onPnl(500, NOON)
    expect(kill.onPnl(350, NOON)).toBeUndefined()
    expect(kill.onPnl(349, NOON)?.cause).toBe('drawdown')
  })

  it('never trips while the P&L rises, however large it is', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e9, noNaN: true })), (profits) => {
        const kill = loss()
        for (const total of profits.sort((a, b) => a - b)) expect(kill.onPnl(total, NOON)).toBeUndefined()
      }),
    )
  })

  it('stays tripped when the P&L recovers, with the first reason', () => {
    const kill = loss()
    kill.onPnl(-120, NOON)
    expect(kill.onPnl(1000, NOON)?.reason).toContain('120.00')
    expect(kill.onPnl(-500, NOON)?.reason).toContain('120.00')
    expect(kill.tripped?.cause).toBe('loss')
  })

  it('resumes only by the operator, and counts anew from there', () => {
    const kill = loss()
    kill.onPnl(-120, NOON)
    kill.resume()
    expect(kill.tripped).toBeUndefined()
    expect(kill.onPnl(-220, NOON)).toBeUndefined()
    expect(kill.onPnl(-221, NOON)?.cause).toBe('loss')
  })

  it('a P&L that cannot be judged trips', () => {
    expect(loss().onPnl(Number.NaN, NOON)?.reason).toBe('total P&L: expected a number, got NaN')
  })

  it('counts on after a restart, from where the former run was', () => {
    const former = loss()
    former.onPnl(40, NOON)
    former.onPnl(-30, NOON)
    const kill = loss()
    kill.restore(former.marks(-10))
    expect(kill.onPnl(-70, NOON)).toBeUndefined()
    expect(kill.marks(5)).toMatchObject({ total: -100, peak: 40, realised: -5 })
    expect(kill.onPnl(-71, NOON)?.reason).toBe('loss at the best bids: 101.00, allowed 100')
  })
})

describe('kill switch on the loss of a day', () => {
  it('counts from midnight, UTC', () => {
    const kill = daily()
    kill.onPnl(-90, NOON)
    // a loss of the night before is not one of today
    expect(kill.onPnl(-95, NOON + DAY_MS / 2)).toBeUndefined()
    expect(kill.onPnl(-190, NOON + DAY_MS / 2 + 1)).toBeUndefined()
    expect(kill.onPnl(-190.01, NOON + DAY_MS)).toEqual({
      cause: 'daily-loss',
      reason: 'loss of the day (UTC) at the best bids: 100.01, allowed 100',
    })
  })

  it('a restart in the middle of the day does not begin it anew, one on the next day does', () => {
    const former = daily()
    former.onPnl(0, NOON)
    former.onPnl(-90, NOON)
    const [today, tomorrow] = [daily(), daily()]
    for (const kill of [today, tomorrow]) kill.restore(former.marks(-90))
    expect(today.onPnl(-11, NOON + 1)?.cause).toBe('daily-loss')
    expect(tomorrow.onPnl(-11, NOON + DAY_MS)).toBeUndefined()
  })

  it('a clock that is set back begins no day twice', () => {
    const kill = daily()
    kill.onPnl(0, NOON)
    kill.onPnl(-60, NOON)
    kill.onPnl(-60, NOON - DAY_MS)
    expect(kill.onPnl(-101, NOON)?.cause).toBe('daily-loss')
  })

  it("begins no day while the venue's clock is not known, and counts on with the day that was", () => {
    const kill = daily()
    kill.onPnl(0, NOON)
    kill.onPnl(-60, NOON)
    expect(kill.onPnl(-70, undefined)).toBeUndefined()
    expect(kill.marks(0)).toMatchObject({ day: 20_000, dayStart: 0 })
    expect(kill.onPnl(-101, undefined)?.cause).toBe('daily-loss')
  })

  it('counts anew after a resume', () => {
    const kill = daily()
    kill.onPnl(0, NOON)
    kill.onPnl(-101, NOON)
    kill.resume()
    expect(kill.onPnl(-201, NOON)).toBeUndefined()
    expect(kill.onPnl(-202, NOON)?.cause).toBe('daily-loss')
  })
})
