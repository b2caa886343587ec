// Events that nobody has asked for, brought about beside an order, and what puts right again what they have upset.

import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { ConditionId, Hex } from '../../../src/domain/market/market.js'
import type { OrderRecord } from '../../../src/domain/orders/order.js'
import type { OwnOrder } from '../../../src/domain/orders/own-order.js'
import type { Random } from '../../../src/domain/random.js'
import type { CoreInput } from '../../../src/domain/run/core-event.js'
import type { Instant } from '../../../src/domain/time.js'
import { SIGNAL } from './loop-world.js'
import type { EventKind } from './occasions.js'
import type { StagedVenue } from './staged-venue.js'

export interface Staged {
  readonly events: readonly CoreInput[]
  /** A little later. */
  readonly amends?: readonly CoreInput[]
}

export interface StagedParts {
  readonly venue: StagedVenue
  readonly random: Random
  /** Number of the last event. */
  readonly seq: () => number
}

type Make = (order: OwnOrder, now: Instant) => Staged | undefined

const BY = { actor: 'test', reason: 'for a while' } as const
const AGAIN = 0.2
const PART_LOTS = 100
const one = (...events: CoreInput[]): Staged => ({ events })

type Made = Readonly<Partial<Record<EventKind, Make>>>

/** What can be made of each kind; what is missing is owed, or not made. */
export function stagedEvents(parts: StagedParts): Made {
  return { ...ofOrders(parts), ...ofMarkets(parts), ...ofBooks(parts), ...ofEverything(parts) }
}

function ofOrders({ venue, random, seq }: StagedParts): Made {
  let list: CoreInput | undefined
  const records = new Map<Hex, OrderRecord>()
  const truth = (order: OwnOrder) =>
    order.phase === 'signing' || order.hash === undefined ? undefined : venue.orders.get(order.hash)
  /** A part of it at least, if it rests. */
  const matched = (order: OwnOrder, venueMs: number) => {
    const real = truth(order)
    if (real?.sumRaw('pending') === 0n) real.match(PART_LOTS, venueMs)
    return real
  }
  return {
    order: (order, { venueMs }) => {
      const real = truth(order)
      if (real === undefined) return undefined
      venue.live(real, venueMs)
      // now and then once more what was told last
      const record = random.next() < AGAIN ? (records.get(real.hash) ?? real.record()) : real.record()
      records.set(real.hash, record)
      return one({ kind: 'order', record })
    },
    settlement: (order, { venueMs }) => {
      const real = matched(order, venueMs)
      const tradeId = real?.settle(random.next() < 0.3 ? 'failed' : 'settled', venueMs)
      const status = real?.trades.find((trade) => trade.tradeId === tradeId)?.status
      if (real === undefined || tradeId === undefined || status === undefined || status === 'pending') return undefined
      const { conditionId } = order.draft
      const known: CoreInput = { kind: 'fills-listed', fills: real.fills().map(asPending(tradeId)), askedSeq: seq() }
      return one(known, { kind: 'settlement', conditionId, tradeId, status })
    },
    // as it was a while ago: much has happened since
    'orders-listed': () => {
      const late = list
      list = { kind: 'orders-listed', records: venue.standing(), askedSeq: seq() }
      return one(late ?? list)
    },
    'fills-listed': (order, { venueMs }) => {
      const fills = matched(order, venueMs)?.fills() ?? []
      return fills.length === 0 ? undefined : one({ kind: 'fills-listed', fills, askedSeq: seq() })
    },
  }
}

