import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KillSwitch } from '../../src/risk/kill-switch.js'
import { riskLimits } from '../../src/risk/schema.js'

const settings = (killSwitch: object = {}) => riskLimits.parse({ killSwitch }).killSwitch
const loss = () => new KillSwitch(settings({ maxLoss: 100, maxDrawdown: 150 }))
const errors = () => new KillSwitch(settings({ errorRate: { max: 0.5, windowSec: 60, minCount: 10 } }))

describe('kill switch on P&L', () => {
  it('trips above the loss limit, not at it', () => {
    const kill = loss()
    expect(kill.onPnl(-100)).toBeUndefined()
    expect(kill.onPnl(-100.01)).toEqual({ cause: 'loss', reason: 'loss: 100.01, allowed 100' })
  })

  it('trips on the fall from the peak although the total is a profit', () => {
    const kill = loss()
    kill.onPnl(500)
    expect(kill.onPnl(350)).toBeUndefined()
    expect(kill.onPnl(349)?.cause).toBe('drawdown')
  })

  it('never trips while the P&L rises, however large it is', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e9, noNaN: true })), (profits) => {
        const kill = loss()
        for (const total of profits.sort((a, b) => a - b)) expect(kill.onPnl(total)).toBeUndefined()
      }),
    )
  })

  it('stays tripped when the P&L recovers, with the first reason', () => {
    const kill = loss()
    kill.onPnl(-120)
    expect(kill.onPnl(1000)?.reason).toContain('120.00')
    expect(kill.onPnl(-500)?.reason).toContain('120.00')
    expect(kill.tripped?.cause).toBe('loss')
  })

  it('resumes only by the operator, and counts anew from there', () => {
    const kill = loss()
    kill.onPnl(-120)
    kill.resume()
    expect(kill.tripped).toBeUndefined()
    expect(kill.onPnl(-220)).toBeUndefined()
    expect(kill.onPnl(-221)?.cause).toBe('loss')
  })

  it('a P&L that cannot be judged trips', () => {
    expect(loss().onPnl(Number.NaN)?.reason).toBe('total P&L: expected a number, got NaN')
  })

  it('survives a restart', () => {
    const kill = loss()
    const before = kill.onPnl(-120)
    expect(new KillSwitch(settings(), before).onPnl(5)).toEqual(before)
  })
})

describe('kill switch on failing requests', () => {
  const requests = (kill: KillSwitch, count: number, atMs: number) => {
    for (let i = 0; i < count; i++) kill.onRequest(atMs)
  }
  const failures = (kill: KillSwitch, count: number, atMs: number) => {
    for (let i = 0; i < count; i++) kill.onError('venue-failed', atMs)
    return kill.tripped
  }

  it('trips above the rate, not at it', () => {
    const kill = errors()
    requests(kill, 20, 0)
    expect(failures(kill, 10, 1)).toBeUndefined()
    expect(failures(kill, 1, 2)?.cause).toBe('errors')
  })

  it('needs a minimum of requests', () => {
    const kill = errors()
    requests(kill, 9, 0)
    expect(failures(kill, 9, 0)).toBeUndefined()
    requests(kill, 1, 0)
    expect(failures(kill, 1, 0)?.reason).toBe('10 of 10 requests failed in 60 s, the last with venue-failed')
  })

  it('forgets what left the window', () => {
    const kill = errors()
    requests(kill, 20, 0)
    failures(kill, 10, 0)
    requests(kill, 20, 70_000)
    expect(failures(kill, 10, 70_000)).toBeUndefined()
    expect(failures(kill, 1, 70_000)?.cause).toBe('errors')
  })

  it('does not count what was never sent', () => {
    const kill = errors()
    requests(kill, 20, 0)
    for (let i = 0; i < 30; i++) kill.onError('fee-stale', 0)
    expect(kill.tripped).toBeUndefined()
  })

  it('starts with an empty window after a resume', () => {
    const kill = errors()
    requests(kill, 20, 0)
    failures(kill, 11, 0)
    kill.resume()
    requests(kill, 20, 1)
    expect(failures(kill, 10, 1)).toBeUndefined()
  })
})
