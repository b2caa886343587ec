import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../src/backtest/virtual-clock.js'
import { MassCancel, type MassCancelNews, type Stopped } from '../../src/bot/mass-cancel.js'
import type { OrderRecord } from '../../src/domain/orders/order.js'
import { FakeTrading } from '../fake-ports.js'
import { TrueOrder } from '../state/true-order.js'

const HALTED: Stopped = {
  halted: { cause: 'operator', reason: 'enough', actor: 'ann', atMs: 0 },
  waiting: undefined,
}
const waiting = (cause: 'venue' | 'feed'): Stopped => ({ halted: undefined, waiting: { cause, reason: `no ${cause}` } })
const QUOTING: Stopped = { halted: undefined, waiting: undefined }

function setUp(orders: readonly OrderRecord[] = [], left: readonly string[] = []) {
  const clock = new VirtualClock(1_700_000_000_000)
  const trading = new FakeTrading()
  trading.orders = [...orders]
  const news: MassCancelNews[] = []
  const believed = { orders: 0 }
  const massCancel = new MassCancel({
    ...{ trading, clock, inFlight: () => 0, isLeft: (hash) => left.includes(hash), inFlightMs: 10_000 },
    believed: () => believed.orders,
    tell: (told) => news.push(told),
  })
  const run = (ms: number) => clock.runUntil(clock.monoMs() + ms)
  return { clock, trading, news, massCancel, believed, run, told: () => news.map(({ event }) => event) }
}

const resting = (hash: `0x${string}`) => new TrueOrder({ hash }).record()

