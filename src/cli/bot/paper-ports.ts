// Paper: the real market data, and simulated fills behind the trading port that see the same events.

import type { Config } from '../../config/config.js'
import type { Clock } from '../../domain/time.js'
import type { MarketData } from '../../venue/market-data.js'
import { constantLatency } from '../../venue/simulated/fills/latency.js'
import { createPaperTrading, type PaperTradingOptions } from '../../venue/simulated/fills/paper-trading.js'
import { tapMarketData } from '../../venue/simulated/fills/tapped-market-data.js'
import type { Trading } from '../../venue/trading.js'
import { collateralUnitRaw } from '../../venue/wire/profile.js'

export interface PaperPorts {
  readonly marketData: MarketData
  readonly trading: Trading
}

export interface PaperInput {
  readonly config: Config
  readonly marketData: MarketData
  readonly clock: Clock
  readonly venueMs: () => number
}

/** Nobody's address: nothing is ever signed for it. */
const PAPER_ACCOUNT = '0x00000000000000000000000000000000000a9e12'

export type PaperTerms = Pick<
  PaperTradingOptions,
  'account' | 'latency' | 'fees' | 'startCollateralRaw' | 'settlementDelayMs' | 'stopMatchingBeforeMs'
>

/** What the configuration says of simulated fills, on paper and on a tape. */
export function paperOptions({ paper, venue }: Config): PaperTerms {
  const { submitMs, cancelMs, answerMs, startCollateral, settlementDelayMs } = paper
  const { makerPaysFee, orders } = venue.profile
  return {
    account: PAPER_ACCOUNT,
    latency: constantLatency({ submitMs, cancelMs, answerMs }),
    fees: { makerPays: makerPaysFee },
    // six digits of a unit are kept, whatever the collateral's decimals
    startCollateralRaw: (BigInt(Math.round(startCollateral * 1e6)) * collateralUnitRaw(venue.profile)) / 1_000_000n,
    settlementDelayMs,
    stopMatchingBeforeMs: orders.stopMatchingBeforeSec * 1000,
  }
}

export function paperPorts({ config, marketData, clock, venueMs }: PaperInput): PaperPorts {
  const trading = createPaperTrading({
    ...paperOptions(config),
    ...{ clock, venueMs, fillModel: { queue: config.paper.queue } },
  })
  return { marketData: tapMarketData(marketData, trading), trading }
}
