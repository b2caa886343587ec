// A price of known orders, first come first served, whose cancels follow a known rule: the model that says so wins.

import { describe, expect, it } from 'vitest'
import { GhostQueue, type Look } from '../../../src/backtest/ghosts/ghost-queue.js'
import { findGhosts } from '../../../src/backtest/ghosts/ghosts.js'
import { type LevelEvent, LevelFlow } from '../../../src/backtest/ghosts/level-flow.js'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { PublicTrade } from '../../../src/domain/orders/fill.js'
import { type Random, seededRandom } from '../../../src/domain/random.js'
import type { TapeRecord, TapeSource } from '../../../src/recording/tape-record.js'
import type { MarketDataEvent } from '../../../src/venue/market-data.js'
import { usedBytes } from '../../used-bytes.js'
import { MARKET } from '../../venue/simulated/fills/scenario.js'
import { longTape } from '../made-markets.js'

const { conditionId, lotRaw } = MARKET
const PRICE = ticks(40)

type Chooser = (queue: readonly number[], random: Random) => number

/** The first ones; returns how many lots there were of so many. */
function takeFrom(queue: number[], lots: number): number {
  let left = lots
  while (left > 0 && queue[0] !== undefined) {
    const taken = Math.min(left, queue[0])
    left -= taken
    if (taken === queue[0]) queue.shift()
    else queue[0] -= taken
  }
  return lots - left
}

interface Made {
  readonly steps?: number
  readonly seed?: number
  /** Orders are of one of these sizes, and trades take as many lots; without them sizes all differ, and trades take one order each. */
  readonly sizes?: readonly number[]
}

/** Orders come to one price; trades take the first, cancels whomever the rule names. */
function madeTape(cancelled: Chooser, { steps = 6000, seed = 7, sizes }: Made = {}): TapeSource {
  const random = seededRandom(seed)
  const queue: number[] = []
  const drawn = () => sizes?.[random.below(sizes.length)] ?? (size % 997) + 1
  const records: TapeRecord[] = []
  let [nowMs, size, trades] = [1_000_000, 0, 0]
  const tell = (event: MarketDataEvent) =>
    records.push({ atMs: nowMs, venueMs: nowMs, event: { kind: 'market-data', event } })
  const level = () => {
    const total = queue.reduce((sum, each) => sum + each, 0)
    tell({ kind: 'change', conditionId, change: { outcome: 0, side: 'BUY', price: PRICE, size: lots(total) } })
  }
  const empty = { bids: [], asks: [] }
  records.push({ atMs: nowMs, event: { kind: 'market', market: MARKET } })
  tell({ kind: 'snapshot', conditionId, book: [empty, empty] })
  for (let step = 0; step < steps; step++) {
    nowMs += 100 + random.below(1500)
    const draw = random.next()
    if (queue.length < 2 || (draw < 0.4 && queue.length < 12)) {
      size = drawn()
      queue.push(size)
    } else if (draw < 0.75) queue.splice(cancelled(queue, random), 1)
    else {
      const taken = takeFrom(queue, sizes === undefined ? (queue[0] ?? 0) : drawn())
      const trade: PublicTrade = {
        ...{ tradeId: `t${trades++}`, conditionId, matchType: 'direct', outcome: 0, side: 'SELL', price: PRICE },
        ...{ sizeRaw: BigInt(taken) * lotRaw, venueMs: nowMs },
      }
      tell({ kind: 'trade', conditionId, trade })
    }
    level()
  }
  return {
    name: 'made',
    async *records() {
      yield records
    },
  }
}

