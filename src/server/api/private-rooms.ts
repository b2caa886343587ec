// The private room of each signed-in account: its orders (numbered per account and condition) and balances.

import type { Address, ConditionId } from '../../domain/market.js'
import type { ServerSwitches } from '../schema.js'
import type { SocketConn } from './socket-conn.js'
import { isAlive, type TokenFamily } from './token-store.js'

interface PrivateEvent {
  readonly account: Address
  readonly name: 'order' | 'balance'
  /** Absent for balances. */
  readonly conditionId?: ConditionId
  readonly data: () => unknown
  readonly nowMs: number
}

interface Room {
  /** With the sign-in that opened the door; nothing is sent after its end. */
  readonly members: Map<SocketConn, TokenFamily>
  readonly seqs: Map<string, number>
}

export class PrivateRooms {
  readonly #switches: ServerSwitches
  /** Kept once opened, so that the numbers go on over reconnects. */
  readonly #rooms = new Map<Address, Room>()

  constructor(switches: ServerSwitches) {
    this.#switches = switches
  }

  /** Numbers begin anew, as in a new process. */
  restart(): void {
    for (const { seqs } of this.#rooms.values()) seqs.clear()
  }

  join(conn: SocketConn, family: TokenFamily): void {
    const room = this.#rooms.get(family.account) ?? { members: new Map(), seqs: new Map() }
    room.members.set(conn, family)
    this.#rooms.set(family.account, room)
  }

  leave(conn: SocketConn): void {
    for (const room of this.#rooms.values()) room.members.delete(conn)
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
    for (const [conn, family] of room.members) {
      if (isAlive(family, nowMs)) conn.send(name, payload)
    }
  }
}
