// The grid of a foreign recording's market: ticks of its prices, and the lot of its sizes.

import { QuoinError } from '../../domain/error.js'
import { ticksPerUnitOf } from '../../venue/wire/decimal.js'

export const UNIT_RAW = 10 ** 6

export interface GridTerms {
  readonly tickSize: number
  /** Shares. */
  readonly sizeStep: number
}

export interface MarketGrid {
  readonly ticksPerUnit: number
  readonly lotRaw: number
}

/** What no market can have of the terms, and why; the grid otherwise. */
export function marketGrid({
  tickSize,
  sizeStep,
}: GridTerms): MarketGrid | { readonly field: keyof GridTerms; readonly expected: string } {
  const ticksPerUnit = ticksOfUnit(tickSize)
  if (ticksPerUnit === undefined) {
    return { field: 'tickSize', expected: 'expected a fraction that divides 1, as 0.01' }
  }
  const lotRaw = Math.round(sizeStep * UNIT_RAW)
  if (lotRaw > 0 && lotRaw % ticksPerUnit === 0) return { ticksPerUnit, lotRaw }
  return { field: 'sizeStep', expected: `expected a multiple of ${ticksPerUnit / UNIT_RAW}` }
}

function ticksOfUnit(tickSize: number): number | undefined {
  try {
    return ticksPerUnitOf(tickSize.toFixed(10).replace(/0+$/, ''))
  } catch (cause) {
    if (cause instanceof QuoinError) return undefined
    throw cause
  }
}
