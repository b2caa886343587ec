import { describe, expect, it } from 'vitest'
import type { ConditionId } from '../../../src/domain/market/market.js'
import type { OrderRecord } from '../../../src/domain/orders/order.js'
import { mayBeMatched } from '../../../src/state/orders/exposures.js'
import type { OrderEntry } from '../../../src/state/orders/order-entry.js'
import { UntoldEnds } from '../../../src/state/orders/untold-ends.js'
import { hashOf } from '../../execution/builders.js'
import { A, market } from '../../risk/builders.js'
import { Believer } from '../believer.js'
import { LOT, TrueOrder } from '../true-order.js'

/** A bid for 100 lots of which the venue has matched 40; its cancel is answered, and nobody has told of the match. */
function cancelledUntold() {
  const believer = new Believer()
  const order = new TrueOrder()
  believer.place(order)
  order.match(40, 5)
  order.cancel(6)
  const touched = believer.tell({ kind: 'cancel-answered', cancelled: [order.hash], failed: [] })
  const { orders } = believer.beliefs
  return { believer, order, touched, orders, may: () => mayBeMatched(orders, A).map(({ sizeRaw }) => sizeRaw) }
}

const told = (record: OrderRecord) => ({ kind: 'order', record }) as const

describe('an order whose cancel is answered', () => {
  it('is over, and all of it may have been matched', () => {
    const { orders, may } = cancelledUntold()
    expect(orders.livingOf(A)).toEqual([])
    expect(may()).toEqual([100n * LOT])
  })

  it('may be matched beside a live socket as well: its news may come after the answer', () => {
    const believer = new Believer()
    believer.tell({ kind: 'feed', conditionId: A, health: 'live', reason: 'snapshot' })
    const order = new TrueOrder()
    believer.place(order)
    believer.tell({ kind: 'cancel-answered', cancelled: [order.hash], failed: [] })
    expect(mayBeMatched(believer.beliefs.orders, A)).toHaveLength(1)
  })

  it('has told, once its record has come, by the socket or looked up', () => {
    for (const event of ['order', 'looked-up'] as const) {
      const { believer, order, may } = cancelledUntold()
      const record = order.record()
      const touched = believer.tell(event === 'order' ? told(record) : { kind: 'looked-up', hash: order.hash, record })
      expect(touched).toContain(A)
      expect(may()).toEqual([])
      expect(believer.beliefs.positions.position(believer.beliefs.markets.get(A)!).tokensRaw[0]).toBe(40n * LOT)
    }
  })

  it('has told at once where its record came before the answer', () => {
    const believer = new Believer()
    const order = new TrueOrder()
    believer.place(order)
    order.cancel(5)
    believer.tell(told(order.record()))
    believer.tell({ kind: 'cancel-answered', cancelled: [order.hash], failed: [] })
    expect(mayBeMatched(believer.beliefs.orders, A)).toEqual([])
    expect(believer.beliefs.orders.listFillsFromMonoMs).toBe(Number.POSITIVE_INFINITY)
  })

  it('has told by a list of fills that was asked for after the answer, and by none from before', () => {
    const { believer, order, may, orders } = cancelledUntold()
    const before = believer.seq - 1
    expect(orders.listFillsFromMonoMs).toBe(believer.nowMs + 500)
    believer.tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: before })
    // what is known to be matched is not counted twice
    expect(may()).toEqual([60n * LOT])
    const touched = believer.tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: before + 2 })
    expect(touched).toContain(A)
    expect(may()).toEqual([])
    expect(orders.listFillsFromMonoMs).toBe(Number.POSITIVE_INFINITY)
  })

  it('may be matched once more by the answer to a second cancel, and its market is looked at again', () => {
    const { believer, order, may } = cancelledUntold()
    believer.tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: believer.seq + 1 })
    expect(may()).toEqual([])
    const touched = believer.tell({ kind: 'cancel-answered', cancelled: [order.hash], failed: [] })
    expect(may()).toEqual([60n * LOT])
    expect(touched).toContain(A)
  })

  it('counts once when it is listed as resting after all', () => {
    const { believer, order, may } = cancelledUntold()
    const resting = { ...order.record(), status: 'open', remainingRaw: 60n * LOT, filledRaw: 40n * LOT } as const
    believer.tell({ kind: 'orders-listed', records: [{ ...resting, pendingRaw: 0n }], askedSeq: believer.seq })
    expect(may()).toEqual([60n * LOT])
  })

  it('is written down as over once it is told, and not while it may have been matched', () => {
    const { believer, order } = cancelledUntold()
    expect(believer.beliefs.takeEnded()).toEqual([])
    believer.tell({ kind: 'looked-up', hash: order.hash, record: order.record() })
    // 40 of it wait for their settlement
    expect(believer.beliefs.takeEnded()).toEqual([])
    order.settle('settled', 7)
    believer.tell(told(order.record()))
    expect(believer.beliefs.takeEnded()).toEqual([order.hash])
  })
})

