// What the others have bid best for, and offered best, of each outcome of a market, and since when: the venue's own book without our orders.

import type { ConditionId } from '../../../../src/domain/market/market.js'
import { ACCOUNT } from '../../virtual/simulate.js'
import type { World } from '../world.js'

/** Price units, of YES and of NO; none where nobody bids or offers. */
export interface Top {
  readonly bids: readonly [number | undefined, number | undefined]
  readonly asks: readonly [number | undefined, number | undefined]
}

interface Since {
  readonly top: Top
  readonly sinceMs: number
}

/** Longer than anybody looks back. */
const KEPT_MS = 60_000

export class OthersTop {
  readonly #world: World
  readonly #tops = new Map<ConditionId, Since[]>()

  constructor(world: World) {
    this.#world = world
  }

  /** A level of its book is another one. */
  moved(conditionId: ConditionId): void {
    const nowMs = this.#world.clock.monoMs()
    const tops = this.#of(conditionId)
    const top = this.#read(conditionId)
    if (isSameTop(top, tops.at(-1)?.top)) return
    tops.push({ top, sinceMs: nowMs })
    while ((tops[1]?.sinceMs ?? nowMs) < nowMs - KEPT_MS) tops.shift()
  }

  /** All that stood at some time in the last `forMs`, the latest last. */
  within(conditionId: ConditionId, forMs: number): readonly Top[] {
    const fromMs = this.#world.clock.monoMs() - forMs
    const tops = this.#of(conditionId)
    return tops.filter((_, i) => (tops[i + 1]?.sinceMs ?? Number.POSITIVE_INFINITY) >= fromMs).map(({ top }) => top)
  }

  #of(conditionId: ConditionId): Since[] {
    let tops = this.#tops.get(conditionId)
    if (tops === undefined) {
      tops = [{ top: this.#read(conditionId), sinceMs: Number.NEGATIVE_INFINITY }]
      this.#tops.set(conditionId, tops)
    }
    return tops
  }

  #read(conditionId: ConditionId): Top {
    const { exchange } = this.#world.api
    const unit = exchange.market(conditionId)?.spec.ticksPerUnit ?? 1
    const [bids, asks]: [Top['bids'][number][], Top['asks'][number][]] = [[], []]
    for (const { account, outcome, side, price } of exchange.restingOrders(conditionId)) {
      if (account === ACCOUNT) continue
      const p = price / unit
      if (side === 'BUY') bids[outcome] = Math.max(bids[outcome] ?? 0, p)
      else asks[outcome] = Math.min(asks[outcome] ?? 1, p)
    }
    return { bids: [bids[0], bids[1]], asks: [asks[0], asks[1]] }
  }
}

function isSameTop(a: Top, b: Top | undefined): boolean {
  return ([0, 1] as const).every((i) => a.bids[i] === b?.bids[i] && a.asks[i] === b?.asks[i])
}
