// Simulated fills behind the trading port, fed by the real market data.

import type { Config } from '../config.js'
import { QuoinError } from '../domain/error.js'
import type { Clock } from '../domain/time.js'
import type { MarketData } from '../venue/market-data.js'
import type { Trading } from '../venue/trading.js'

export interface PaperPorts {
  readonly marketData: MarketData
  readonly trading: Trading
}

export function paperTrading(_config: Config, _marketData: MarketData, _clock: Clock): PaperPorts {
  throw new QuoinError('internal', 'expected simulated fills, got none')
}
