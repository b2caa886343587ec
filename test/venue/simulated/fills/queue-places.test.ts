import { describe, expect, it } from 'vitest'
import { ticks } from '../../../../src/domain/amounts/price.js'
import { YES } from '../../../../src/domain/market/side.js'
import { FeedTelling } from '../../../../src/venue/simulated/fills/feed-telling.js'
import type { QueueModel } from '../../../../src/venue/simulated/fills/queue-models.js'
import { QueuePlaces } from '../../../../src/venue/simulated/fills/queue-places.js'

const PLACE = { on: 'bid', price: ticks(48) } as const

function places(model: QueueModel = 'power-3', first: 'trade' | 'level' = 'trade') {
  const telling = new FeedTelling(() => 5)
  for (let i = 0; i < 3; i++) telling.saw(first)
  const queue = new QueuePlaces(model, telling)
  let level = 0
  let nowMs = 0
  return {
    queue,
    telling,
    /** The level of others goes to `after`, long after all before it unless `at` says otherwise. */
    level(after: number, isOfMany = false, at = nowMs + 1000) {
      nowMs = at
      queue.noteLevel(PLACE, { before: level, after, outcome: YES, isOfMany }, nowMs)
      level = after
    },
    trade(lots: number, at = nowMs + 1000) {
      nowMs = at
      for (const own of queue.at(PLACE)) own.traded(lots, 0, nowMs)
      queue.noteTrade(PLACE, lots, nowMs)
    },
    join(hash: '0x1' | '0x2' = '0x1') {
      queue.join(hash, PLACE, level)
    },
    get ahead() {
      return queue.at(PLACE).map((own) => own.ahead + 0)
    },
  }
}

/** 40 came before us, 25 behind us. */
function between(model?: QueueModel, first?: 'trade' | 'level') {
  const all = places(model, first)
  all.level(40)
  all.join()
  all.level(65)
  return all
}

describe('who left without a trade', () => {
  it('is known by the size: one behind us moves nothing, one before us all of it', () => {
    const behind = between()
    behind.level(40)
    expect(behind.ahead).toEqual([40])
    const before = between()
    before.level(25)
    expect(before.ahead).toEqual([0])
  })

  it('is not asked by the bounds', () => {
    const least = between('risk-averse')
    least.level(25)
    expect(least.ahead).toEqual([25])
    const most = between('optimistic')
    most.level(40)
    expect(most.ahead).toEqual([15])
  })

  it('is not known where a trade may still explain it', () => {
    const all = between('pro-rata', 'level')
    all.level(25)
    expect(all.ahead).toEqual([16])
  })

  it('nor where many came at once', () => {
    const all = places('pro-rata')
    all.level(40)
    all.join()
    all.level(65, true)
    all.level(25)
    // 40 fit the first one; 15 more of what came behind us fit the rest
    all.level(10)
    expect(all.ahead).toEqual([0])
    const snapshot = places('pro-rata')
    snapshot.level(40)
    snapshot.join()
    snapshot.level(65)
    snapshot.level(45, true)
    expect(snapshot.ahead).toEqual([28])
    // 25 came behind us, but nobody knows whether they still stand there
    snapshot.level(20)
    expect(snapshot.ahead).toEqual([13])
  })

  it('a second order of ours stands behind all that came before it', () => {
    const all = between()
    all.join('0x2')
    all.level(40)
    expect(all.ahead).toEqual([40, 40])
  })
})

describe('a level that follows its trade', () => {
  it('is no cancel: the front is shorter by it, and those who stay are known', () => {
    const all = between()
    all.trade(10)
    all.level(55, false, 3000)
    expect(all.ahead).toEqual([30])
    all.level(25)
    expect(all.ahead).toEqual([0])
  })

  it('shows the way of the feed by its size', () => {
    const all = places('power-3', 'level')
    all.level(65)
    for (let i = 1; i <= 13; i++) {
      all.trade(1)
      all.level(65 - i)
      expect(all.telling.tellsTradesFirst).toBe(false)
    }
    for (let i = 1; i <= 13; i++) {
      all.trade(1, 100_000 * i)
      all.level(52 - i, false, 100_000 * i)
    }
    expect(all.telling.tellsTradesFirst).toBe(true)
  })

  it('and so does one that came before it', () => {
    const all = places()
    all.level(65)
    expect(all.telling.tellsTradesFirst).toBe(true)
    all.level(60)
    all.trade(5, 2000)
    expect(all.telling.tellsTradesFirst).toBe(false)
  })
})

it('our orders are matched at the best price first, then as they came', () => {
  const { queue } = places()
  queue.join('0x1', PLACE, 0)
  queue.join('0x2', { on: 'bid', price: ticks(49) }, 0)
  queue.join('0x3', PLACE, 0)
  queue.join('0x4', { on: 'ask', price: ticks(52) }, 0)
  queue.join('0x5', PLACE, 0)
  const resting = queue.resting('bid', (hash) => (hash === '0x5' ? 0 : 7))
  expect(resting.map(({ own, lots }) => [own.hash, lots])).toEqual([
    ['0x2', 7],
    ['0x1', 7],
    ['0x3', 7],
  ])
})
