import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../../src/domain/random.js'
import { constantLatency } from '../../../../src/venue/simulated/fills/latency.js'
import { CONDITION, paper, type Row } from './scenario.js'

const BOOK: readonly Row[] = [
  ['YES bid', 48, 30],
  ['YES bid', 45, 50],
  ['YES ask', 52, 100],
]
/** Prints and levels of one taker are over after so many milliseconds. */
const MOMENT = 10
const OPTIMISTIC = { fillModel: { queue: 'optimistic' } } as const

describe('a level that a trade empties', () => {
  it.each(['the trade first', 'the level first'])(
    'as the upper bound, fills all of ours up to the next level: %s',
    (first) => {
      const { show, place, level, trade, filled, clock } = paper(OPTIMISTIC)
      show(BOOK)
      const [at, between, beyond] = [place('BUY YES', 48, 10), place('BUY YES', 46, 20), place('BUY YES', 45, 5)]
      clock.advance(1000)
      if (first === 'the level first') level(['YES bid', 48, 0])
      trade('SELL YES', 48, 30)
      if (first === 'the trade first') level(['YES bid', 48, 0])
      clock.advance(MOMENT)
      expect([at, between, beyond].map(({ hash }) => filled(hash))).toEqual([10, 20, 0])
    },
  )

  it('is emptied by several prints of one taker too', () => {
    const { show, place, trade, filled, clock } = paper(OPTIMISTIC)
    show(BOOK)
    const { hash } = place('BUY YES', 48, 10)
    trade('SELL YES', 48, 12)
    trade('SELL YES', 48, 18)
    clock.advance(MOMENT)
    expect(filled(hash)).toBe(10)
  })

  it('is not emptied where something is left', () => {
    const { show, place, trade, filled, clock } = paper(OPTIMISTIC)
    show(BOOK)
    const { hash } = place('BUY YES', 48, 10)
    trade('SELL YES', 48, 29)
    clock.advance(MOMENT)
    expect(filled(hash)).toBe(0)
  })

  it('fills nothing beyond the trade as the lower bound', () => {
    const { show, place, trade, filled, clock } = paper()
    show(BOOK)
    const { hash } = place('BUY YES', 48, 10)
    trade('SELL YES', 48, 30)
    clock.advance(MOMENT)
    expect(filled(hash)).toBe(0)
  })

  it('fills no order that comes after it', () => {
    const { show, place, trade, filled, clock } = paper({
      ...OPTIMISTIC,
      latency: constantLatency({ submitMs: 1, cancelMs: 1, answerMs: 1 }),
    })
    show(BOOK)
    trade('SELL YES', 48, 30)
    const { hash } = place('BUY YES', 48, 10)
    clock.advance(MOMENT)
    expect(filled(hash)).toBe(0)
  })
})

