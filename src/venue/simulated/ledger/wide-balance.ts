// A balance that no number holds exactly: the parts of one asset in raw units, as an `AssetBalance` keeps them from 2^53 on.

import { QuoinError } from '../../../domain/error.js'

export class WideBalance {
  total: bigint
  locked: bigint
  pending: bigint

  constructor(total: bigint, locked: bigint, pending: bigint) {
    this.total = total
    this.locked = locked
    this.pending = pending
  }

  get available(): bigint {
    return this.total - this.locked - this.pending
  }

  /** Available to locked: whether there was enough. */
  lock(raw: bigint): boolean {
    if (raw > this.available) return false
    this.locked += raw
    return true
  }

  unlock(raw: bigint): void {
    this.locked = notNegative(this.locked - raw, 'locked')
  }

  startSettling(raw: bigint): void {
    this.unlock(raw)
    this.pending += raw
  }

  stopSettling(raw: bigint): void {
    this.pending = notNegative(this.pending - raw, 'pending')
  }
}

function notNegative(raw: bigint, what: string): bigint {
  if (raw < 0n) throw new QuoinError('internal', `${what}: expected at least 0 raw units, got ${raw}`)
  return raw
}
