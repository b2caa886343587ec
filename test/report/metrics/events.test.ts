// Markets of one group are one draw: twenty of them are not twenty things that happened.

import { describe, expect, it } from 'vitest'
import { eventsOf } from '../../../src/report/metrics/events.js'
import { calibrationOf } from '../../../src/report/metrics/forecasts.js'
import { swingsOf } from '../../../src/report/metrics/profit-swings.js'
import type { MarketRun } from '../../../src/report/result.js'
import { FROM_MS, MINUTE_MS, madeMarket, madeRun } from '../made-result.js'

const SPAN = { fromMs: FROM_MS, toMs: FROM_MS + 3 * MINUTE_MS }
const profit = (i: number) => ({ spread: 0, inventory: i % 2 === 0 ? 1 : -1, fees: 0, total: i % 2 === 0 ? 1 : -1 })

/** Forty markets, `perGroup` of them in each group; those of a group earn the same. */
function markets(perGroup: number | undefined): MarketRun[] {
  return Array.from({ length: 40 }, (_, i) => {
    const group = perGroup === undefined ? i : Math.floor(i / perGroup)
    return madeMarket({
      ...{ conditionId: `0x${i}`, pnl: profit(group), winner: 0, status: 'RESOLVED' },
      ...(perGroup === undefined ? {} : { groupId: `g${group}` }),
    })
  })
}

const widthOf = (perGroup: number | undefined) => {
  const { profit: found, blocks } = swingsOf(madeRun({ markets: markets(perGroup) }), SPAN)
  return { blocks, width: found && found.upper - found.lower }
}

describe('intervals', () => {
  it('are by group where there are groups, and wider by that', () => {
    const [alone, pairs] = [widthOf(undefined), widthOf(2)]
    expect([alone.blocks, pairs.blocks]).toEqual([40, 20])
    // the same forty profits as twenty pairs: the square root of two wider
    expect((pairs.width ?? 0) / (alone.width ?? 1)).toBeCloseTo(Math.SQRT2, 0)
  })

  it('are not there for fewer than twenty groups, however many markets they have, and neither is a Sharpe', () => {
    const { blocks, profit: found, sharpe } = swingsOf(madeRun({ markets: markets(4) }), SPAN)
    expect(blocks).toBe(10)
    expect([found, sharpe]).toEqual([undefined, undefined])
    expect(calibrationOf(markets(4))).toMatchObject({ markets: 40, events: 10 })
    expect(calibrationOf(markets(4))?.difference).toBeUndefined()
    expect(calibrationOf(markets(2))?.difference).toBeDefined()
  })
})

it('a market without a group is an event by itself', () => {
  const [a, b, c] = [{ conditionId: 'a' }, { conditionId: 'b', groupId: 'a' }, { conditionId: 'c', groupId: 'a' }]
  expect(eventsOf([a, b, c])).toEqual([[a], [b, c]])
})
