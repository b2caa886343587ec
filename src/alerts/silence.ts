// Whether anything is quoted at all. A halt and a wait are told as such, and markets that another bot quotes are no silence.

import type { BotSnapshot, MarketSnapshot } from '../domain/run/snapshot.js'

export interface SilenceNews {
  readonly kind: 'not-quoting' | 'quoting'
  readonly text: string
}

export class Silence {
  readonly #longMs: number
  #sinceMs: number | undefined
  #isTold = false

  /** `longMs`: for so long nothing has to be quoted to be told of. */
  constructor(longMs: number) {
    this.#longMs = longMs
  }

  /** Markets with the reason of each that is not quoted; at `nowMs` by this machine's clock. */
  look(
    { markets, halted, waiting }: Pick<BotSnapshot, 'markets' | 'halted' | 'waiting'>,
    nowMs: number,
  ): SilenceNews | undefined {
    const ours = markets.filter(({ notQuoting }) => notQuoting?.reason !== 'other-bot')
    if (ours.some(({ notQuoting }) => notQuoting === undefined)) return this.#broken(nowMs)
    const isToldElsewhere = halted !== undefined || waiting !== undefined
    // what began before a halt begins anew after it
    if (isToldElsewhere || (ours.length === 0 && markets.length > 0)) {
      if (!this.#isTold) this.#sinceMs = undefined
      return undefined
    }
    this.#sinceMs ??= nowMs
    const forMs = nowMs - this.#sinceMs
    if (this.#isTold || forMs < this.#longMs) return undefined
    this.#isTold = true
    return { kind: 'not-quoting', text: `nothing for ${seconds(forMs)} s: ${reasons(ours)}` }
  }

  #broken(nowMs: number): SilenceNews | undefined {
    const sinceMs = this.#sinceMs
    this.#sinceMs = undefined
    if (!this.#isTold || sinceMs === undefined) return undefined
    this.#isTold = false
    return { kind: 'quoting', text: `quoted again after ${seconds(nowMs - sinceMs)} s` }
  }
}

const seconds = (ms: number) => Math.round(ms / 1000)

/** Each with its number of markets, the most frequent first, and what the first market says of its own. */
function reasons(markets: readonly MarketSnapshot[]): string {
  const counts = new Map<string, number>()
  for (const { notQuoting } of markets) {
    const { reason = 'undecided' } = notQuoting ?? {}
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  if (counts.size === 0) return 'no market is chosen'
  const words = [...counts].sort(([, a], [, b]) => b - a).map(([reason, count]) => `${reason} in ${count}`)
  return `${words.join(', ')} of ${markets.length} markets (${markets[0]?.notQuoting?.detail ?? ''})`
}
