// Decimal price text to whole ticks and back, exactly. The only place where prices are text, besides the configuration.

import { isLegalPrice, type Ticks, worsePrice } from '../../domain/amounts/price.js'
import { QuoinError } from '../../domain/error.js'
import type { Side } from '../../domain/market/side.js'

/** Numerator and denominator of a decimal such as "0.0025". Throws `bad-payload` on anything else. */
export function fraction(text: string): { digits: bigint; scale: bigint } {
  const match = /^(\d{1,20})(?:\.(\d{1,18}))?$/.exec(text)
  if (!match) throw new QuoinError('bad-payload', `price: expected a decimal number, got ${JSON.stringify(text)}`)
  const decimals = match[2] ?? ''
  return { digits: BigInt(`${match[1]}${decimals}`), scale: 10n ** BigInt(decimals.length) }
}

/** Ticks in one unit for a tick size: "0.01" -> 100. The tick must divide 1 exactly. */
export function ticksPerUnitOf(tickSize: string): number {
  const { digits, scale } = fraction(tickSize)
  if (digits === 0n || scale % digits !== 0n) {
    throw new QuoinError('bad-payload', `tickSize: expected a fraction that divides 1, got ${JSON.stringify(tickSize)}`)
  }
  return Number(scale / digits)
}

/** Whole ticks of a decimal price strictly inside (0, 1). Throws `bad-payload` off the grid or outside. */
export function parsePrice(text: string, ticksPerUnit: number): Ticks {
  const { digits, scale } = fraction(text)
  const scaled = digits * BigInt(ticksPerUnit)
  const value = Number(scaled / scale)
  if (scaled % scale !== 0n || !isLegalPrice(value, ticksPerUnit)) {
    throw new QuoinError('bad-payload', `price: expected a multiple of 1/${ticksPerUnit} inside (0, 1), got ${text}`)
  }
  return value
}

/** The nearest legal price that is no better for whoever trades at this one: dearer to buy, cheaper to sell. */
export function parseWorsePrice(text: string, side: Side, ticksPerUnit: number): Ticks {
  const { digits, scale } = fraction(text)
  return worsePrice({ collateral: digits, tokens: scale }, side, ticksPerUnit)
}

/** Shortest decimal text of a price: 47 of 100 -> "0.47". */
export function formatPrice(price: Ticks, ticksPerUnit: number): string {
  // 1/ticksPerUnit is a finite decimal, so some power of ten is a multiple of it
  let scale = 10n
  let places = 1
  while (scale % BigInt(ticksPerUnit) !== 0n) {
    scale *= 10n
    places++
    if (places > 18)
      throw new QuoinError('bad-argument', `ticksPerUnit: expected a finite decimal tick, got ${ticksPerUnit}`)
  }
  const digits = (BigInt(price) * (scale / BigInt(ticksPerUnit))).toString().padStart(places + 1, '0')
  const text = `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return text.replace(/0+$/, '').replace(/\.$/, '')
}
