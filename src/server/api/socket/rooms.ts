// Who listens to what, and the sequence number of each channel of each condition: gapless, whoever listens.

import type { ConditionId } from '../../../domain/market/market.js'
import type { Channel, ServerEventName } from '../../../venue/wire/event-schema.js'
import type { ServerSwitches } from '../../schema.js'
import type { SocketConn } from './socket-conn.js'

interface PublicEvent {
  readonly conditionId: ConditionId
  readonly channel: Channel
  readonly name: ServerEventName
  /** Asked where somebody listens. */
  readonly data: () => unknown
  readonly nowMs: number
}

export class Rooms {
  readonly #switches: ServerSwitches
  readonly #rooms = new Map<string, Set<SocketConn>>()
  readonly #roomsOf = new Map<SocketConn, Set<string>>()
  readonly #seqs = new Map<string, number>()

  constructor(switches: ServerSwitches) {
    this.#switches = switches
  }

  /** Number of the last event of the channel, 0 before the first. */
  seq(conditionId: ConditionId, channel: Channel): number {
    return this.#seqs.get(roomOf(conditionId, channel)) ?? 0
  }

  /** Numbers begin anew, as in a new process. */
  restart(): void {
    this.#seqs.clear()
  }

  join(conn: SocketConn, conditionId: ConditionId, channel: Channel): void {
    const room = roomOf(conditionId, channel)
    setIn(this.#rooms, room).add(conn)
    setIn(this.#roomsOf, conn).add(room)
  }

  leave(conn: SocketConn, conditionId: ConditionId, channel: Channel): void {
    const room = roomOf(conditionId, channel)
    this.#roomsOf.get(conn)?.delete(room)
    this.#removeFrom(room, conn)
  }

  leaveAll(conn: SocketConn): void {
    for (const room of this.#roomsOf.get(conn) ?? []) this.#removeFrom(room, conn)
    this.#roomsOf.delete(conn)
  }

  /** Counts the event and sends it to its room. */
  publish(event: PublicEvent): void {
    const room = roomOf(event.conditionId, event.channel)
    this.#seqs.set(room, (this.#seqs.get(room) ?? 0) + 1)
    const members = this.#rooms.get(room)
    if (members === undefined || this.#isMuted(event.conditionId)) return
    const payload = this.#envelope(event)
    for (const conn of members) conn.send(event.name, payload)
  }

  /** To one client, under the channel's present number. */
  sendTo(conn: SocketConn, event: PublicEvent): void {
    if (!this.#isMuted(event.conditionId)) conn.send(event.name, this.#envelope(event))
  }

  #envelope({ conditionId, channel, data, nowMs }: PublicEvent): unknown {
    const seq = this.#switches.seq ? { seq: this.seq(conditionId, channel) } : {}
    return { conditionId, ...seq, ts: nowMs, data: data() }
  }

  #isMuted(conditionId: ConditionId): boolean {
    return this.#switches.mutedRooms.includes(conditionId)
  }

  #removeFrom(room: string, conn: SocketConn): void {
    const members = this.#rooms.get(room)
    members?.delete(conn)
    if (members?.size === 0) this.#rooms.delete(room)
  }
}

function roomOf(conditionId: ConditionId, channel: Channel): string {
  return `${conditionId}:${channel}`
}

function setIn<K, V>(map: Map<K, Set<V>>, key: K): Set<V> {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = new Set<V>()
  map.set(key, made)
  return made
}
