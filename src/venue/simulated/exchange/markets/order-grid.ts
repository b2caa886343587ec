// The grid on which the orders of a market lie: prices and sizes are counted in its own ticks and lots, which stay, and a venue may ask for
// whole multiples of them, today of these and tomorrow of others.

import { type Lots, lots } from '../../../../domain/amounts/size.js'
import { QuoinError } from '../../../../domain/error.js'
import type { MarketSpec } from './market-spec.js'

export interface OrderGrid {
  /** A price is a multiple of so many of the market's ticks; they divide its unit. */
  readonly tick: number
  /** A size is a multiple of so many of its lots. */
  readonly step: number
  readonly minLots: Lots
}

/** Every tick and every lot. */
export function fullGrid({ minLots }: Pick<MarketSpec, 'minLots'>): OrderGrid {
  return { tick: 1, step: 1, minLots }
}

/** Throws `bad-argument` for a grid on which no order can lie. */
export function checkOrderGrid({ tick, step, minLots }: OrderGrid, { ticksPerUnit }: MarketSpec): void {
  if (!Number.isInteger(tick) || tick < 1 || ticksPerUnit % tick !== 0 || ticksPerUnit / tick < 2) {
    throw new QuoinError('bad-argument', `tick: expected a divisor of ${ticksPerUnit} below it, got ${tick}`)
  }
  if (!Number.isSafeInteger(step) || step < 1) {
    throw new QuoinError('bad-argument', `step: expected at least one lot, got ${step}`)
  }
  if (!Number.isSafeInteger(minLots) || minLots < 0) {
    throw new QuoinError('bad-argument', `minLots: expected a whole number, got ${minLots}`)
  }
}

/** A size at any price, as what rests of an order. */
export function isOnGrid({ tick, step }: OrderGrid, price: number, size: number): boolean {
  return price % tick === 0 && size % step === 0
}

/** The next size that is no larger. */
export function sizeOnGrid(size: Lots, { step }: OrderGrid): Lots {
  return step === 1 ? size : lots(size - (size % step))
}
