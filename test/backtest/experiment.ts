// An experiment of the literature as a tape: a price that moves in steps, and takers who reach some distance from it. Whoever quotes within
// that distance is their counterpart.
//
//   others    one level on each side, as far from the price as any taker reaches
//   a taker   a public trade of one share at its reach: through a quote that is nearer, it fills it

import { runModel } from '../../src/backtest/run-model.js'
import { complement, type Ticks, ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { Level, MarketBook, OutcomeBook } from '../../src/domain/market/book.js'
import type { Market } from '../../src/domain/market/market.js'
import { type Outcome, otherSide } from '../../src/domain/market/side.js'
import { executionSettings } from '../../src/execution/schema.js'
import { feedSettings } from '../../src/feed/schema.js'
import type { TapeRecord } from '../../src/recording/tape-record.js'
import { riskLimits } from '../../src/risk/schema.js'
import type { AnyStrategy } from '../../src/strategy/contract.js'
import { bindStrategy } from '../../src/strategy/parse-params.js'
import type { MarketDataEvent } from '../../src/venue/market-data.js'
import { constantLatency } from '../../src/venue/simulated/fills/latency.js'
import { market as builtMarket } from '../risk/builders.js'
import { runOptions, START_MS, sourceOf } from './made-markets.js'

/** Ticks of the price, as fine as the venue's collateral. */
const TICKS = 1_000_000
const SHARE = 1_000_000n
/** Of others at each side, shares: more than anybody takes. */
const OTHERS = 1000
/** Before the first quote, so that the bot has begun; and after the last, milliseconds. */
export const BEGIN_MS = START_MS + 3000
const FAR_MS = 1e9
const MUCH = 1e6

export const experimentMarket: Market = builtMarket(undefined, {
  ticksPerUnit: TICKS,
  lotRaw: SHARE,
  unitRaw: SHARE,
  minLots: lots(1),
  status: 'OPEN',
  feeRateBps: 0,
  endMs: START_MS + FAR_MS,
})

const { conditionId } = experimentMarket
const onGrid = (price: number): Ticks => ticks(Math.round(price * TICKS))

/** The price of YES from `atMs` on, the others `halfWidth` around it. */
export function moved(atMs: number, price: number, halfWidth: number): TapeRecord {
  const [bid, ask] = [onGrid(price - halfWidth), onGrid(price + halfWidth)]
  const side = (place: Ticks): Level[] => [{ price: place, size: lots(OTHERS) }]
  const half = (best: Ticks, worst: Ticks): OutcomeBook => ({ bids: side(best), asks: side(worst) })
  const book: MarketBook = [half(bid, ask), half(complement(ask, TICKS), complement(bid, TICKS))]
  return { atMs, venueMs: atMs, event: { kind: 'market-data', event: { kind: 'snapshot', conditionId, book } } }
}

/** A taker of one share of YES who reaches `price`, and the order of another that was there and is gone. */
export function taker(atMs: number, side: 'BUY' | 'SELL', price: number): TapeRecord[] {
  const [outcome, place]: [Outcome, Ticks] = [0, onGrid(price)]
  const trade = {
    ...({ tradeId: `taken ${atMs} ${side}`, conditionId, matchType: 'direct', outcome, side } as const),
    ...{ price: place, sizeRaw: SHARE, venueMs: atMs },
  }
  const change = { outcome, side: otherSide(side), price: place, size: lots(0) }
  const told: MarketDataEvent[] = [
    { kind: 'trade', conditionId, trade },
    { kind: 'change', conditionId, change },
  ]
  return told.map((event) => ({ atMs, venueMs: atMs, event: { kind: 'market-data', event } }))
}

export interface Outcomes {
  /** Bought less sold, shares of YES. */
  readonly inventory: number
  /** Collateral, what is held left out. */
  readonly cash: number
  readonly fills: number
}

/** What a strategy makes of it, by its fills. */
export async function played(
  records: readonly TapeRecord[],
  strategy: AnyStrategy,
  params: unknown,
): Promise<Outcomes> {
  const options = runOptions([])
  const begin: TapeRecord = { atMs: START_MS, event: { kind: 'market', market: experimentMarket } }
  const outcome = await runModel({
    ...options,
    source: sourceOf([begin, ...records]),
    settings: {
      ...options.settings,
      quoter: bindStrategy(strategy, params),
      // what is tried is the strategy and the fills: nothing else takes part
      risk: riskLimits.parse({
        ...{ maxMarketShares: MUCH, maxMarketCollateral: MUCH, maxMarketLoss: MUCH },
        ...{ maxTotalShares: MUCH, maxTotalCollateral: MUCH, maxTotalLoss: MUCH },
        priceBand: { min: 1e-6, max: 1 - 1e-6 },
        killSwitch: { maxLoss: MUCH, maxDrawdown: MUCH, maxDailyLoss: MUCH },
      }),
      execution: executionSettings.parse({ orderLifetimeSec: 3600 }),
      feed: feedSettings.parse({ staleAfterMs: 60_000 }),
      ...{ fairTauMs: 1, confirmMs: 1, maxFairAgeMs: FAR_MS },
    },
    limits: { read: NO_LIMIT, write: NO_LIMIT, cancel: NO_LIMIT, account: NO_LIMIT },
    paper: { ...options.paper, startCollateralRaw: 1_000_000_000_000n, settlementDelayMs: 1 },
    latency: () => constantLatency({ submitMs: 0, cancelMs: 0, answerMs: 0 }),
    ...{ model: 'risk-averse', unseenTakers: 'none', feedMs: 0 },
  })
  if (outcome === undefined) throw new Error('nothing was played')
  let [inventory, cash] = [0, 0]
  for (const { outcome: on, side, price, shares } of outcome.run.fills) {
    const sign = side === 'BUY' ? 1 : -1
    inventory += sign * shares * (on === 0 ? 1 : -1)
    // a share of NO is one of YES sold, and a unit of collateral kept for it
    cash -= sign * shares * (on === 0 ? price : price - 1)
  }
  return { inventory, cash, fills: outcome.run.fills.length }
}

const NO_LIMIT = { perSecond: 10_000, perMinute: 600_000 }
