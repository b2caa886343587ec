import { expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import type { LivingOrder, OverOrder } from '../../../src/domain/orders/own-order.js'
import { JUST_ENDED_MS, JustEnded, UNTOLD_MS } from '../../../src/state/orders/just-ended.js'
import { orderIn } from '../../execution/builders.js'
import { quote } from '../../risk/builders.js'

const END_MS = 10_000
const PLACE = { outcome: 0, side: 'BUY', price: ticks(40) } as const

const open = (intentId = 1): LivingOrder => orderIn('open', quote('BUY YES', 40, 10), intentId)

function ended(intentId = 1, sinceMonoMs = END_MS): OverOrder {
  const { draft, originalRaw, origin } = open(intentId)
  const order = { intentId, draft, originalRaw, origin, sinceMonoMs, hash: '0x1', fills: [], matchedRaw: 0n } as const
  return { ...order, restedRaw: originalRaw, changedMonoMs: sinceMonoMs, phase: 'ended' }
}

/** Until when the order is shown. */
function shown(orders: JustEnded): number {
  const untilMonoMs = orders.untilMonoMs(END_MS)
  expect(orders.at(untilMonoMs)).toHaveLength(1)
  expect(orders.at(untilMonoMs + 1)).toEqual([])
  return untilMonoMs - END_MS
}

function afterEnd(tell: (orders: JustEnded) => void): JustEnded {
  const orders = new JustEnded()
  orders.add(ended())
  tell(orders)
  return orders
}

it('is shown for seconds while its level tells nothing', () => {
  expect(shown(afterEnd(() => undefined))).toBe(UNTOLD_MS)
  for (const other of [{ price: ticks(41) }, { outcome: 1 }, { side: 'SELL' }] as const) {
    const orders = afterEnd((one) => expect(one.told([], { ...PLACE, ...other }, END_MS)).toBe(false))
    expect(shown(orders)).toBe(UNTOLD_MS)
  }
})

it('is shown for a moment where its level has told, be it from shortly before the end was known', () => {
  for (const [stampMs, ms] of [
    [END_MS + 1800, JUST_ENDED_MS],
    [END_MS - 1000, JUST_ENDED_MS],
    [END_MS - 1001, UNTOLD_MS],
  ] as const)
    expect(shown(afterEnd((orders) => expect(orders.told([], PLACE, stampMs)).toBe(true)))).toBe(ms)
})

it('is shown for a moment where its level, or the whole book, told while it still counted as resting', () => {
  for (const tell of [
    (orders: JustEnded) => orders.told([open()], PLACE, END_MS - 200),
    (orders: JustEnded) => orders.bookTold([open()], END_MS - 200),
  ]) {
    const orders = new JustEnded()
    tell(orders)
    orders.add(ended())
    expect(shown(orders)).toBe(JUST_ENDED_MS)
  }
  expect(shown(afterEnd((orders) => orders.bookTold([], END_MS + 100)))).toBe(JUST_ENDED_MS)
})

it('has been told by a snapshot, whatever change comes after it', () => {
  const orders = afterEnd((one) => one.bookTold([], END_MS + 100))
  orders.told([], PLACE, END_MS - 1500)
  expect(shown(orders)).toBe(JUST_ENDED_MS)
})

it('drops what is past where nobody asks, and no other', () => {
  const orders = new JustEnded()
  const [first, second, third] = [ended(1), ended(2, END_MS + 2000), ended(3, END_MS + UNTOLD_MS + 1)]
  for (const order of [first, second, third]) orders.add(order)
  expect(orders.at(END_MS)).toEqual([second, third])
})

it('follows other words for an order, and lets go of one that lives again', () => {
  const orders = afterEnd(() => undefined)
  const [before] = orders.at(END_MS)
  const after = { ...ended(), restedRaw: 1n }
  orders.replace(ended(), after)
  expect(orders.at(END_MS)).toEqual([before])
  if (before) orders.replace(before, after)
  expect(orders.at(END_MS)).toEqual([after])
  orders.remove(after)
  expect(orders.at(END_MS)).toEqual([])
})
