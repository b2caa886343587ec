// Why nothing of ours rested, look by look: for the reader of a run that never quoted anything.

import type { ConditionId } from '../../domain/market/market.js'
import type { Decision, MarketDecision } from '../../domain/run/decision.js'
import { notQuoting } from '../../domain/run/not-quoting.js'
import type { BotSnapshot, MarketSnapshot, NotQuoting } from '../../domain/run/snapshot.js'

export interface UnquotedReason {
  readonly reason: string
  /** As it was said most often. */
  readonly detail: string
  /** Of the looks at open markets. */
  readonly share: number
}

/** Kept of each reason: some details have numbers in them. */
const MOST_DETAILS = 100

export class UnquotedTime {
  readonly #decisions = new Map<ConditionId, MarketDecision>()
  readonly #found = new Map<string, { looks: number; readonly details: Map<string, number> }>()
  #looks = 0
  #hasQuoted = false

  decided({ markets }: Pick<Decision, 'markets'>): void {
    for (const market of markets) this.#decisions.set(market.conditionId, market)
  }

  look(snapshot: BotSnapshot): void {
    const open = snapshot.markets.filter(({ status }) => status === 'OPEN')
    this.#forgetOthers(open)
    for (const market of open) {
      this.#looks++
      const why = notQuoting(market, this.#decisions.get(market.conditionId), snapshot)
      if (why === undefined) {
        this.#hasQuoted = true
        continue
      }
      const found = this.#found.get(why.reason) ?? { looks: 0, details: new Map() }
      found.looks++
      const said = found.details.get(why.detail)
      if (said !== undefined || found.details.size < MOST_DETAILS) found.details.set(why.detail, (said ?? 0) + 1)
      this.#found.set(why.reason, found)
    }
  }

  /** A run of months meets tens of thousands of markets. */
  #forgetOthers(open: readonly MarketSnapshot[]): void {
    const here = new Set(open.map(({ conditionId }) => conditionId))
    for (const id of this.#decisions.keys()) if (!here.has(id)) this.#decisions.delete(id)
  }

  /** Of the looks at open markets: nothing of ours rested there for that reason. */
  shareOf(reason: NotQuoting['reason']): number {
    return this.#looks === 0 ? 0 : (this.#found.get(reason)?.looks ?? 0) / this.#looks
  }

  /** The most frequent first; `undefined` where something of ours rested at a look. */
  reasons(): readonly UnquotedReason[] | undefined {
    if (this.#hasQuoted) return undefined
    return [...this.#found]
      .map(([reason, { looks, details }]) => {
        const [detail] = [...details].reduce((most, each) => (each[1] > most[1] ? each : most), ['', 0])
        return { reason, detail, share: looks / this.#looks }
      })
      .sort((a, b) => b.share - a.share)
  }
}

const MOST_REASONS = 3

/** For a run that quoted nothing. */
export function unquotedWords(reasons: readonly UnquotedReason[]): string {
  if (reasons.length === 0)
    return 'nothing was quoted: no open market was chosen; the list of markets says what there was'
  const shown = reasons
    .slice(0, MOST_REASONS)
    .map(({ reason, detail, share }) => `${reason} for ${(100 * share).toFixed(0)} % of the time (${detail})`)
  return `nothing was quoted: ${shown.join('; ')}`
}
