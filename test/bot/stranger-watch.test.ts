import { describe, expect, it } from 'vitest'
import { StrangerWatch, type StrangerWatchParts } from '../../src/bot/stranger-watch.js'
import type { Hex } from '../../src/domain/market/market.js'
import type { OwnOrder } from '../../src/domain/orders/own-order.js'
import type { CoreEvent, CoreInput } from '../../src/domain/run/core-event.js'
import { at } from '../execution/builders.js'
import { TrueOrder } from '../state/true-order.js'

const START_MS = 100_000

function watch(former: readonly Hex[] = []) {
  let nowMs = START_MS
  const said: string[] = []
  const ways: string[] = []
  const known = new Map<Hex, Pick<OwnOrder, 'origin'>>()
  const parts: StrangerWatchParts = {
    former: new Set(former),
    orders: { byHash: (hash) => known.get(hash) as OwnOrder | undefined },
    markets: new Map(),
    now: () => at(nowMs),
    log: (message) => said.push(message),
    giveWay: (reason) => ways.push(reason),
  }
  const strangers = new StrangerWatch(parts)
  strangers.pushed({ kind: 'orders-listed', records: [], askedSeq: 1 })
  nowMs += 10_000
  return {
    ...{ strangers, said, ways, known },
    later: (ms: number) => {
      nowMs += ms
    },
    order: (hash: Hex): CoreInput => ({
      kind: 'order',
      record: { ...new TrueOrder({ hash }).record(), createdMs: at(nowMs).venueMs },
    }),
  }
}

const signed = (hash: Hex): CoreInput => ({ kind: 'signed', intentId: 1, hash })
const event = (input: CoreInput): CoreEvent => ({ seq: 1, at: at(START_MS), ...input })

describe('an order that the venue tells of', () => {
  it('is ours from its signature on, also while the core has not heard of that', () => {
    const { strangers, said, known, order } = watch()
    strangers.pushed(signed('0x01'))
    // the venue was faster than the core
    strangers.pushed(order('0x01'))
    known.set('0x01', { origin: 'placed' })
    strangers.taken(event(signed('0x01')))
    strangers.pushed(order('0x01'))
    expect(said).toEqual([])
  })

  it('is ours where a former run has signed it', () => {
    const { strangers, said, order } = watch(['0x02'])
    strangers.pushed(order('0x02'))
    expect(said).toEqual([])
  })

  it("is a stranger's otherwise: said, and given way to if that goes on", () => {
    const { strangers, said, ways, later, order, known } = watch()
    known.set('0x03', { origin: 'listed' })
    strangers.pushed(order('0x03'))
    expect([said, ways]).toEqual([[expect.stringContaining('order 0x03')], []])
    expect(strangers.isLeft('0x03')).toBe(false)
    later(16_000)
    strangers.pushed(order('0x04'))
    expect(ways).toEqual([expect.stringContaining('order 0x04')])
    expect([strangers.gaveWay, strangers.isLeft('0x04')]).toEqual([true, true])
    strangers.resume()
    expect(strangers.gaveWay).toBe(false)
    strangers.giveWay()
    expect(strangers.gaveWay).toBe(true)
  })

  it('is nobody of ours to judge, and left, once our right to trade may be over', () => {
    const { strangers, said, order } = watch()
    strangers.leaseOver(true)
    strangers.pushed(order('0x06'))
    expect([said, strangers.isLeft('0x06')]).toEqual([[], true])
    strangers.leaseOver(false)
    strangers.pushed(order('0x06'))
    expect([said.length, strangers.isLeft('0x06')]).toEqual([1, false])
  })

  it('of which the core has heard is known by the core alone', () => {
    const { strangers, said, order } = watch()
    strangers.pushed(signed('0x05'))
    strangers.taken(event(signed('0x05')))
    strangers.pushed(order('0x05'))
    expect(said).toHaveLength(1)
  })
})
