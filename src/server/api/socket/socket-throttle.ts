// How much one socket client may ask: the first message too many is refused, one that goes on through the block is cut off.

import type { WindowLimits } from '../../../venue/wire/profile.js'
import { Throttler } from '../requests/throttler.js'

/** Refused messages in a row that end the connection. */
const PATIENCE = 100

export type SocketVerdict = 'carry-out' | 'refuse' | 'cut-off'

export class SocketThrottle {
  readonly #limits: WindowLimits
  readonly #throttler = new Throttler()
  readonly #refused = new Map<string, number>()

  constructor(limits: WindowLimits) {
    this.#limits = limits
  }

  message(connId: string, nowMs: number): SocketVerdict {
    const { blocked } = this.#throttler.hit({ tracker: connId, routeClass: 'read', limits: this.#limits, nowMs })
    if (!blocked) {
      this.#refused.delete(connId)
      return 'carry-out'
    }
    const refused = (this.#refused.get(connId) ?? 0) + 1
    this.#refused.set(connId, refused)
    return refused > PATIENCE ? 'cut-off' : 'refuse'
  }

  /** The calendar moved by so many milliseconds. */
  rebase(byMs: number): void {
    this.#throttler.rebase(byMs)
  }

  forget(connId: string): void {
    this.#refused.delete(connId)
  }
}
