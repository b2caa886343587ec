import { describe, expect, it } from 'vitest'
import type { StopOrder, StopReport } from '../../../src/bot/stop-report.js'
import { describeStop, stopExit } from '../../../src/cli/bot/stop-words.js'

const clean: StopReport = { verified: true, openOrders: [], pendingSettlements: [], positions: [] }
const order: StopOrder = {
  ...{ hash: '0xaa', market: 'm', outcome: 'NO', side: 'BUY', price: 0.475, shares: 12.5 },
  expirationSec: 1_700_000_000,
}
const unconfirmed: StopReport = {
  verified: false,
  unconfirmed: { orders: [], pendingSettlements: [] },
  positions: [],
}
const pending = { hash: '0xbb', market: 'm', shares: 5 }

describe('stopExit', () => {
  it('is ok only when listing confirmed that nothing is left', () => {
    expect(stopExit(clean)).toBe('ok')
    expect(stopExit({ ...clean, positions: [{ market: 'm', shares: [1, 0], worstCaseLoss: 1 }] })).toBe('ok')
    expect(stopExit(unconfirmed)).toBe('pending')
    expect(stopExit({ ...clean, openOrders: [order] })).toBe('pending')
    expect(stopExit({ ...clean, pendingSettlements: [pending] })).toBe('pending')
  })
})

describe('describeStop', () => {
  it('names orders with their expiry, settlements, and positions with their worst case', () => {
    const lines = describeStop({
      verified: true,
      openOrders: [order],
      pendingSettlements: [pending],
      positions: [
        { market: 'm', shares: [12, 3], worstCaseLoss: 4.5 },
        { market: 'n', shares: [5, 5], worstCaseLoss: -1 },
        { market: 'o', shares: [7, 0], worstCaseLoss: 0, payout: 7 },
      ],
    })
    expect(lines.join('\n')).toBe(
      [
        'orders: 1 may still be matched',
        '  0xaa  BUY NO 12.50 at 0.475  m  expires 2023-11-14T22:13:20.000Z',
        'pending settlements: 1',
        '  0xbb  m  5.00 shares',
        'positions: 3',
        '  m  YES 12.00  NO 3.00  worst case -4.50',
        '  n  YES 5.00  NO 5.00  worst case +1.00',
        '  o  YES 7.00  NO 0.00  over, redeem for 7.00',
      ].join('\n'),
    )
    expect(describeStop(clean)).toEqual(['orders: none', 'pending settlements: none', 'positions: none'])
  })

  it('never says that nothing is held when the account was not read', () => {
    const { positions: _, ...unread } = clean
    expect(describeStop(unread).at(-1)).toBe('positions: not known, the account was not read before the stop')
  })

  it('never says that there are none when no listing said so', () => {
    expect(describeStop(unconfirmed)).toEqual([
      'orders: unconfirmed; none is known that may still be matched',
      'pending settlements: unconfirmed; none is known',
      'positions: none',
    ])
    const bare = { hash: '0xcc', market: '0xc0', outcome: 'YES', side: 'SELL', expirationSec: 0 } as const
    const left = { orders: [order, bare], pendingSettlements: [pending] }
    expect(describeStop({ ...unconfirmed, unconfirmed: left }).slice(0, 5)).toEqual([
      'orders: unconfirmed; 2 may still be matched, each until it expires',
      '  0xaa  BUY NO 12.50 at 0.475  m  expires 2023-11-14T22:13:20.000Z',
      '  0xcc  SELL YES  0xc0  never expires',
      'pending settlements: unconfirmed; 1',
      '  0xbb  m  5.00 shares',
    ])
  })
})
