// Which rooms the session is in: asked for again on every connect, in chunks, each acknowledged.
//
//   A chunk without an acknowledgement is sent once more; without one again, the connection is given up.
//   A subscribe to a room we are in brings a new snapshot: that is a resync. A room that the venue has refused is asked for with all of its
//   channels then: the book alone would be believed, while trades and the market's end went unheard.
//   A room that is wanted again while it is being left is joined when the venue has let us out: carried out the other way round, we would be
//   out of it for good, and the resyncs of its book would hide that.

import type { ConditionId } from '../../../domain/market/market.js'
import { type Channel, subscribeAck } from '../../wire/event-schema.js'
import { conditionKey } from '../../wire/primitives.js'
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

const CHANNELS: readonly Channel[] = ['orderbook', 'trades', 'market']
const CHUNK = 100

/** In our spelling, whatever the venue's is. */
function keysOf(conditionIds: readonly string[]): ReadonlySet<ConditionId> {
  return new Set(conditionIds.map(conditionKey))
}

function chunks<T>(items: readonly T[]): T[][] {
  const out: T[][] = []
  for (let i = 0; i < items.length; i += CHUNK) out.push(items.slice(i, i + CHUNK))
  return out
}

export class Subscriptions {
  readonly #parts: SubscriptionParts
  readonly #wanted = new Set<ConditionId>()
  readonly #resyncing = new Set<ConditionId>()
  /** Wanted, and not ours on this connection. */
  readonly #refused = new Set<ConditionId>()
  /** Left on this connection, and the venue has not said so yet. */
  readonly #leaving = new Map<ConditionId, symbol>()

  constructor(parts: SubscriptionParts) {
    this.#parts = parts
  }

  /** Replaces the set of rooms. */
  set(conditionIds: readonly ConditionId[]): void {
    const next = new Set(conditionIds)
    const added = [...next].filter((id) => !this.#wanted.has(id))
    const removed = [...this.#wanted].filter((id) => !next.has(id))
    for (const id of removed) {
      this.#wanted.delete(id)
      this.#refused.delete(id)
    }
    for (const id of added) this.#wanted.add(id)
    if (!this.#parts.connection.isUp()) return
    for (const chunk of chunks(removed)) this.#leave(chunk)
    for (const chunk of chunks(added.filter((id) => !this.#leaving.has(id)))) this.#join(chunk)
  }

  resync(conditionId: ConditionId): void {
    const { connection, nowMonoMs, onResynced } = this.#parts
    if (!connection.isUp() || !this.#wanted.has(conditionId)) return
    if (this.#resyncing.has(conditionId) || this.#leaving.has(conditionId)) return
    this.#resyncing.add(conditionId)
    const channels: readonly Channel[] = this.#refused.has(conditionId) ? CHANNELS : ['orderbook']
    const askedMonoMs = nowMonoMs()
    connection.emit('subscribe', { conditionIds: [conditionId], channels }, (ack) => {
      this.#resyncing.delete(conditionId)
      // the room stays joined; only a lost request is worth a new connection
      if (ack === undefined && connection.isUp()) connection.reconnect()
      const read = subscribeAck.safeParse(ack)
      if (!read.success || !keysOf(read.data.accepted).has(conditionId)) return
      this.#refused.delete(conditionId)
      onResynced(conditionId, askedMonoMs)
    })
  }

  /** The connection came up: all rooms are joined again. */
  connected(): void {
    this.#resyncing.clear()
    this.#refused.clear()
    this.#leaving.clear()
    for (const chunk of chunks([...this.#wanted])) this.#join(chunk)
  }

  #join(ids: readonly ConditionId[], again = true): void {
    const { connection } = this.#parts
    connection.emit('subscribe', { conditionIds: ids, channels: CHANNELS }, (ack) => {
      if (!connection.isUp() || this.#report(ids, ack)) return
      const still = ids.filter((id) => this.#wanted.has(id))
      if (still.length === 0) return
      if (again) this.#join(still, false)
      else connection.reconnect()
    })
  }

  #leave(ids: readonly ConditionId[]): void {
    const left = Symbol('left')
    for (const id of ids) this.#leaving.set(id, left)
    this.#parts.connection.emit('unsubscribe', { conditionIds: ids, channels: CHANNELS }, () => {
      const out = ids.filter((id) => this.#leaving.get(id) === left)
      for (const id of out) this.#leaving.delete(id)
      const again = out.filter((id) => this.#wanted.has(id))
      if (again.length > 0) this.#join(again)
    })
  }

  /** Whether it is an answer. */
  #report(ids: readonly ConditionId[], ack: unknown): boolean {
    const { onResult } = this.#parts
    const read = subscribeAck.safeParse(ack)
    if (!read.success) return false
    const accepted = keysOf(read.data.accepted)
    const reasons = new Map(read.data.rejected.map(({ id, reason }) => [conditionKey(id), reason]))
    for (const conditionId of ids) {
      if (!this.#wanted.has(conditionId)) continue
      if (accepted.has(conditionId)) onResult({ conditionId, accepted: true })
      else {
        this.#refused.add(conditionId)
        onResult({ conditionId, accepted: false, reason: reasons.get(conditionId) ?? 'not named by the venue' })
      }
    }
    return true
  }
}
