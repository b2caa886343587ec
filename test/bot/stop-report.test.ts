import { describe, expect, it } from 'vitest'
import { stopReport } from '../../src/bot/stop-report.js'
import type { CoreInput } from '../../src/domain/run/core-event.js'
import { CoreDriver, quoting } from '../core/core-driver.js'
import { A, raw } from '../risk/builders.js'

const VERIFIED = { verified: true, open: [], pending: [], cancelled: 0 } as const

/** The positions at a stop, six YES bought, after these events. */
function positionsAfter(...events: readonly CoreInput[]) {
  const { driver, hashes } = quoting()
  const [hash] = hashes
  if (hash === undefined) throw new Error('expected a quote')
  const filled = { filledRaw: raw(6), pendingRaw: 0n, remainingRaw: raw(4), status: 'partially_filled' } as const
  driver.push({ kind: 'order', record: driver.record(hash, filled) })
  for (const event of events) driver.push(event)
  const { positions } = stopReport(VERIFIED, { beliefs: driver.core.beliefs, signed: [] })
  if (positions === undefined) throw new Error('expected an account that was read')
  return positions
}

const over = (status: 'RESOLVED' | 'CANCELLED', winner?: 0 | 1): CoreInput => ({
  kind: 'market-status',
  conditionId: A,
  status,
  ...(winner === undefined ? {} : { winner }),
})

describe('the positions of a stop', () => {
  it('are those of markets that go on, with what their worst outcome costs', () => {
    const [held, ...others] = positionsAfter()
    expect(others).toEqual([])
    expect(held).toEqual({ market: 'Will it?', shares: [6, 0], worstCaseLoss: expect.any(Number) })
    expect(held?.worstCaseLoss).toBeGreaterThan(0)
  })

  it('are also those of markets that nobody selects any more', () => {
    expect(positionsAfter({ kind: 'market-dropped', conditionId: A })).toMatchObject([{ shares: [6, 0] }])
  })

  it.each([
    ['won', over('RESOLVED', 0), 6],
    ['lost', over('RESOLVED', 1), 0],
    ['were cancelled', over('CANCELLED'), 3],
  ])('are also tokens of an ended market that %s, and were not redeemed', (_name, event, payout) => {
    expect(positionsAfter(event)).toMatchObject([{ market: 'Will it?', shares: [6, 0], payout }])
  })

  it('are absent, not none, before the account was read', () => {
    const beliefs = new CoreDriver().core.beliefs
    const report = stopReport(VERIFIED, { beliefs, signed: [] })
    expect(report).toEqual({ verified: true, openOrders: [], pendingSettlements: [] })
    const unconfirmed = stopReport({ ...VERIFIED, verified: false }, { beliefs, signed: [] })
    expect(unconfirmed).not.toHaveProperty('positions')
  })

  it('do not name a market in which nothing is held', () => {
    const { driver } = quoting()
    expect(stopReport(VERIFIED, { beliefs: driver.core.beliefs, signed: [] }).positions).toEqual([])
  })
})