function ofMarkets({ venue, random }: StagedParts): Made {
  return {
    market: ({ draft }) => {
      const market = venue.markets.get(draft.conditionId)
      return market && one({ kind: 'market', market })
    },
    'market-status': ({ draft: { conditionId } }) =>
      one({ kind: 'market-status', conditionId, status: 'OPEN', registration: 'REGISTERED' }),
    'market-dropped': ({ draft: { conditionId } }) => {
      const market = venue.markets.get(conditionId)
      return market && { events: [{ kind: 'market-dropped', conditionId }], amends: [{ kind: 'market', market }] }
    },
    // the venue adds an outcome, and takes it back
    'group-ends': ({ draft }) => {
      const groupId = venue.markets.get(draft.conditionId)?.groupId
      if (groupId === undefined) return undefined
      const ends = [...venue.markets.values()]
        .filter((market) => market.groupId === groupId)
        .map(({ conditionId }) => ({ conditionId }))
      const more = [...ends, { conditionId: '0xcd' as ConditionId }]
      return {
        events: [{ kind: 'group-ends', groupId, ends: more }],
        amends: [{ kind: 'group-ends', groupId, ends }],
      }
    },
    'market-changed': ({ draft: { conditionId } }) => ({
      events: [{ kind: 'market-changed', conditionId, detail: 'question: another' }],
      amends: [{ kind: 'market-changed', conditionId }],
    }),
    fee: ({ draft: { conditionId } }, { monoMs }) =>
      one({ kind: 'fee', conditionId, feeRateBps: random.below(2) * 30, readAtMonoMs: monoMs - 5 }),
    'fee-changed': ({ draft: { conditionId } }) => one({ kind: 'fee-changed', conditionId }),
    'strategy-slow': ({ draft: { conditionId } }) => ({
      events: [{ kind: 'strategy-slow', conditionId, durationMs: 9, allowedMs: 5 }],
      amends: [{ kind: 'strategy-fast', conditionId }],
    }),
    'strategy-fast': ({ draft: { conditionId } }) => one({ kind: 'strategy-fast', conditionId }),
    operator: ({ draft: { conditionId } }) => ({
      events: [{ kind: 'operator', action: 'pause', conditionId, ...BY }],
      amends: [{ kind: 'operator', action: 'unpause', conditionId, ...BY }],
    }),
  }
}

function ofBooks({ venue, random }: StagedParts): Made {
  let trades = 0
  const live = ({ draft: { conditionId } }: OwnOrder): readonly CoreInput[] => [
    { kind: 'book', conditionId, book: venue.book(conditionId), via: 'socket' },
    { kind: 'feed', conditionId, health: 'live', reason: 'snapshot' },
  ]
  return {
    book: ({ draft: { conditionId } }) =>
      one({ kind: 'book', conditionId, book: venue.moved(conditionId), via: 'socket' }),
    level: ({ draft: { conditionId } }, { venueMs }) => {
      const [{ bids }] = venue.book(conditionId)
      const change = {
        outcome: 0,
        side: 'BUY',
        price: bids[0]?.price ?? ticks(1),
        size: lots(50_000 + random.below(9) * 1000),
      } as const
      return one({ kind: 'level', conditionId, change, venueMs })
    },
    trade: ({ draft: { conditionId, price } }, { venueMs }) => {
      const what = {
        tradeId: `public-${++trades}`,
        conditionId,
        matchType: 'direct',
        outcome: 0,
        side: 'SELL',
      } as const
      return one({ kind: 'trade', conditionId, trade: { ...what, price, sizeRaw: 1_000_000n, venueMs } })
    },
    feed: (order) => ({
      events: [{ kind: 'feed', conditionId: order.draft.conditionId, health: 'stale', reason: 'silence' }],
      amends: live(order),
    }),
    'resync-answered': ({ draft: { conditionId } }, { monoMs }) =>
      one({ kind: 'resync-answered', conditionId, askedMonoMs: monoMs - 1 }),
    'best-bids': ({ draft: { conditionId } }) => one({ kind: 'best-bids', conditionId, bids: venue.bids(conditionId) }),
    signal: ({ draft: { conditionId } }, { venueMs }) =>
      one({ kind: 'signal', name: SIGNAL, conditionId, value: 0.3 + random.next() * 0.4, atMs: venueMs }),
    'read-failed': ({ draft: { conditionId } }) =>
      one({ kind: 'read-failed', read: 'book', conditionId, failure: { code: 'unreachable', message: 'no answer' } }),
  }
}

function ofEverything({ random }: StagedParts): Made {
  let wants = 0
  return {
    'account-changed': () => one({ kind: 'account-changed' }),
    session: () => ({
      events: [{ kind: 'session', signedIn: false, detail: 'a token has ended' }],
      amends: [{ kind: 'session', signedIn: true, detail: 'signed in' }],
    }),
    'permit-wanted': () => one({ kind: 'permit-wanted', wantId: ++wants, routeClass: 'read', priority: 'routine' }),
    clock: () => one({ kind: 'clock', errorMs: 1 + random.below(100) }),
  }
}

/** As it was told of before it settled. */
function asPending(tradeId: string) {
  return <F extends { readonly tradeId: string; readonly status: string }>(fill: F) =>
    fill.tradeId === tradeId ? { ...fill, status: 'pending' as const } : fill
}
