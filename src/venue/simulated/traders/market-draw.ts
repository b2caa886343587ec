// A fresh market for the sandbox: its text, ids, grid and life, all from one generator.

import { lots } from '../../../domain/amounts/size.js'
import type { ConditionId } from '../../../domain/market/market.js'
import type { Random } from '../../../domain/random.js'
import type { MarketSpec } from '../exchange/exchange.js'
import { drawQuestion, type Question } from './questions.js'
import type { WorldConfig } from './schema.js'

/** Everything a venue needs to list the market. */
export interface MarketListing extends Question {
  readonly spec: MarketSpec
  readonly outcomeNames: readonly [string, string]
}

export interface MarketDraw {
  readonly config: WorldConfig
  readonly random: Random
  readonly nowMs: number
  readonly serial: number
  /** Raw units of a share. */
  readonly unitRaw: bigint
}

export function drawMarket({ config, random, nowMs, serial, unitRaw }: MarketDraw): MarketListing {
  const { markets, speed } = config
  const tick = markets.tickSizes[random.below(markets.tickSizes.length)] ?? 0.01
  const ticksPerUnit = Math.round(1 / tick)
  const lotRaw = lotOf(unitRaw, BigInt(ticksPerUnit))
  const lifeSec = markets.minSec + (markets.maxSec - markets.minSec) * random.next()
  const spec: MarketSpec = {
    id: `sandbox-${serial}`,
    conditionId: `0x${digits(random, 64)}` as ConditionId,
    tokenIds: [digits(random, 60, 10), digits(random, 60, 10)],
    ticksPerUnit,
    lotRaw,
    unitRaw,
    minLots: lots(Math.ceil((markets.minOrderShares * Number(unitRaw)) / Number(lotRaw))),
    endMs: Math.round(nowMs + (lifeSec * 1000) / speed),
    feeRateBps: markets.feeRateBps,
  }
  return { ...drawQuestion(random, serial), spec, outcomeNames: ['Yes', 'No'] }
}

/** A hundredth of a share; more where that times the tick is no whole raw unit. */
function lotOf(unitRaw: bigint, ticksPerUnit: bigint): bigint {
  const hundredth = unitRaw / 100n
  return hundredth > 0n && hundredth % ticksPerUnit === 0n ? hundredth : ticksPerUnit
}

/** Random digits without a leading zero. */
function digits(random: Random, count: number, base = 16): string {
  let text = (1 + random.below(base - 1)).toString(base)
  while (text.length < count) text += random.below(base).toString(base)
  return text
}
