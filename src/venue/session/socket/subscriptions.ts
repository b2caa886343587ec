// Which rooms the session is in: asked for again on every connect, in chunks, each acknowledged.
//
//   A chunk without an acknowledgement is sent once more; without one again, the connection is given up.
//   A subscribe to a room we are in brings a new snapshot: that is a resync. A room that the venue has refused is asked for with all of its
//   channels then: the book alone would be believed, while trades and the market's end went unheard.
//   A room that is wanted again while it is being left is joined when the venue has let us out: carried out the other way round, we would be
//   out of it for good, and the resyncs of its book would hide that.

import type { ConditionId } from '../../../domain/market/market.js'
import { type Channel, subscribeAck } from '../../wire/event-schema.js'
import type { Connection } from './connection.js'

export interface SubscriptionResult {
  readonly conditionId: ConditionId
  readonly accepted: boolean
  readonly reason?: string
}

export interface SubscriptionParts {
  readonly connection: Connection
  readonly nowMonoMs: () => number
  /** Called once per room and subscribe. */
  readonly onResult: (result: SubscriptionResult) => void
  /** A resync, sent at `askedMonoMs`, was accepted. */
  readonly onResynced: (conditionId: ConditionId, askedMonoMs: number) => void
}

export interface Subscriptions {
  /** Replaces the set of rooms. */
  set(conditionIds: readonly ConditionId[]): void
  resync(conditionId: ConditionId): void
  /** The connection came up: all rooms are joined again. */
  connected(): void
}

const CHANNELS: readonly Channel[] = ['orderbook', 'trades', 'market']
const CHUNK = 100

function chunks<T>(items: readonly T[]): T[][] {
  const out: T[][] = []
  for (let i = 0; i < items.length; i += CHUNK) out.push(items.slice(i, i + CHUNK))
  return out
}

export function createSubscriptions({ connection, nowMonoMs, onResult, onResynced }: SubscriptionParts): Subscriptions {
  const wanted = new Set<ConditionId>()
  const resyncing = new Set<ConditionId>()
  /** Wanted, and not ours on this connection. */
  const refused = new Set<ConditionId>()
  /** Left on this connection, and the venue has not said so yet. */
  const leaving = new Map<ConditionId, symbol>()

  function report(ids: readonly ConditionId[], ack: unknown): boolean {
    const read = subscribeAck.safeParse(ack)
    if (!read.success) return false
    const accepted = new Set(read.data.accepted)
    const reasons = new Map(read.data.rejected.map(({ id, reason }) => [id, reason]))
    for (const conditionId of ids) {
      if (!wanted.has(conditionId)) continue
      if (accepted.has(conditionId)) onResult({ conditionId, accepted: true })
      else {
        refused.add(conditionId)
        onResult({ conditionId, accepted: false, reason: reasons.get(conditionId) ?? 'not named by the venue' })
      }
    }
    return true
  }

  function join(ids: readonly ConditionId[], again = true): void {
    connection.emit('subscribe', { conditionIds: ids, channels: CHANNELS }, (ack) => {
      if (!connection.isUp() || report(ids, ack)) return
      const still = ids.filter((id) => wanted.has(id))
      if (still.length === 0) return
      if (again) join(still, false)
      else connection.reconnect()
    })
  }

  function leave(ids: readonly ConditionId[]): void {
    const left = Symbol('left')
    for (const id of ids) leaving.set(id, left)
    connection.emit('unsubscribe', { conditionIds: ids, channels: CHANNELS }, () => {
      const again = ids.filter((id) => leaving.get(id) === left && leaving.delete(id) && wanted.has(id))
      if (again.length > 0) join(again)
    })
  }

  return {
    set(conditionIds) {
      const next = new Set(conditionIds)
      const added = [...next].filter((id) => !wanted.has(id))
      const removed = [...wanted].filter((id) => !next.has(id))
      for (const id of removed) {
        wanted.delete(id)
        refused.delete(id)
      }
      for (const id of added) wanted.add(id)
      if (!connection.isUp()) return
      for (const chunk of chunks(removed)) leave(chunk)
      for (const chunk of chunks(added.filter((id) => !leaving.has(id)))) join(chunk)
    },
    resync(conditionId) {
      if (!connection.isUp() || !wanted.has(conditionId) || resyncing.has(conditionId) || leaving.has(conditionId))
        return
      resyncing.add(conditionId)
      const channels: readonly Channel[] = refused.has(conditionId) ? CHANNELS : ['orderbook']
      const askedMonoMs = nowMonoMs()
      connection.emit('subscribe', { conditionIds: [conditionId], channels }, (ack) => {
        resyncing.delete(conditionId)
        // the room stays joined; only a lost request is worth a new connection
        if (ack === undefined && connection.isUp()) connection.reconnect()
        const read = subscribeAck.safeParse(ack)
        if (!read.success || !read.data.accepted.includes(conditionId)) return
        refused.delete(conditionId)
        onResynced(conditionId, askedMonoMs)
      })
    },
    connected() {
      resyncing.clear()
      refused.clear()
      leaving.clear()
      for (const chunk of chunks([...wanted])) join(chunk)
    },
  }
}
