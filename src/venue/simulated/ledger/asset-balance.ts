// One asset of one account, in raw units:  total = available + locked + pending.
//
//   locked     behind open orders
//   pending    matched, not settled; still ours until it settles
//
// What orders lock, unlock and settle is told in lots times ticks, and counted in numbers: each operation on a bigint is an object.
// Numbers are exact while the total is below 2^53; a balance that passes it is counted in bigints from then on.

import { QuoinError } from '../../../domain/error.js'
import { type LotTick, lotTicksRaw } from './lot-tick.js'
import { WideBalance } from './wide-balance.js'

const FIRST_WIDE = 2n ** 53n
const FIRST_WIDE_NUMBER = 2 ** 53

export class AssetBalance {
  readonly #onTotal: (() => void) | undefined
  #total = 0
  #locked = 0
  #pending = 0
  #wide: WideBalance | undefined

  /** `onTotal` hears of every change of the total. */
  constructor(onTotal?: () => void) {
    this.#onTotal = onTotal
  }

  get isEmpty(): boolean {
    return this.#wide === undefined ? this.#total === 0 : this.#wide.total === 0n
  }

  get totalRaw(): bigint {
    return this.#wide?.total ?? BigInt(this.#total)
  }

  get lockedRaw(): bigint {
    return this.#wide?.locked ?? BigInt(this.#locked)
  }

  get pendingRaw(): bigint {
    return this.#wide?.pending ?? BigInt(this.#pending)
  }

  get availableRaw(): bigint {
    return this.#wide?.available ?? BigInt(this.#available())
  }

  receive(raw: bigint): void {
    if (raw < 0n) throw new QuoinError('internal', `receive: expected at least 0 raw units, got ${raw}`)
    if (this.#wide === undefined && this.totalRaw + raw < FIRST_WIDE) this.#total += Number(raw)
    else this.#widened().total += raw
    this.#onTotal?.()
  }

  /** Receives what so many lots come to at `ticks`. */
  receiveLots(lots: number, ticks: number, tick: LotTick): void {
    const total = this.#total + lots * ticks * tick.rawNumber
    if (this.#wide === undefined && total < FIRST_WIDE_NUMBER) this.#total = total
    else this.#widened().total += lotTicksRaw(lots, ticks, tick)
    this.#onTotal?.()
  }

  /** Takes from what is available. Throws `insufficient-balance`. */
  spend(raw: bigint, what: string): void {
    if (raw < 0n) throw new QuoinError('internal', `${what}: expected at least 0 raw units, got ${raw}`)
    if (raw > this.availableRaw) {
      throw QuoinError.refusal(
        'insufficient-balance',
        `${what}: needs ${raw} raw units, available ${this.availableRaw}`,
      )
    }
    if (this.#wide === undefined) this.#total -= Number(raw)
    else this.#wide.total -= raw
    this.#onTotal?.()
  }

  /** Available to locked: whether there was enough. Nothing has changed where there was not. */
  lock(lots: number, ticks: number, tick: LotTick): boolean {
    if (this.#wide !== undefined) return this.#wide.lock(lotTicksRaw(lots, ticks, tick))
    // a product that is not exact is above 2^53, and so above all that is here
    const raw = lots * ticks * tick.rawNumber
    if (raw > this.#available()) return false
    this.#locked += raw
    return true
  }

  /** Locked to available. */
  unlock(lots: number, ticks: number, tick: LotTick): void {
    if (this.#wide !== undefined) this.#wide.unlock(lotTicksRaw(lots, ticks, tick))
    else this.#locked = notNegative(this.#locked - lots * ticks * tick.rawNumber, 'locked')
  }

  /** Locked to pending: a match. */
  startSettling(lots: number, ticks: number, tick: LotTick): void {
    if (this.#wide !== undefined) {
      this.#wide.startSettling(lotTicksRaw(lots, ticks, tick))
      return
    }
    this.unlock(lots, ticks, tick)
    this.#pending += lots * ticks * tick.rawNumber
  }

  /** Pending to available: a match that failed. */
  stopSettling(lots: number, ticks: number, tick: LotTick): void {
    if (this.#wide !== undefined) this.#wide.stopSettling(lotTicksRaw(lots, ticks, tick))
    else this.#pending = notNegative(this.#pending - lots * ticks * tick.rawNumber, 'pending')
  }

  /** Takes what so many lots come to at `ticks` from what is available, as a settlement does: it must be there. */
  pay(lots: number, ticks: number, tick: LotTick): void {
    const raw = lots * ticks * tick.rawNumber
    if (this.#wide !== undefined || raw > this.#available()) this.spend(lotTicksRaw(lots, ticks, tick), 'settlement')
    else {
      this.#total -= raw
      this.#onTotal?.()
    }
  }

  #available(): number {
    return this.#total - this.#locked - this.#pending
  }

  #widened(): WideBalance {
    this.#wide ??= new WideBalance(BigInt(this.#total), BigInt(this.#locked), BigInt(this.#pending))
    return this.#wide
  }
}

function notNegative(raw: number, what: string): number {
  if (raw < 0) throw new QuoinError('internal', `${what}: expected at least 0 raw units, got ${raw}`)
  return raw
}