/** As the last one, placed by a former run: 10 lots were settled when it was found. */
function cancelledOfFormerRun() {
  const believer = new Believer()
  const order = new TrueOrder()
  order.match(10, 1)
  order.settle('settled', 2)
  believer.tell({ kind: 'recovered', orders: [order] })
  believer.tell(told(order.record()))
  order.match(40, 5)
  order.cancel(6)
  believer.tell({ kind: 'cancel-answered', cancelled: [order.hash], failed: [] })
  const { orders } = believer.beliefs
  return { believer, order, orders, may: () => mayBeMatched(orders, A).map(({ sizeRaw }) => sizeRaw) }
}

describe('an order of a former run whose cancel is answered', () => {
  it('may have been matched as far as it rested, whatever list of fills comes, and is looked up for it', () => {
    const { believer, order, orders, may } = cancelledOfFormerRun()
    expect(may()).toEqual([90n * LOT])
    believer.tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: believer.seq })
    expect(may()).toEqual([90n * LOT])
    expect(orders.listFillsFromMonoMs).toBe(Number.POSITIVE_INFINITY)
    expect(orders.untoldRecords()).toEqual([{ hash: order.hash, sinceMonoMs: believer.nowMs, waitMs: 500 }])
  })

  it('has told by its record, which comes by itself, listed or looked up', () => {
    for (const event of ['order', 'orders-listed', 'looked-up'] as const) {
      const { believer, order, orders, may } = cancelledOfFormerRun()
      const record = order.record()
      if (event === 'order') believer.tell(told(record))
      else if (event === 'looked-up') believer.tell({ kind: event, hash: order.hash, record })
      else believer.tell({ kind: event, records: [record], askedSeq: believer.seq })
      expect(may()).toEqual([])
      expect(orders.untoldRecords()).toEqual([])
      expect([...orders.settling()]).toMatchObject([{ hash: order.hash, pendingRaw: 40n * LOT }])
    }
  })

  it('waits for its record even where a socket is live: no list of fills would tell what is lost on its way', () => {
    const believer = new Believer()
    believer.tell({ kind: 'feed', conditionId: A, health: 'live', reason: 'snapshot' })
    const order = new TrueOrder()
    believer.tell({ kind: 'recovered', orders: [order] })
    believer.tell({ kind: 'cancel-answered', cancelled: [order.hash], failed: [] })
    expect(believer.beliefs.orders.untoldRecords()).toHaveLength(1)
  })

  it('was never matched where the venue does not know it', () => {
    const { believer, order, orders, may } = cancelledOfFormerRun()
    believer.tell({ kind: 'looked-up', hash: order.hash })
    expect(may()).toEqual([])
    expect(orders.untoldRecords()).toEqual([])
    expect(believer.beliefs.takeEnded()).toEqual([order.hash])
  })
})

/** In so many markets, an order each, cancelled at once: `looks` counts how often any of them is looked at. */
function manyCancelled(many: number) {
  const ids = Array.from({ length: many }, (_, index) => `0xc${index}` as ConditionId)
  const orders = ids.map((conditionId, index) => new TrueOrder({ conditionId, hash: hashOf(index + 1) }))
  const believer = new Believer(ids.map((conditionId) => market(conditionId)))
  for (const order of orders) believer.place(order)
  const { beliefs } = believer
  believer.tell({ kind: 'cancel-answered', cancelled: orders.map(({ hash }) => hash), failed: [] })
  const seen = { looks: 0 }
  const byHash = beliefs.orders.byHash.bind(beliefs.orders)
  beliefs.orders.byHash = (hash) => {
    seen.looks++
    return byHash(hash)
  }
  return { believer, orders, seen }
}

describe('thousands of orders that are cancelled at once', () => {
  it('are each looked at once or twice, whatever else happens until they are told of', () => {
    const MANY = 300
    const { believer, orders, seen } = manyCancelled(MANY)
    for (let turn = 0; turn < 10; turn++) expect(believer.beliefs.takeEnded()).toEqual([])
    for (const order of orders) {
      order.cancel(6)
      believer.tell(told(order.record()))
      expect(believer.beliefs.takeEnded()).toEqual([order.hash])
    }
    expect(seen.looks).toBeLessThanOrEqual(4 * MANY)
  })

  it('are not looked through for one of them', () => {
    const MANY = 300
    let looks = 0
    const { believer } = manyCancelled(1)
    const like = believer.beliefs.orders.byHash(hashOf(1))!
    const entries = Array.from({ length: MANY }, (_, index) => {
      const conditionId = `0xc${index}` as ConditionId
      return {
        order: { ...like, draft: { ...like.draft, conditionId } },
        get hash() {
          looks++
          return hashOf(index + 1)
        },
      } as unknown as Readonly<OrderEntry>
    })
    const untold = new UntoldEnds({ byHash: (hash) => entries.find((_, index) => hashOf(index + 1) === hash) })
    const cancelled = entries.map((_, index) => hashOf(index + 1))
    untold.hear({ ...believer.event({ kind: 'cancel-answered', cancelled, failed: [] }) })
    looks = 0
    for (const hash of cancelled) expect(untold.has(hash)).toBe(true)
    expect(looks).toBeLessThanOrEqual(MANY)
    for (const hash of cancelled) untold.hear(believer.event({ kind: 'looked-up', hash }))
    expect(untold.takeTold()).toEqual(cancelled)
    expect(looks).toBeLessThanOrEqual(4 * MANY)
  })
})
