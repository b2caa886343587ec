// A market's tick, size step and minimum as an operator changes them: multiples of what the market was listed with, in which everything is counted.

import { rawToLots } from '../../../domain/amounts/size.js'
import type { MarketSpec } from '../../../venue/simulated/exchange/exchange.js'
import type { OrderGrid } from '../../../venue/simulated/exchange/markets/order-grid.js'
import type { TermsBody } from '../../../venue/wire/sandbox-schema.js'
import { ApiError } from '../requests/error-table.js'

/** What is left out stays. Throws `validation_failed` for what is no multiple. */
export function changedGrid(body: TermsBody, spec: MarketSpec, before: OrderGrid): OrderGrid {
  return {
    tick: body.tickSize === undefined ? before.tick : tickOf(body.tickSize, spec),
    step: body.sizeStep === undefined ? before.step : lotsOf('sizeStep', body.sizeStep, spec),
    minLots: body.minOrderSize === undefined ? before.minLots : lotsOf('minOrderSize', body.minOrderSize, spec),
  }
}

function tickOf(tickSize: string, { ticksPerUnit }: MarketSpec): number {
  const [whole = '', decimals = ''] = tickSize.split('.')
  const scaled = BigInt(whole + decimals) * BigInt(ticksPerUnit)
  const scale = 10n ** BigInt(decimals.length)
  const tick = Number(scaled / scale)
  if (scaled % scale === 0n && tick > 0 && tick < ticksPerUnit && ticksPerUnit % tick === 0) return tick
  throw new ApiError('validation_failed', [
    `tickSize: expected a multiple of the market's own 1/${ticksPerUnit} that divides 1, got ${tickSize}`,
  ])
}

function lotsOf(field: 'sizeStep' | 'minOrderSize', text: string, { lotRaw }: MarketSpec) {
  const raw = BigInt(text)
  const size = rawToLots(raw, lotRaw)
  if (raw > 0n && raw % lotRaw === 0n && Number.isSafeInteger(size)) return size
  throw new ApiError('validation_failed', [`${field}: expected a multiple of the market's own ${lotRaw}, got ${text}`])
}
