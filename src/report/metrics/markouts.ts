// How the others' mid moved after our fills: what a half-spread was worth, and what was left of it a while later.

import type { RunFill } from '../result.js'
import { filtered, yesFill } from './yes-fills.js'

export const HORIZONS = ['1', '10', '60'] as const
export type Horizon = (typeof HORIZONS)[number]

/** Cents per share, weighted by shares; of the `fills` that have a mid at both moments. Absent where there are none. */
export interface Markout {
  readonly fills: number
  readonly shares: number
  /** `sign * (mid at the fill - price)`: the half-spread earned at the fill. */
  readonly halfSpread?: number
  /** `sign * (mid at the horizon - mid at the fill)`: negative is adverse selection. */
  readonly markout?: number
  /** The sum of both: the half-spread realised by the horizon. */
  readonly realised?: number
}

const CENTS = 100

/** Effective and realised half-spread as in Huang & Stoll (1996), with signs so that plus is ours. Of the fills given, all horizons. */
export function markouts(fills: Iterable<RunFill>): Readonly<Record<Horizon, Markout>> {
  return { '1': markoutAt(fills, '1'), '10': markoutAt(fills, '10'), '60': markoutAt(fills, '60') }
}

function markoutAt(fills: Iterable<RunFill>, horizon: Horizon): Markout {
  let [count, shares, spread, move] = [0, 0, 0, 0]
  for (const fill of fills) {
    const { sign, price, mid } = yesFill(fill)
    const later = fill.midAfter[horizon]
    if (mid === undefined || later === undefined) continue
    count += 1
    shares += fill.shares
    spread += sign * fill.shares * (mid - price)
    move += sign * fill.shares * (later - mid)
  }
  if (shares === 0) return { fills: count, shares }
  const perShare = (sum: number) => (CENTS * sum) / shares
  return {
    ...{ fills: count, shares },
    ...{ halfSpread: perShare(spread), markout: perShare(move), realised: perShare(spread + move) },
  }
}

/** The same by what the fill was: our bid on YES or NO, or our offer of it. */
export function markoutsByLeg(
  fills: Iterable<RunFill>,
): readonly { readonly leg: string; readonly markouts: ReturnType<typeof markouts> }[] {
  return LEGS.map(({ leg, outcome, side }) => ({
    leg,
    markouts: markouts(filtered(fills, (fill) => fill.outcome === outcome && fill.side === side)),
  })).filter(({ markouts: of }) => HORIZONS.some((horizon) => of[horizon].fills > 0))
}

const LEGS = [
  { leg: 'BUY YES', outcome: 0, side: 'BUY' },
  { leg: 'SELL YES', outcome: 0, side: 'SELL' },
  { leg: 'BUY NO', outcome: 1, side: 'BUY' },
  { leg: 'SELL NO', outcome: 1, side: 'SELL' },
] as const
