import { expect, it } from 'vitest'
import type { Market } from '../../../src/domain/market/market.js'
import { LineReader } from '../../../src/recording/lines/tape-line-reader.js'
import { MARKET } from '../../venue/simulated/fills/scenario.js'

const stamp = { at: 1_000_000, mono: 0 }
const FINER: Market = { ...MARKET, ticksPerUnit: 1000, lotRaw: 1000n, feeRateBps: 30, status: 'CLOSED' }

function scene() {
  const reader = new LineReader()
  const line = (via: 'watch' | 'read' | 'list', market: Market) =>
    reader.read({ k: 'market', ...stamp, via, market }).map(({ event }) => event)
  return { reader, line }
}

it('a market is told by the tick by which it is followed, whatever a list says of it, until it is followed by another', () => {
  const { reader, line } = scene()
  expect(line('list', FINER)).toEqual([{ kind: 'market', market: FINER }])
  expect(line('watch', MARKET)).toEqual([{ kind: 'market', market: MARKET }])
  const counted = { ...MARKET, feeRateBps: 30, status: 'CLOSED' }
  expect(line('list', FINER)).toEqual([{ kind: 'market', market: counted }])
  expect(line('read', FINER)).toEqual([])
  expect(reader.read({ k: 'dropped', ...stamp, conditionId: MARKET.conditionId })).toHaveLength(1)
  expect(line('watch', FINER)).toEqual([{ kind: 'market', market: FINER }])
})