describe('estimates', () => {
  const ESTIMATED = () => {
    const estimates: boolean[] = []
    const sim = paper({
      fillModel: { queue: 'power-3', insideRandom: seededRandom(5) },
      onMatch: (_trade, isEstimate) => estimates.push(isEstimate),
    })
    return { ...sim, estimates }
  }

  /** Takers every ten seconds while the spread is narrow, one a minute while it is wide: k is about ln 6 over the difference. */
  function watched({ show, trade, clock }: ReturnType<typeof paper>) {
    for (let minute = 0; minute < 20; minute++) {
      show([
        ['YES bid', 49, 100],
        ['YES ask', 51, 100],
      ])
      for (let taker = 0; taker < 6; taker++) {
        clock.advance(10_000)
        trade(taker % 2 === 0 ? 'SELL YES' : 'BUY YES', taker % 2 === 0 ? 49 : 51, 10)
        show([
          ['YES bid', 49, 100],
          ['YES ask', 51, 100],
        ])
      }
      show([
        ['YES bid', 46, 100],
        ['YES ask', 54, 100],
      ])
      clock.advance(60_000)
      trade('SELL YES', 46, 10)
    }
  }

  it('fills inside the spread as often as takers of that distance came before, and says that nothing proves it', () => {
    const sim = ESTIMATED()
    const { clock, place, filled, estimates, show } = sim
    watched(sim)
    let comers = 0
    for (let round = 0; round < 60; round++) {
      show([
        ['YES bid', 46, 100],
        ['YES ask', 54, 100],
      ])
      const { hash } = place('BUY YES', 49, 10)
      clock.advance(60_000)
      if (filled(hash) > 0) comers += 1
    }
    // three a minute came for bids at this distance, a half at that of the others: 1 - exp(-2.5) of the orders meet one within a minute
    expect(comers / 60).toBeGreaterThan(0.7)
    expect(estimates.length).toBeGreaterThan(0)
    expect(new Set(estimates)).toEqual(new Set([true]))
  })

  it('fills nobody at or behind the best of others by time alone', () => {
    const sim = ESTIMATED()
    watched(sim)
    const { clock, place, filled, show } = sim
    show([
      ['YES bid', 46, 100],
      ['YES ask', 54, 100],
    ])
    const orders = [place('BUY YES', 46, 10), place('BUY YES', 40, 10)]
    clock.advance(3_600_000)
    expect(orders.map(({ hash }) => filled(hash))).toEqual([0, 0])
  })

  it.each([
    ['the link is down', { kind: 'link', state: 'down' }, { kind: 'link', state: 'up' }],
    ['the market cannot be read', { kind: 'unreadable', conditionId: CONDITION, message: 'a gap' }, undefined],
  ] as const)('fills nobody, and learns nothing of silence, while %s', (_words, down, up) => {
    const wide: readonly Row[] = [
      ['YES bid', 46, 100],
      ['YES ask', 54, 100],
    ]
    const comers = (gapMs: number) => {
      const sim = ESTIMATED()
      watched(sim)
      const { clock, place, filled, show, trading } = sim
      show(wide)
      const { hash } = place('BUY YES', 49, 10)
      trading.onMarketData(down)
      clock.advance(gapMs)
      expect(filled(hash)).toBe(0)
      if (up !== undefined) trading.onMarketData(up)
      show(wide)
      clock.advance(600_000)
      return filled(hash)
    }
    expect(comers(1000)).toBe(10)
    expect(comers(5 * 3_600_000)).toBe(10)
  })

  it('fills nothing while too little was seen', () => {
    const { clock, place, filled, show } = ESTIMATED()
    show(BOOK)
    const { hash } = place('BUY YES', 50, 10)
    clock.advance(3_600_000)
    expect(filled(hash)).toBe(0)
  })

  it('gives an order at an emptied price what takers who found enough wanted beyond it', () => {
    const sim = ESTIMATED()
    const { show, trade, place, filled, clock, estimates } = sim
    for (let taker = 0; taker < 30; taker++) {
      show(BOOK)
      trade('SELL YES', 48, 10)
      show([
        ['YES bid', 48, 200],
        ['YES ask', 52, 100],
      ])
      clock.advance(1000)
      trade('SELL YES', 48, 90)
      clock.advance(1000)
    }
    show(BOOK)
    const { hash } = place('BUY YES', 48, 40)
    clock.advance(1000)
    trade('SELL YES', 48, 30)
    clock.advance(MOMENT)
    // whoever wanted more than 30 wanted 90
    expect(filled(hash)).toBe(40)
    expect(estimates).toEqual([true])
  })
})

describe('settlements of the tape', () => {
  const settled = ({ trading }: ReturnType<typeof paper>, trade: number, status: 'settled' | 'failed') =>
    trading.onMarketData({ kind: 'settlement', conditionId: CONDITION, tradeId: `real${trade}`, status })

  it('a reverted trade fills nothing in the end: what it filled comes back and rests', () => {
    const sim = paper()
    const { show, place, trade, clock, fills, order } = sim
    show(BOOK)
    const { hash } = place('BUY YES', 49, 10)
    trade('SELL YES', 49, 6)
    trade('SELL YES', 49, 2)
    clock.advance(1000)
    settled(sim, 1, 'failed')
    settled(sim, 2, 'settled')
    clock.advance(5000)
    expect(fills().map(({ sizeRaw, status }) => [Number(sizeRaw) / 1e6, status])).toEqual([
      [2, 'settled'],
      [6, 'failed'],
    ])
    expect(Number(order(hash).remainingRaw) / 1e6).toBe(8)
  })

  it('waits for a word that comes later than the constant delay, once one has', () => {
    const sim = paper()
    const { show, place, trade, clock, fills } = sim
    show(BOOK)
    place('BUY YES', 49, 10)
    trade('SELL YES', 45, 1)
    clock.advance(2500)
    settled(sim, 1, 'settled')
    show(BOOK)
    place('BUY YES', 49, 10)
    trade('SELL YES', 49, 6)
    clock.advance(2500)
    settled(sim, 2, 'failed')
    clock.advance(100)
    expect(fills()[0]?.status).toBe('failed')
  })
})
