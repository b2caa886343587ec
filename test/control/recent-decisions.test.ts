import { expect, it } from 'vitest'
import { RecentDecisions } from '../../src/control/recent-decisions.js'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { Hex } from '../../src/domain/market/market.js'
import type { OrderDraft } from '../../src/domain/orders/order.js'
import type { CoreInput } from '../../src/domain/run/core-event.js'
import type { Decision } from '../../src/domain/run/decision.js'
import { at } from '../execution/builders.js'
import { A, B } from '../risk/builders.js'

const draft = (price: number, conditionId = A): OrderDraft => ({
  ...{ conditionId, outcome: 0, side: 'BUY', price: ticks(price), size: lots(100), type: 'POST_ONLY' },
  ...{ expirationSec: 0, feeRateBps: 0 },
})
const decision = (seq: number, commands: Decision['commands']): Decision => ({
  ...{ seq, markets: [], commands, ended: [], corrected: [], faults: [] },
})
const place = (...drafts: readonly [number, OrderDraft][]): Decision['commands'] => [
  {
    ...{ kind: 'place', conditionId: drafts[0]?.[1].conditionId ?? A, feeReadAtMonoMs: 0, permits: [] },
    intents: drafts.map(([intentId, order]) => ({ intentId, draft: order })),
  },
]
const cancel = (...hashes: Hex[]): Decision['commands'] => [{ kind: 'cancel', hashes, permits: [] }]

function memory() {
  const recent = new RecentDecisions()
  let seq = 0
  const hear = (input: CoreInput) => recent.event({ ...input, seq: ++seq, at: at(seq) })
  const step = (commands: Decision['commands']) => recent.step(decision(++seq, commands), () => undefined)
  return { recent, hear, step }
}

it('a cancel is told with the order that it is of, market by market, the newest first', () => {
  const { recent, hear, step } = memory()
  step(place([1, draft(45)]))
  step(place([2, draft(60, B)]))
  hear({ kind: 'signed', intentId: 1, hash: '0x01' })
  hear({ kind: 'signed', intentId: 2, hash: '0x02' })
  step(cancel('0x01', '0x02', '0x03'))
  const told = recent.recent.map(({ kind, conditionId, orders }) => [kind, conditionId, orders.map((o) => o.price)])
  expect(told).toEqual([
    ['cancel', B, [60]],
    ['cancel', A, [45]],
    ['place', B, [60]],
    ['place', A, [45]],
  ])
  expect(recent.recent[0]?.atMs).toBe(at(4).wallMs)
})

it('remembers two hundred', () => {
  const { recent, step } = memory()
  for (let i = 1; i <= 250; i++) step(place([i, draft(45)]))
  expect(recent.recent).toHaveLength(200)
})