describe('a mass cancel', () => {
  it('cancels what a list shows, lists again, and is verified by an empty list alone', () => {
    const { massCancel, trading, run, news } = setUp([resting('0x01'), resting('0x02')])
    massCancel.look(HALTED)
    expect(massCancel.shown().massCancel).toMatchObject({ cause: 'halt', cancelled: 0 })
    run(1000)
    expect(trading.cancelled).toEqual(['0x01', '0x02'])
    expect(massCancel.shown().massCancel).toMatchObject({ cancelled: 2, left: 0, verifiedMs: expect.any(Number) })
    expect(news).toMatchObject([
      { event: 'begun', reason: 'enough', forMs: 0 },
      { event: 'verified', reason: 'enough', cancelled: 2 },
    ])
  })

  it('lists once more when what was on its way has arrived', () => {
    const { massCancel, trading, run, news, told } = setUp()
    massCancel.look(HALTED)
    run(5000)
    trading.orders = [resting('0x03')]
    run(4900)
    expect(trading.cancelled).toEqual([])
    run(500)
    expect(trading.cancelled).toEqual(['0x03'])
    expect(told()).toEqual(['begun', 'verified', 'verified'])
    expect(news.at(-1)).toMatchObject({ cancelled: 1 })
    const { lists } = trading
    run(60_000)
    expect(trading.lists).toBe(lists)
  })

  it('says that nothing is verified, and goes on', () => {
    const { massCancel, trading, run, told, news, believed } = setUp([resting('0x01')])
    trading.canList = false
    // what nobody could list is told as it is believed
    believed.orders = 3
    massCancel.look(HALTED)
    run(9000)
    expect(told()).toEqual(['begun', 'unverified', 'unverified'])
    expect(massCancel.shown().massCancel?.verifiedMs).toBeUndefined()
    expect(massCancel.shown().massCancel?.left).toBe(3)
    expect(news.map(({ left }) => left)).toEqual([3, 3, 3])
    trading.canList = true
    run(500)
    expect(news.at(-1)).toMatchObject({ event: 'verified', cancelled: 1, left: 0 })
  })

  it('says it ever more seldom, up to once a minute, and at once where another number is left', () => {
    const { clock, massCancel, trading, run, news, believed } = setUp()
    trading.canList = false
    believed.orders = 3
    massCancel.look(HALTED)
    const saidAt = () => news.filter(({ event }) => event === 'unverified').map(({ forMs }) => forMs / 1000)
    run(300_000)
    expect(saidAt()).toEqual([4, 8, 16, 32, 64, 124, 184, 244])
    believed.orders = 2
    run(4000)
    expect(saidAt()).toHaveLength(9)
    trading.canList = true
    run(1000)
    expect(news.at(-1)).toMatchObject({ event: 'verified' })
    trading.canList = false
    massCancel.stop()
    massCancel.look(HALTED)
    const againMs = clock.monoMs()
    run(5000)
    expect(news.at(-1)).toMatchObject({ event: 'unverified', forMs: 4000 })
    expect(clock.monoMs() - againMs).toBe(5000)
  })

  it('stays verified while the second list cannot be had, unless an order may have come to rest since', () => {
    const { massCancel, trading, run, told, believed } = setUp([resting('0x01')])
    massCancel.look(waiting('venue'))
    run(1000)
    const verified = massCancel.shown().massCancel
    expect(verified?.verifiedMs).toBeDefined()
    // as where no request is left
    trading.listOrders = () => undefined
    run(30_000)
    expect(told()).toEqual(['begun', 'verified'])
    expect(massCancel.shown().massCancel).toEqual(verified)
    believed.orders = 1
    run(4000)
    expect(told()).toEqual(['begun', 'verified', 'unverified'])
    expect(massCancel.shown().massCancel).toMatchObject({ left: 1 })
    expect(massCancel.shown().massCancel?.verifiedMs).toBeUndefined()
  })

  it('takes a doubt of the second list back once a list has shown that nothing rests', () => {
    const { massCancel, trading, run, told, believed } = setUp()
    massCancel.look(HALTED)
    run(1000)
    trading.canList = false
    believed.orders = 1
    run(14_000)
    expect(told()).toEqual(['begun', 'verified', 'unverified'])
    trading.canList = true
    run(500)
    expect(told()).toEqual(['begun', 'verified', 'unverified', 'verified'])
  })

  it('is doubted where the second list shows an order that cannot be cancelled', () => {
    const { massCancel, trading, run, told } = setUp()
    massCancel.look(HALTED)
    run(1000)
    trading.orders = [resting('0x03')]
    trading.cancelMany = (_hashes, done) => done({ ok: true, value: { cancelled: [], failed: [] } })
    run(14_000)
    expect(told()).toEqual(['begun', 'verified', 'unverified'])
    expect(massCancel.shown().massCancel).toMatchObject({ left: 1 })
  })

  it('does not wait for settlements: they rest no more', () => {
    const order = new TrueOrder({ size: 1000 })
    order.match(1000, 2)
    const { massCancel, run } = setUp([order.record()])
    massCancel.look(HALTED)
    run(200)
    expect(massCancel.shown().massCancel).toMatchObject({ pending: 1, verifiedMs: expect.any(Number) })
  })

  it('ends when the bot may quote again, in the middle too', () => {
    const { massCancel, trading, run, told } = setUp()
    trading.canList = false
    massCancel.look(waiting('venue'))
    run(1000)
    massCancel.look(QUOTING)
    const { lists } = trading
    run(60_000)
    expect([trading.lists, massCancel.shown().massCancel, told()]).toEqual([lists, undefined, ['begun']])
  })

  it('is one for waits that follow each other, and another for a halt', () => {
    const { massCancel, told, run } = setUp()
    for (const cause of ['venue', 'feed'] as const) {
      massCancel.look(waiting(cause))
      run(1000)
    }
    expect(massCancel.shown().massCancel).toMatchObject({ cause: 'venue' })
    expect(told()).toEqual(['begun', 'verified'])
    massCancel.look(HALTED)
    massCancel.look(HALTED)
    run(1000)
    expect(massCancel.shown().massCancel).toMatchObject({ cause: 'halt' })
    expect(told()).toEqual(['begun', 'verified', 'begun', 'verified'])
  })

  it('leaves the orders of another writer alone', () => {
    const { massCancel, trading, run } = setUp([resting('0x01'), resting('0x02')], ['0x02'])
    massCancel.look(HALTED)
    run(1000)
    expect(trading.cancelled).toEqual(['0x01'])
    expect(massCancel.shown().massCancel).toMatchObject({ left: 0, verifiedMs: expect.any(Number) })
  })
})
