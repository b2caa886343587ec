// What the limits of one order leave of legal quotes, said again in whole numbers: lots and ticks, against limits times a million.

import { lots } from '../../../src/domain/amounts/size.js'
import type { Market } from '../../../src/domain/market/market.js'
import type { GridQuote } from '../../../src/quoting/quoting-context.js'
import type { RiskLimits } from '../../../src/risk/schema.js'

export interface Beside {
  readonly market: Market
  readonly risk: RiskLimits
  readonly signedBps: number
  readonly fair: number | undefined
  readonly netRaw: bigint
  readonly mayAdd: boolean
}

const MILLION = 1_000_000

/** A millionth of a unit, in raw units times a million: limits are compared without a fraction. */
const scaled = (limit: number, { unitRaw }: Market) => BigInt(Math.round(limit * MILLION)) * unitRaw

export function inLimits(quotes: readonly GridQuote[], beside: Beside): readonly GridQuote[] {
  const sane = quotes.filter((quote) => isSane(quote, beside))
  return beside.mayAdd && beside.signedBps <= beside.risk.maxFeeRateBps ? sane : closing(sane, beside)
}

function isSane({ outcome, price, size }: GridQuote, { market, risk, fair }: Beside): boolean {
  const tokens = BigInt(size) * market.lotRaw * BigInt(MILLION)
  if (tokens > scaled(risk.maxOrderShares, market)) return false
  if (tokens * BigInt(price) > scaled(risk.maxOrderCollateral, market) * BigInt(market.ticksPerUnit)) return false
  if (fair === undefined) return true
  const onYes = outcome === 0 ? price : market.ticksPerUnit - price
  return Math.abs(onYes / market.ticksPerUnit - fair) <= risk.maxFairDistance + 1e-9
}

/** Only what takes from what is held, and no more than that; the first have it. */
function closing(quotes: readonly GridQuote[], { market, netRaw }: Beside): readonly GridQuote[] {
  const isLong = netRaw > 0n
  let left = Number((isLong ? netRaw : -netRaw) / market.lotRaw)
  return quotes.flatMap((quote) => {
    const lowers = quote.side === (quote.outcome === 0 ? 'SELL' : 'BUY')
    const size = netRaw !== 0n && lowers === isLong ? Math.min(left, quote.size) : 0
    if (size === 0 || size < market.minLots) return []
    left -= size
    return [{ ...quote, size: lots(size) }]
  })
}