describe('the model with the best score', () => {
  it.each([
    ['risk-averse', (queue) => queue.length - 1],
    ['optimistic', () => 0],
  ] as const satisfies readonly (readonly [string, Chooser])[])(
    'is %s where cancels come from that end',
    async (model, rule) => {
      const { best, models, ghosts, telling } = await findGhosts(madeTape(rule))
      expect(ghosts).toBeGreaterThan(500)
      expect(telling).toBeGreaterThan(100)
      expect(best).toBe(model)
      const scoreOf = (name: string) => models.find((each) => each.model === name)?.logLoss ?? Number.NaN
      expect(scoreOf(model)).toBeLessThan(0.8 * scoreOf(model === 'optimistic' ? 'risk-averse' : 'optimistic'))
    },
  )

  it('is none of the ends where anybody may go', async () => {
    const { best } = await findGhosts(madeTape((queue, random) => random.below(queue.length)))
    expect(['pro-rata', 'power-2', 'power-3']).toContain(best)
  })

  it.each([1, 2, 3])(
    'is no other where many orders are of one size, and nobody knows which of them went: seed %i',
    async (seed) => {
      const made = { seed, steps: 20_000, sizes: [10, 15, 20, 25, 50, 100, 200] }
      const { best, models } = await findGhosts(madeTape((queue, random) => random.below(queue.length), made))
      expect(['pro-rata', 'power-2', 'power-3']).toContain(best)
      expect(models.toSorted((a, b) => b.logLoss - a.logLoss)[0]?.model).toBe('optimistic')
    },
  )

  it('is not named where too few orders tell the models apart', async () => {
    const { best, telling } = await findGhosts(madeTape(() => 0, { steps: 60 }))
    expect(telling).toBeLessThan(100)
    expect(best).toBeUndefined()
  })
})

