import { describe, expect, it } from 'vitest'
import {
  type EndedOrder,
  fillsOf,
  isForeign,
  isOver,
  isStanding,
  matchedRawOf,
  type OpenOrder,
  type OverOrder,
  type OwnOrder,
  pendingRawOf,
  type SettlingOrder,
} from '../../../src/domain/orders/own-order.js'
import { orderIn, restingOrder } from '../../execution/builders.js'
import { quote } from '../../risk/builders.js'

const BID = quote('BUY YES', 50, 10)
const LIVING = ['signing', 'sent', 'open', 'cancelling', 'unknown'] as const

const { phase: _phase, restingRaw: _resting, ...rested } = { ...restingOrder(BID, 1), matchedRaw: 9n, pendingRaw: 4n }
const over = { ...rested, restedRaw: 5n, changedMonoMs: 0 }
const { pendingRaw: _pending, ...settled } = over
const settling: SettlingOrder = { ...over, phase: 'settling' }
const ended: EndedOrder = { ...settled, phase: 'ended' }

it('orders that may live are not over', () => {
  expect(LIVING.map((phase) => isOver(orderIn(phase, BID, 1)))).toEqual(LIVING.map(() => false))
  expect([settling, ended].map(isOver)).toEqual([true, true])
})

it('those rest or will, whom nobody doubts or cancels', () => {
  expect(LIVING.filter((phase) => isStanding(orderIn(phase, BID, 1)))).toEqual(['signing', 'sent', 'open'])
})

it('orders of an earlier run, and of another hand, are foreign', () => {
  expect((['placed', 'recovered', 'listed'] as const).map((origin) => isForeign({ origin }))).toEqual([
    false,
    true,
    true,
  ])
})

it('what does not exist in a phase is nothing', () => {
  const signing = orderIn('signing', BID, 1)
  expect([matchedRawOf(signing), pendingRawOf(signing), fillsOf(signing)]).toEqual([0n, 0n, []])
  expect([matchedRawOf(settling), pendingRawOf(settling)]).toEqual([9n, 4n])
  expect([matchedRawOf(ended), pendingRawOf(ended), fillsOf(ended)]).toEqual([9n, 0n, []])
})

describe('the types refuse', () => {
  const open = restingOrder(BID, 1)
  const { hash: _hash, ...withoutHash } = open

  it('what a phase cannot have, and what it cannot do without', () => {
    // @ts-expect-error an order that rests was signed
    const unsigned: OpenOrder = withoutHash
    // @ts-expect-error nothing rests of an order that is over
    const restingRaw = (order: OverOrder) => order.restingRaw
    // @ts-expect-error nothing is pending of one that has ended
    const pendingRaw = (order: EndedOrder) => order.pendingRaw
    // @ts-expect-error an order that is over has no cancel on its way
    const cancelSent = (order: OverOrder) => order.cancelSentMonoMs
    // @ts-expect-error only of an order of unknown outcome is it asked whether the venue has told of it
    const isReported = (order: Exclude<OwnOrder, { phase: 'unknown' }>) => order.isReported
    expect([unsigned, restingRaw, pendingRaw, cancelSent, isReported]).toHaveLength(5)
  })
})
