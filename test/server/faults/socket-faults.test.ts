import { describe, expect, it } from 'vitest'
import type { FaultSpecInput } from '../../../src/venue/wire/fault-schema.js'
import { ALICE, BOB, KEY, type OrderInput, VenueDriver } from '../api/venue-driver.js'

const buy: OrderInput = { maker: ALICE, side: 'BUY', price: 40, size: 1000 }

function open() {
  const venue = new VenueDriver()
  const join = (token?: string) => {
    const socket = venue.socket({ apiKey: KEY, ...(token === undefined ? {} : { accessToken: token }) })
    const ack = socket.send('subscribe', { conditionIds: [venue.market.conditionId], channels: ['orderbook'] })
    return { ...socket, ack, seqs: () => socket.of('orderbook.update').map(({ payload }) => payload.seq) }
  }
  const add = (spec: FaultSpecInput): string => venue.post('/sandbox/faults', spec).body.id
  const change = (times: number) => {
    for (let n = 0; n < times; n++) venue.rest({ ...buy, size: 100 })
  }
  return { venue, join, add, change }
}

describe('event-lost', () => {
  it('leaves a gap in the sequence, and stops', () => {
    const { join, add, change } = open()
    const socket = join()
    add({ kind: 'event-lost', event: 'orderbook.update', count: 2 })
    change(4)
    expect(socket.seqs()).toEqual([3, 4])
  })

  it('of a rate: the same ones for the same seed', () => {
    const run = () => {
      const { join, add, change } = open()
      const socket = join()
      add({ kind: 'event-lost', event: 'orderbook.update', rate: 0.5, seed: 3 })
      change(20)
      return socket.seqs()
    }
    expect(run()).toEqual(run())
    expect(run().length).toBeGreaterThan(3)
    expect(run().length).toBeLessThan(17)
  })
})

describe('event-duplicated', () => {
  it('sends an event twice, and stops', () => {
    const { join, add, change } = open()
    const socket = join()
    add({ kind: 'event-duplicated', event: 'orderbook.update', count: 1 })
    change(3)
    expect(socket.seqs()).toEqual([1, 1, 2, 3])
  })
})

describe('event-reordered', () => {
  it('sends an event after the next one, and stops', () => {
    const { join, add, change } = open()
    const socket = join()
    add({ kind: 'event-reordered', event: 'orderbook.update', count: 1 })
    change(4)
    expect(socket.seqs()).toEqual([2, 1, 3, 4])
  })
})

describe('socket-silent', () => {
  it('says nothing more, acknowledgements included, while the connection stays; then goes on', () => {
    const { venue, join, add, change } = open()
    const socket = join()
    add({ kind: 'socket-silent', durationMs: 5000 })
    change(2)
    expect(socket.seqs()).toEqual([])
    expect(socket.send('subscribe', { conditionIds: [], channels: [] })).toBeUndefined()
    expect(socket.closed).toEqual([])
    venue.pass(5000)
    change(1)
    expect(socket.seqs()).toEqual([3])
    expect(socket.send('subscribe', { conditionIds: [], channels: [] })).toEqual({ accepted: [], rejected: [] })
  })

  it('of one account leaves the others alone', () => {
    const { venue, join, add, change } = open()
    const [alice, bob, stranger] = [join(venue.signIn(ALICE).accessToken), join(venue.signIn(BOB).accessToken), join()]
    add({ kind: 'socket-silent', account: ALICE })
    change(1)
    expect([alice, bob, stranger].map(({ seqs }) => seqs().length)).toEqual([0, 1, 1])
    expect(alice?.of('order')).toEqual([])
  })
})

describe('socket-cut', () => {
  it('cuts those who are there, once; who comes again may stay', () => {
    const { join, add, change } = open()
    const socket = join()
    add({ kind: 'socket-cut' })
    expect(socket.closed).toHaveLength(1)
    const again = join()
    change(1)
    expect(again.closed).toEqual([])
    expect(again.seqs()).toEqual([1])
  })

  it('with a duration cuts newcomers too, until it is over', () => {
    const { venue, join, add } = open()
    add({ kind: 'socket-cut', durationMs: 1000 })
    expect(join().closed).toHaveLength(1)
    venue.pass(1000)
    expect(join().closed).toEqual([])
  })

  it('prefers the cut without a goodbye', () => {
    const { venue, add } = open()
    const cuts: string[] = []
    const conn = { id: 'x', auth: { apiKey: KEY }, send: () => undefined, disconnect: () => cuts.push('goodbye') }
    venue.api.connect({ ...conn, cut: () => cuts.push('cut') }, venue.nowMs)
    add({ kind: 'socket-cut' })
    expect(cuts).toEqual(['cut'])
  })
})

describe('a new token', () => {
  it.each([
    ['room-refused', { accepted: false, reason: 'the room is not open' }],
    ['subscribe-lost', undefined],
  ] as const)('that meets %s is not taken: %j', (kind, ack) => {
    const { join, add } = open()
    const socket = join()
    add({ kind, count: 1 })
    expect(socket.send('auth', { accessToken: 'x' })).toEqual(ack)
    expect(socket.send('auth', { accessToken: 'x' })).toEqual({
      accepted: false,
      reason: 'accessToken: unknown or expired',
    })
  })
})

describe('a subscribe', () => {
  it('whose room is refused joins the others, says so, and joins it once the fault is over', () => {
    const { venue, join, add, change } = open()
    const { conditionId } = venue.market
    add({ kind: 'room-refused', conditionId, count: 1 })
    const socket = join()
    expect(socket.ack).toEqual({ accepted: [], rejected: [{ id: conditionId, reason: 'the room is not open' }] })
    change(1)
    expect(socket.seqs()).toEqual([])
    const again = socket.send('subscribe', { conditionIds: [conditionId], channels: ['orderbook'] })
    expect(again).toEqual({ accepted: [conditionId], rejected: [] })
    change(1)
    expect(socket.seqs()).toHaveLength(1)
  })

  it('that is lost is not answered and joins nothing; what else is asked is answered', () => {
    const { venue, join, add, change } = open()
    const { conditionId } = venue.market
    add({ kind: 'subscribe-lost', count: 1 })
    const socket = join()
    change(1)
    expect([socket.ack, socket.seqs()]).toEqual([undefined, []])
    expect(socket.send('unsubscribe', { conditionIds: [conditionId], channels: [] })).toMatchObject({ rejected: [] })
    expect(socket.send('subscribe', { conditionIds: [conditionId], channels: ['orderbook'] })).toMatchObject({
      accepted: [conditionId],
    })
  })
})
