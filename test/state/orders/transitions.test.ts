import { describe, expect, it } from 'vitest'
import { lots } from '../../../src/domain/amounts/size.js'
import type { OrderPhase } from '../../../src/domain/orders/own-order.js'
import type { OrderEvent, OrderEventKind } from '../../../src/state/orders/order-event.js'
import { OrderStore } from '../../../src/state/orders/order-store.js'
import { TRANSITIONS } from '../../../src/state/orders/transitions.js'
import { LOT, TrueOrder } from '../true-order.js'

type Before = OrderPhase | 'none'

/** What makes an order of each phase. None of them is known to be cancelled, or reported. */
const MADE_BY: Record<OrderPhase, readonly OrderEventKind[]> = {
  signing: [],
  sent: ['signed'],
  open: ['signed', 'accepted'],
  cancelling: ['signed', 'accepted', 'cancel-sent'],
  unknown: ['signed', 'unanswered'],
  settling: ['signed', 'fill', 'accepted-over'],
  ended: ['signed', 'refused'],
}

const PHASES: readonly Before[] = ['none', 'signing', 'sent', 'open', 'cancelling', 'unknown', 'settling', 'ended']

/** `.`: as before. The columns are PHASES. */
const BECOMES: Record<OrderEventKind, string> = {
  //                    none     signing  sent     open       cancelling  unknown   settling  ended
  intended: '           signing  .        .        .          .           .         .         .',
  recovered: '          unknown  .        .        .          .           .         .         .',
  signed: '             .        sent     .        .          .           .         .         sent',
  accepted: '           .        open     open     .          .           open      open      open',
  'accepted-over': '    .        ended    ended    unknown    unknown     ended     .         .',
  refused: '            .        ended    ended    unknown    unknown     ended     .         .',
  unanswered: '         .        ended    unknown  .          .           .         .         .',
  'answered-late': '    .        .        .        .          .           .         .         .',
  'cancel-sent': '      .        .        .        cancelling .           .         .         .',
  cancelled: '          .        .        ended    ended      ended       ended     .         .',
  'cancel-refused': '   .        .        unknown  unknown    unknown     .         .         .',
  'cancel-failed': '    .        .        .        .          open        .         .         .',
  'reported-open': '    open     .        open     .          .           open      open      open',
  'reported-settling': 'settling .        settling settling   settling    settling  .         settling',
  'reported-over': '    .        .        ended    ended      ended       ended     ended     .',
  'still-listed': '     .        .        .        .          .           .         unknown   unknown',
  unlisted: '           .        .        .        unknown    unknown     .         .         .',
  fill: '               .        .        .        .          .           .         .         settling',
  'fill-failed': '      .        .        unknown  unknown    unknown     .         unknown   unknown',
  forgotten: '          .        .        .        .          .           .         ended     .',
  rebased: '            .        .        .        .          .           .         .         .',
  overdue: '            .        .        unknown  unknown    unknown     .         .         .',
  dead: '               .        ended    unknown  unknown    unknown     ended     .         .',
}

const HASH = '0x01'

/** A record of 100 lots, newer than the fills below; so many of them wait for their settlement. */
function recordOf(status: 'open' | 'pending_settlement' | 'cancelled_local', pendingLots = 0n) {
  const resting = status === 'open' ? 100n * LOT : 0n
  const amounts = { remainingRaw: resting, pendingRaw: pendingLots * LOT }
  return { ...new TrueOrder({ hash: HASH }).record(), status, ...amounts, updatedMs: 9 }
}

const fillOf = (status: 'pending' | 'failed') => {
  const order = new TrueOrder({ hash: HASH })
  order.match(30, 2)
  const [fill] = order.fills()
  if (!fill) throw new Error('no fill')
  return { ...fill, status }
}

const EVENTS: { readonly [K in OrderEventKind]: Extract<OrderEvent, { kind: K }> } = {
  intended: { kind: 'intended' },
  recovered: { kind: 'recovered', hash: HASH },
  signed: { kind: 'signed', hash: HASH },
  accepted: { kind: 'accepted', hash: HASH },
  'accepted-over': { kind: 'accepted-over', hash: HASH },
  refused: { kind: 'refused' },
  unanswered: { kind: 'unanswered' },
  'answered-late': { kind: 'answered-late' },
  'cancel-sent': { kind: 'cancel-sent', atMonoMs: 1 },
  cancelled: { kind: 'cancelled' },
  'cancel-refused': { kind: 'cancel-refused' },
  'cancel-failed': { kind: 'cancel-failed' },
  'reported-open': { kind: 'reported-open', record: recordOf('open') },
  'reported-settling': { kind: 'reported-settling', record: recordOf('pending_settlement', 100n) },
  'reported-over': { kind: 'reported-over', record: recordOf('cancelled_local') },
  'still-listed': { kind: 'still-listed' },
  unlisted: { kind: 'unlisted' },
  fill: { kind: 'fill', fill: fillOf('pending') },
  'fill-failed': { kind: 'fill-failed', fill: fillOf('failed') },
  forgotten: { kind: 'forgotten' },
  rebased: { kind: 'rebased' },
  overdue: { kind: 'overdue' },
  dead: { kind: 'dead' },
}

function begin(store: OrderStore, event: OrderEvent) {
  const { draft } = new TrueOrder({ size: 100 })
  const seed = { draft, originalRaw: BigInt(lots(100)) * LOT }
  return store.begin({ ...seed, origin: event.kind === 'intended' ? 'placed' : 'recovered' }, event, 0)
}

function phaseAfter(before: Before, event: OrderEvent): Before {
  const store = new OrderStore({ onChange: () => undefined }, 0)
  if (before === 'none') return begin(store, event)?.phase ?? 'none'
  const intentId = begin(store, EVENTS.intended)?.intentId ?? 0
  for (const kind of MADE_BY[before]) store.tell(intentId, EVENTS[kind], 1)
  expect(store.byIntent(intentId)?.order.phase).toBe(before)
  store.tell(intentId, event, 2)
  return store.byIntent(intentId)?.order.phase ?? 'none'
}

describe.each(PHASES)('an order that is %s', (before) => {
  it.each(Object.values(EVENTS))('and to which $kind happens', (event) => {
    const becomes = BECOMES[event.kind].trim().split(/ +/)
    expect(becomes).toHaveLength(PHASES.length)
    const after = becomes[PHASES.indexOf(before)]
    expect(phaseAfter(before, event)).toBe(after === '.' ? before : after)
  })
})

it('every phase has a row, and every event a column', () => {
  expect(Object.keys(TRANSITIONS).sort()).toEqual([...PHASES].sort())
  for (const row of Object.values(TRANSITIONS)) expect(Object.keys(row).sort()).toEqual(Object.keys(EVENTS).sort())
})

it('a pair that nobody has decided is no table', () => {
  const { dead: _dead, ...row } = TRANSITIONS.open
  const { open: _open, ...rows } = TRANSITIONS
  // @ts-expect-error an event is missing
  const withoutEvent: typeof TRANSITIONS = { ...TRANSITIONS, open: row }
  // @ts-expect-error a phase is missing
  const withoutPhase: typeof TRANSITIONS = rows
  expect([withoutEvent, withoutPhase]).toHaveLength(2)
})
