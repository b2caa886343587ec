// Ways to quote, from foolish to all-knowing, for judging the sandbox.

import type { MarketSpec } from '../../../src/venue/simulated/exchange/exchange.js'
import { type Ticks, ticks } from '../../../src/domain/price.js'
import { type Glimpse, NOTHING, type Policy } from './test-maker.js'

export const noQuotes = (): Policy => () => NOTHING

/** One tick around the middle of the others' best bids. */
export const nakedMid = (): Policy => (glimpse) => {
  const mid = midOf(glimpse)
  return mid === undefined ? NOTHING : around(mid, 1 / glimpse.spec.ticksPerUnit, glimpse.spec)
}

/** One tick behind the worst of the others. */
export const outsideRivals = (): Policy => ({ lowest }) => [behind(lowest[0]), behind(lowest[1])]

/** Knows the truth: just above the others where that leaves an edge of `minEdge`. */
export const oracle =
  (minEdge = 0.015): (() => Policy) =>
  () =>
  ({ truth, best, spec, net }) => {
    const value = sigmoid(logit(truth) - 0.0008 * net)
    const most = around(value, minEdge, spec)
    return [above(best[0]?.price, most[0]), above(best[1]?.price, most[1])]
  }

export interface AsLogitParams {
  readonly halfSpread: number
  readonly tauMs: number
  /** Log-odds per net share. */
  readonly gamma: number
}

/** r = S(x - gamma q) around a smoothed log-odds microprice. */
export const asLogit =
  ({ halfSpread, tauMs, gamma }: AsLogitParams): (() => Policy) =>
  () => {
    let fair: number | undefined
    let atMs = 0
    return (glimpse) => {
      const seen = microprice(glimpse)
      const weight = fair === undefined ? 1 : 1 - Math.exp(-(glimpse.nowMs - atMs) / tauMs)
      if (seen !== undefined) {
        fair = (fair ?? logit(seen)) + weight * (logit(seen) - (fair ?? logit(seen)))
        atMs = glimpse.nowMs
      }
      return fair === undefined ? NOTHING : around(sigmoid(fair - gamma * glimpse.net), halfSpread, glimpse.spec)
    }
  }

function logit(p: number): number {
  return Math.log(p / (1 - p))
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x))
}

function midOf({ best, spec }: Glimpse): number | undefined {
  const [yes, no] = best
  return yes && no && (yes.price + spec.ticksPerUnit - no.price) / (2 * spec.ticksPerUnit)
}

function microprice({ best, spec }: Glimpse): number | undefined {
  const [yes, no] = best
  if (!yes || !no) return undefined
  const ask = spec.ticksPerUnit - no.price
  return (yes.price * no.size + ask * yes.size) / (yes.size + no.size) / spec.ticksPerUnit
}

function around(value: number, half: number, { ticksPerUnit }: MarketSpec): readonly [Ticks, Ticks] {
  const down = (price: number) => ticks(Math.floor(price * ticksPerUnit + 1e-9))
  return [down(value - half), down(1 - value - half)]
}

function behind(price: Ticks | undefined): Ticks | undefined {
  return price === undefined ? undefined : ticks(price - 1)
}

/** One tick above `other`, at most `most`. */
function above(other: Ticks | undefined, most: Ticks): Ticks {
  return other === undefined || other >= most ? most : ticks(other + 1)
}
