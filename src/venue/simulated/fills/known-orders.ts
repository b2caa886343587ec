// Whose orders stand at one price, first come first, as far as the sizes of a feed tell: a level that grows is an order that came, what leaves
// without a trade is the order of exactly that size.
//
//   three came: 40, 25, 40      25 leave: the second     40 leave: the first or the third     30 leave: nobody knows who stands here any more
//
// What stood there when it was first seen, or since nobody knows, are many orders in one: what fits no other is taken to be of those.

import type { Outcome } from '../../../domain/market/side.js'

/** One order; or many, where nobody knows them apart. */
interface Standing {
  lots: number
  /** Of the level that shows it: bids on YES stand at one price with sellers of NO. */
  readonly outcome: Outcome
  readonly isMany: boolean
  /** Numbers of coming: of an order both are the same. */
  readonly first: number
  readonly last: number
}

/** Where those stood that left, seen from an order which came with number `arrival`; `undefined`: they may have stood on either side. */
export type Whereabouts = (arrival: number) => 'ahead' | 'behind' | undefined

const NOWHERE: Whereabouts = () => undefined

export class KnownOrders {
  /** Front first. */
  #standing: Standing[] = []

  came(lots: number, outcome: Outcome, arrival: number): void {
    this.#standing.push({ lots, outcome, isMany: false, first: arrival, last: arrival })
  }

  /** Lots of which nobody knows whose they are; they came by number `arrival`. */
  found(lots: number, outcome: Outcome, arrival: number): void {
    if (lots > 0) this.#standing.push({ lots, outcome, isMany: true, first: Number.NEGATIVE_INFINITY, last: arrival })
  }

  /** By trades: the first ones of that level. */
  traded(lots: number, outcome: Outcome): void {
    let left = lots
    for (const each of this.#standing) {
      if (left <= 0) break
      if (each.outcome !== outcome) continue
      const taken = Math.min(left, each.lots)
      each.lots -= taken
      left -= taken
    }
    this.#sweep()
  }

  /** Without a trade; `arrival`: the number of the newest order. */
  left(lots: number, outcome: Outcome, arrival: number): Whereabouts {
    const here = this.#standing.filter((each) => each.outcome === outcome)
    const fitting = here.filter((each) => !each.isMany && each.lots === lots)
    // of several, those who stay look the same whichever went
    const gone = fitting.at(-1) ?? here.find((each) => each.isMany && each.lots >= lots)
    if (gone === undefined) {
      this.mix(lots, outcome, arrival)
      return NOWHERE
    }
    gone.lots -= lots
    this.#sweep()
    return whereaboutsOf(fitting.length > 1 ? fitting : [gone])
  }

  /** So many have left, and nobody knows any more who stands at this level. */
  mix(lots: number, outcome: Outcome, arrival: number): void {
    const total = this.#standing.reduce((sum, each) => sum + (each.outcome === outcome ? each.lots : 0), 0)
    this.#standing = this.#standing.filter((each) => each.outcome !== outcome)
    this.found(total - lots, outcome, arrival)
  }

  #sweep(): void {
    if (this.#standing.some(({ lots }) => lots <= 0)) this.#standing = this.#standing.filter(({ lots }) => lots > 0)
  }
}

function whereaboutsOf(orders: readonly Standing[]): Whereabouts {
  return (arrival) => {
    if (orders.every(({ last }) => last < arrival)) return 'ahead'
    return orders.every(({ first }) => first > arrival) ? 'behind' : undefined
  }
}
