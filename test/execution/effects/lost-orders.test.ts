import { expect, it } from 'vitest'
import { VirtualClock } from '../../../src/backtest/virtual-clock.js'
import { LostOrders } from '../../../src/execution/effects/lost-orders.js'
import { FakeTrading } from '../../fake-ports.js'

it('what a former run signed counts from then on, by the clock of the machine; one that was set back makes it no older', () => {
  const clock = new VirtualClock(0)
  clock.runUntil(60_000)
  const lost = new LostOrders({ clock, trading: new FakeTrading() })
  const nowMs = clock.wallMs()
  lost.inherit([
    { hash: '0x01', atWallMs: nowMs - 4000 },
    { hash: '0x02', atWallMs: nowMs - 12_000 },
    { hash: '0x03', atWallMs: nowMs + 3_600_000 },
  ])
  expect(lost.within(10)).toBe(2)
  lost.over('0x03')
  expect(lost.within(10)).toBe(1)
  clock.runUntil(66_000)
  expect(lost.within(10)).toBe(0)
})
