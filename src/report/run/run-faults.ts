// What failed in single markets while a run went on. The bot goes on in the others, so the numbers of the run alone do not show it.

import type { ConditionId } from '../../domain/market/market.js'
import type { Decision, MarketFault } from '../../domain/run/decision.js'

export interface RunFaults {
  /** A fault of a group counts in each of its markets. */
  readonly count: number
  readonly markets: number
  /** What the first one said. */
  readonly first: string
  /** Of the looks at open markets: nothing was quoted there because of it. */
  readonly unquotedShare: number
}

export class FaultNotes {
  readonly #markets = new Set<ConditionId>()
  #count = 0
  #first: string | undefined

  decided({ faults }: Pick<Decision, 'faults'>): void {
    for (const fault of faults) if (fault.kind !== 'slow') this.#note(fault)
  }

  found(unquotedShare: number): RunFaults | undefined {
    if (this.#first === undefined) return undefined
    return { count: this.#count, markets: this.#markets.size, first: this.#first, unquotedShare }
  }

  #note({ conditionId, kind, message }: MarketFault): void {
    this.#count++
    this.#markets.add(conditionId)
    this.#first ??= kind === 'program' ? `a fault of the program: ${message}` : message
  }
}

export function faultWords({ count, markets, first, unquotedShare }: RunFaults): string {
  const share = (100 * unquotedShare).toFixed(0)
  return `the strategy failed ${times(count)}, in ${markets} ${markets === 1 ? 'market' : 'markets'}, and nothing was quoted for ${share} % of the time because of it; first: ${first}`
}

const times = (count: number) => (count === 1 ? 'once' : `${count} times`)
