// Every quote seen from YES: a bid on NO at p is an ask on YES at 1 - p, an ask on NO at p a bid on YES at 1 - p.

import type { LiveOrder } from '../domain/exposure.js'
import { complement, type Ticks } from '../domain/price.js'
import { YES } from '../domain/side.js'

export interface YesPrice {
  /** Whether a fill raises the net position YES - NO. */
  readonly raises: boolean
  readonly price: Ticks
}

export function toYes(order: Pick<LiveOrder, 'outcome' | 'side' | 'price'>, ticksPerUnit: number): YesPrice {
  const { outcome, side, price } = order
  return outcome === YES
    ? { raises: side === 'BUY', price }
    : { raises: side === 'SELL', price: complement(price, ticksPerUnit) }
}
