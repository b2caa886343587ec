// What a run has earned in each market, and what it had bound there for it: units of collateral times days. Looked at each second.
//
//   bound    what bids of ours lock, and what is held: pairs at one unit, the rest at the fair value, or at a half where there is none
//   earned   P&L of the run, what is held at the fair value, the payout once the market is over

import type { BotSnapshot, MarketSnapshot } from '../domain/run/snapshot.js'

/** Of one market. */
export interface Earned {
  readonly conditionId: string
  readonly question: string
  /** Units of collateral. */
  readonly pnl: number
  readonly boundUnitDays: number
  readonly fills: number
}

interface Bound {
  question: string
  fills: number
  unitMs: number
}

const DAY_MS = 86_400_000
/** Of markets that are not looked at any more: whoever ranks markets asks for those that can be quoted, and a run of months meets tens of thousands. */
const MOST_GONE = 1000
/** A look that comes so late says nothing of the time before it: the process stood still. */
const MOST_MS = 5000

export class Earnings {
  readonly #markets = new Map<MarketSnapshot['conditionId'], Bound>()
  readonly #pnl: (conditionId: MarketSnapshot['conditionId']) => number
  #atMs: number | undefined

  /** `pnl`: of the run in a market, whether it is over or not. */
  constructor(pnl: (conditionId: MarketSnapshot['conditionId']) => number) {
    this.#pnl = pnl
  }

  look({ markets, monoMs }: Pick<BotSnapshot, 'markets' | 'monoMs'>): void {
    const passedMs = monoMs - (this.#atMs ?? monoMs)
    this.#atMs = monoMs
    for (const market of markets) {
      const unitMs = passedMs > MOST_MS ? 0 : boundIn(market) * passedMs
      const known = this.#markets.get(market.conditionId)
      if (known !== undefined) known.unitMs += unitMs
      else if (unitMs > 0) this.#markets.set(market.conditionId, { question: market.question, fills: 0, unitMs })
      const bound = this.#markets.get(market.conditionId)
      if (bound !== undefined) bound.fills = market.fills
    }
    if (this.#markets.size > markets.length + MOST_GONE) this.#letGo(markets)
  }

  /** In the order in which something was first bound in them. */
  all(): Earned[] {
    return [...this.#markets].map(([conditionId, { question, fills, unitMs }]) => ({
      ...{ conditionId, question, pnl: this.#pnl(conditionId), boundUnitDays: unitMs / DAY_MS, fills },
    }))
  }

  /** Those first that something was bound in first. */
  #letGo(markets: readonly MarketSnapshot[]): void {
    const here = new Set(markets.map(({ conditionId }) => conditionId))
    for (const conditionId of this.#markets.keys()) {
      if (this.#markets.size <= markets.length + MOST_GONE) return
      if (!here.has(conditionId)) this.#markets.delete(conditionId)
    }
  }
}

/** Units of collateral. */
function boundIn({ ownQuotes, shares, fair = 0.5 }: MarketSnapshot): number {
  const bids = ownQuotes.filter(({ side }) => side === 'BUY').reduce((sum, { price, size }) => sum + price * size, 0)
  const [yes, no] = shares
  const pairs = Math.min(yes, no)
  return bids + pairs + (yes - pairs) * fair + (no - pairs) * (1 - fair)
}
