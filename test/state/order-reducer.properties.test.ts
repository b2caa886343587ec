import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Failure } from '../../src/domain/error.js'
import {
  isOver,
  matchedRawOf,
  type OrderPhase,
  type OwnOrder,
  pendingRawOf,
} from '../../src/domain/orders/own-order.js'
import type { CoreInput } from '../../src/domain/run/core-event.js'
import { Believer } from './believer.js'
import { TrueOrder } from './true-order.js'

const unclear: Failure = { code: 'unreachable', message: 'no answer', mayHaveHappened: true }

const ARROWS: Record<OrderPhase, readonly OrderPhase[]> = {
  signing: ['sent', 'ended'],
  sent: ['open', 'cancelling', 'unknown', 'settling', 'ended'],
  open: ['cancelling', 'unknown', 'settling', 'ended'],
  cancelling: ['open', 'unknown', 'settling', 'ended'],
  unknown: ['open', 'cancelling', 'settling', 'ended'],
  settling: ['open', 'unknown', 'ended'],
  ended: ['open', 'unknown', 'settling'],
}

const restingRawOf = (order: OwnOrder) => (isOver(order) ? 0n : order.restingRaw)

describe('any sequence of events', () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('match' as const), size: fc.integer({ min: 1, max: 60 }) }),
    fc.constantFrom(
      ...(
        ['settled', 'failed', 'cancel', 'record', 'old-record', 'fills', 'list', 'empty-list', 'look-up'] as const
      ).map((name) => ({ do: name, size: 0 })),
      ...(['found-nothing', 'submitted', 'lost', 'cancel-sent', 'cancel-failed', 'cancel-refused'] as const).map(
        (name) => ({
          do: name,
          size: 0,
        }),
      ),
    ),
  )

  it('moves phases only along the arrows, never loses an order that rests, and never counts a negative amount', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const bot = new Believer()
        const order = new TrueOrder()
        const entry = bot.intend(order)
        const { intentId } = entry()
        const { hash } = order
        bot.tell({ kind: 'signed', intentId, hash })
        const past = [order.record()]
        let before: OrderPhase = entry().phase
        let isToldOver = false
        for (const { do: what, size } of steps) {
          bot.nowMs++
          let input: CoreInput | undefined
          if (what === 'match') order.match(size, bot.nowMs)
          if (what === 'settled' || what === 'failed') order.settle(what, bot.nowMs)
          if (what === 'cancel' && order.cancel(bot.nowMs))
            input = { kind: 'cancel-answered', cancelled: [hash], failed: [] }
          if (what === 'record') input = { kind: 'order', record: order.record() }
          if (what === 'old-record') input = { kind: 'order', record: past[bot.nowMs % past.length] ?? order.record() }
          if (what === 'fills') input = { kind: 'fills-listed', fills: order.fills(), askedSeq: 0 }
          if (what === 'list') input = { kind: 'orders-listed', records: [order.record()], askedSeq: bot.seq }
          if (what === 'empty-list') input = { kind: 'orders-listed', records: [], askedSeq: bot.seq }
          if (what === 'look-up') input = { kind: 'looked-up', hash, record: order.record() }
          if (what === 'found-nothing') input = { kind: 'looked-up', hash }
          if (what === 'submitted') input = { kind: 'submitted', intentId, hash, status: 'open' }
          if (what === 'lost') input = { kind: 'submit-failed', intentId, failure: unclear }
          if (what === 'cancel-failed') input = { kind: 'cancel-failed', hashes: [hash], failure: unclear }
          if (what === 'cancel-refused')
            input = { kind: 'cancel-answered', cancelled: [], failed: [{ hash, error: 'no' }] }
          if (what === 'cancel-sent') bot.beliefs.orders.cancelSent(intentId, bot.nowMs)
          past.push(order.record())
          if (input) bot.tell(input)
          if (entry().phase !== before)
            expect(ARROWS[before], `${before} -> ${entry().phase} by ${what}`).toContain(entry().phase)
          before = entry().phase
          // only words that the order matched completely or ended may end it
          isToldOver ||= past.some((r) => r.remainingRaw === 0n)
          if (!isToldOver) expect(isOver(entry())).toBe(false)
          const now = entry()
          for (const amount of [matchedRawOf(now), pendingRawOf(now), restingRawOf(now)])
            expect(amount >= 0n).toBe(true)
          if (now.phase === 'settling') expect(now.pendingRaw > 0n).toBe(true)
        }
        // the truth, told at last, is believed
        bot.nowMs++
        bot.tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: 0 })
        bot.tell({ kind: 'looked-up', hash, record: order.record() })
        expect(matchedRawOf(entry())).toBe(order.sumRaw('pending', 'settled'))
        expect(pendingRawOf(entry())).toBe(order.sumRaw('pending'))
        expect(restingRawOf(entry())).toBe(order.restingRaw)
        expect(['open', 'cancelling'].includes(entry().phase)).toBe(order.restingRaw > 0n)
        expect(entry().phase === 'ended').toBe(order.restingRaw === 0n && order.sumRaw('pending') === 0n)
      }),
      { numRuns: 300 },
    )
  })
})
