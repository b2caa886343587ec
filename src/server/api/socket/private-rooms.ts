// The private room of each signed-in account: its orders (numbered per account and condition) and balances.
// Whoever came with an access token leaves with its end.

import type { Address, ConditionId } from '../../../domain/market/market.js'
import { AUTH_ENDED } from '../../../venue/wire/event-schema.js'
import type { ServerSwitches } from '../../schema.js'
import { type AccessGrant, isAlive } from '../accounts/token-store.js'
import type { SteadyDriver } from '../driver.js'
import type { SocketConn } from './socket-conn.js'

interface PrivateEvent {
  readonly account: Address
  readonly name: 'order' | 'balance'
  /** Absent for balances. */
  readonly conditionId?: ConditionId
  readonly data: () => unknown
  readonly nowMs: number
}

interface Room {
  /** With the token that opened the door; nothing is sent after its end. */
  readonly members: Map<SocketConn, AccessGrant>
  readonly seqs: Map<string, number>
}

export class PrivateRooms implements SteadyDriver {
  readonly #switches: ServerSwitches
  /** Kept once opened, so that the numbers go on over reconnects. */
  readonly #rooms = new Map<Address, Room>()
  readonly #grants = new Map<SocketConn, AccessGrant>()
  /** No token ends before. */
  #dueMs = Number.POSITIVE_INFINITY

  constructor(switches: ServerSwitches) {
    this.#switches = switches
  }

  /** Numbers begin anew, as in a new process. */
  restart(): void {
    for (const { seqs } of this.#rooms.values()) seqs.clear()
  }

  /** Leaves the room of another account, if it was in one. */
  join(conn: SocketConn, grant: AccessGrant): void {
    this.leave(conn)
    const { account } = grant.family
    const room = this.#rooms.get(account) ?? { members: new Map(), seqs: new Map() }
    room.members.set(conn, grant)
    this.#rooms.set(account, room)
    this.#grants.set(conn, grant)
    this.#dueMs = Math.min(this.#dueMs, grant.untilMs)
  }

  leave(conn: SocketConn): void {
    const grant = this.#grants.get(conn)
    if (grant === undefined) return
    this.#grants.delete(conn)
    this.#rooms.get(grant.family.account)?.members.delete(conn)
  }

  /** Whose private events the client gets. */
  accountOf(conn: SocketConn): Address | undefined {
    return this.#grants.get(conn)?.family.account
  }

  nextDueMs(): number | undefined {
    return this.#dueMs === Number.POSITIVE_INFINITY ? undefined : this.#dueMs
  }

  /** Shows out those whose token has ended, or whose sign-in was revoked, and tells them. */
  advance(nowMs: number): void {
    if (nowMs >= this.#dueMs) this.dropEnded(nowMs)
  }

  /** Nobody stays longer because the calendar went back; an end that is a date comes sooner when it goes forward. */
  rebase(byMs: number, nowMs: number): void {
    if (byMs < 0)
      for (const [conn, grant] of [...this.#grants]) this.join(conn, { ...grant, untilMs: grant.untilMs + byMs })
    this.dropEnded(nowMs)
  }

  dropEnded(nowMs: number): void {
    this.#dueMs = Number.POSITIVE_INFINITY
    for (const [conn, grant] of this.#grants) {
      if (isAlive(grant, nowMs)) {
        this.#dueMs = Math.min(this.#dueMs, grant.untilMs)
        continue
      }
      this.leave(conn)
      conn.send(AUTH_ENDED, { ts: nowMs, reason: grant.family.revoked ? 'revoked' : 'expired' })
    }
  }

  publish({ account, name, conditionId, data, nowMs }: PrivateEvent): void {
    const room = this.#rooms.get(account)
    if (room === undefined || !this.#switches.privateEvents) return
    const counter = conditionId ?? ''
    const seq = (room.seqs.get(counter) ?? 0) + 1
    room.seqs.set(counter, seq)
    if (room.members.size === 0) return
    const payload = {
      ...(conditionId === undefined ? {} : { conditionId }),
      ...(this.#switches.seq ? { seq } : {}),
      ts: nowMs,
      data: data(),
    }
    for (const [conn, grant] of room.members) {
      if (isAlive(grant, nowMs)) conn.send(name, payload)
    }
  }
}
