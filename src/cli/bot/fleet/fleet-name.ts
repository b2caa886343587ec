// What a fleet that divides markets is called in Redis: paper divides with paper, and one chain with itself.

import type { Config } from '../../../config/config.js'
import type { TradingMode } from '../../../domain/run/trading-mode.js'

export function fleetName({ fleet, venue }: Pick<Config, 'fleet' | 'venue'>, mode: TradingMode): string {
  return `${venue.profile.typedData.domain.chainId}:${mode}:${fleet.markets?.name ?? ''}`
}
