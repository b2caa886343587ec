// One asset of one account, in raw units:  total = available + locked + pending.
//
//   locked     behind open orders
//   pending    matched, not settled; still ours until it settles

import { QuoinError } from '../../../domain/error.js'

export class AssetBalance {
  readonly #onTotal: (() => void) | undefined
  #total = 0n
  #locked = 0n
  #pending = 0n

  /** `onTotal` hears of every change of the total. */
  constructor(onTotal?: () => void) {
    this.#onTotal = onTotal
  }

  get totalRaw(): bigint {
    return this.#total
  }

  get lockedRaw(): bigint {
    return this.#locked
  }

  get pendingRaw(): bigint {
    return this.#pending
  }

  get availableRaw(): bigint {
    return this.#total - this.#locked - this.#pending
  }

  receive(raw: bigint): void {
    this.#total += notNegative(raw, 'receive')
    this.#onTotal?.()
  }

  /** Takes from what is available. Throws `insufficient-balance`. */
  spend(raw: bigint, what: string): void {
    this.#requireAvailable(raw, what)
    this.#total -= raw
    this.#onTotal?.()
  }

  /** Available to locked. Throws `insufficient-balance`. */
  lock(raw: bigint, what: string): void {
    this.#requireAvailable(raw, what)
    this.#locked += raw
  }

  /** Locked to available. */
  unlock(raw: bigint): void {
    this.#locked = notNegative(this.#locked - raw, 'locked')
  }

  /** Locked to pending: a match. */
  startSettling(raw: bigint): void {
    this.unlock(raw)
    this.#pending += raw
  }

  /** Pending to available: a match that failed. */
  stopSettling(raw: bigint): void {
    this.#pending = notNegative(this.#pending - raw, 'pending')
  }

  /** The match settled: `spentRaw` of the `heldRaw` leave, the rest (price improvement) is available again. */
  settle(heldRaw: bigint, spentRaw: bigint): void {
    this.stopSettling(heldRaw)
    this.#requireAvailable(spentRaw, 'settlement')
    this.#total -= spentRaw
    this.#onTotal?.()
  }

  #requireAvailable(raw: bigint, what: string): void {
    notNegative(raw, what)
    if (raw > this.availableRaw) {
      throw QuoinError.refusal(
        'insufficient-balance',
        `${what}: needs ${raw} raw units, available ${this.availableRaw}`,
      )
    }
  }
}

function notNegative(raw: bigint, what: string): bigint {
  if (raw < 0n) throw new QuoinError('internal', `${what}: expected at least 0 raw units, got ${raw}`)
  return raw
}