describe('what is said of a horizon', () => {
  it('adds up: each ghost counts once, in tenths of what was said', async () => {
    const { models, ghosts } = await findGhosts(madeTape(() => 0, { steps: 1000 }))
    for (const { horizons } of models) {
      expect(horizons.map(({ horizonSec }) => horizonSec)).toEqual([1, 10, 60])
      for (const { reliability, brier, logLoss } of horizons) {
        expect(reliability.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(ghosts, 6)
        expect(brier).toBeGreaterThanOrEqual(0)
        expect(logLoss).toBeGreaterThan(0)
      }
    }
  })
})

describe('the flow at a price', () => {
  it.each([
    ['trade first', ['traded', 'shrank']],
    ['level first', ['shrank', 'traded']],
  ] as const)('knows a trade from a removal, %s', (_name, order) => {
    const flow = new LevelFlow()
    for (const [i, kind] of order.entries()) flow[kind](5, i)
    expect(flow.take(1000)).toMatchObject([{ kind: 'traded', lots: 5 }])
  })

  it('takes what no trade explains for a removal, and a trade that no level shows for a riddle', () => {
    const flow = new LevelFlow()
    flow.shrank(3, 0)
    expect(flow.take(10)).toEqual([])
    expect(flow.take(100)).toEqual([{ kind: 'left', lots: 3, atMs: 0 }])
    // too late to have been told of by either
    flow.shrank(4, 120)
    flow.traded(2, 200)
    expect(flow.take(210)).toEqual([{ kind: 'left', lots: 4, atMs: 120 }])
    expect(flow.take(300)).toMatchObject([{ kind: 'unknown', lots: 2 }])
  })
})

describe('a book that is told again', () => {
  /** One price: what stood there, what was told of it, and a snapshot in between; milliseconds, lots there. */
  const told = async (events: readonly (readonly [number, number, ('snapshot' | 'trade' | 'down')?])[]) => {
    const records: TapeRecord[] = [{ atMs: 0, event: { kind: 'market', market: MARKET } }]
    const book = (size: number) => {
      const bids = size === 0 ? [] : [{ price: PRICE, size: lots(size) }]
      return [
        { bids, asks: [] },
        { bids: [], asks: [] },
      ] as const
    }
    for (const [ms, size, kind] of events) {
      const venueMs = 1_000_000 + ms
      const change = { outcome: 0, side: 'BUY', price: PRICE, size: lots(size) } as const
      const trade: PublicTrade = {
        ...{ tradeId: `t${ms}`, conditionId, matchType: 'direct', outcome: 0, side: 'SELL', price: PRICE, venueMs },
        sizeRaw: BigInt(size) * lotRaw,
      }
      const event: MarketDataEvent =
        kind === 'snapshot'
          ? { kind, conditionId, book: book(size) }
          : kind === 'trade'
            ? { kind, conditionId, trade }
            : kind === 'down'
              ? { kind: 'link', state: kind }
              : { kind: 'change', conditionId, change }
      // the recorder's clock is a minute ahead, and the loss of a link has no stamp
      records.push({
        atMs: venueMs + 60_000,
        ...(kind === 'down' ? {} : { venueMs }),
        event: { kind: 'market-data', event },
      })
    }
    return findGhosts({
      name: 'told',
      async *records() {
        yield records
      },
    })
  }

  it('is what stands there: what was not certain before it is not taken from it once more', async () => {
    const found = await told([
      [0, 0, 'snapshot'],
      [100, 30],
      // 28 of 30, of which nobody knows yet whether that was a trade, and a snapshot that says 25 instead
      [200, 2],
      [201, 25, 'snapshot'],
      // unknown orders of 25 stand before these two, so nothing is known of their queue
      [5000, 35],
      [6000, 40],
      [70_000, 45],
    ])
    expect(found).toMatchObject({ ghosts: 0, lost: 0 })
  })

  it.each(['snapshot', 'down'] as const)('knows what had happened until then: %s', async (end) => {
    const queue = [
      [0, 0, 'snapshot'],
      [100, 10],
      // behind ten, and nothing happens for 59 s
      [200, 15],
    ] as const
    expect(await told([...queue, [59_000, 40, end]])).toMatchObject({ ghosts: 1, lost: 1 })
    expect(await told([...queue, [61_000, 40, 'snapshot']])).toMatchObject({ ghosts: 1, lost: 0 })
  })
})

describe('of orders of one size one leaves', () => {
  const queueOf = () => {
    const told: (readonly Look[])[] = []
    const queue = new GhostQueue(0, (looks) => told.push(looks))
    const take = (kind: LevelEvent['kind'], lots: number, sec: number) =>
      queue.take({ kind, lots, atMs: 1_000_000 + sec * 1000 })
    const filledAt60 = () => told.map((looks) => looks.at(-1)?.filled)
    return { queue, take, filledAt60 }
  }

  it('and whoever stands behind or before all of them goes on', () => {
    const { queue, take, filledAt60 } = queueOf()
    for (const [sec, lots] of [5, 7, 10, 10, 3].entries()) take('came', lots, sec)
    take('left', 10, 6)
    // the second ten may be the one that has left
    expect([queue.lost, filledAt60()]).toEqual([2, [0, 0]])
    take('traded', 5 + 7, 7)
    take('traded', 10 + 2, 8)
    take('left', 1, 9)
    take('came', 1, 100)
    expect(filledAt60()).toEqual([0, 0, 1, 2 / 3])
    expect(queue.lost).toBe(2)
  })

  it('and where a trade takes a part of those that may stand the one or the other way round, nobody knows any more', () => {
    const { queue, take, filledAt60 } = queueOf()
    for (const [sec, lots] of [10, 20, 10, 3].entries()) take('came', lots, sec)
    take('left', 10, 5)
    expect(queue.lost).toBe(2)
    // 10 and 20, or 20 and 10: of which of them is left now?
    take('traded', 10, 6)
    expect([queue.lost, filledAt60()]).toEqual([3, [0, 0, 0]])
  })
})

it('a longer tape takes no more memory', async () => {
  let told = 0
  let before: number | undefined
  let after = 0
  const found = await findGhosts({
    name: 'long',
    async *records() {
      for (const batch of longTape()) {
        told += batch.length
        // past the life of the first markets
        if (told > 40_000) before ??= usedBytes()
        yield batch
      }
      after = usedBytes()
    },
  })
  expect(found).toMatchObject({ ghosts: expect.toSatisfy((ghosts) => ghosts > 5000), records: told })
  expect(told).toBeGreaterThan(100_000)
  expect(after - (before ?? 0)).toBeLessThan(20 * 60_000)
})
