// Which resting order stands for which wanted quote of the same leg: as many as possible stay, with the least distance; the rest pairs up too.
// Both lists sorted by price, orders that stay never cross; kept(i, j) looks at the first i quotes and the first j orders:
//
//   kept(i, j) = best of  kept(i-1, j-1) + this pair if within the tolerance,  kept(i-1, j),  kept(i, j-1)

import type { StandingOrder } from '../../domain/orders/own-order.js'
import type { Quote } from '../../domain/orders/quote.js'

type Pair = readonly [Quote, StandingOrder]

interface Pairing {
  readonly pairs: number
  /** Ticks between quotes and orders, summed. */
  readonly distance: number
  readonly last?: Pair
  readonly before?: Pairing
}

const NONE: Pairing = { pairs: 0, distance: 0 }

/** Pairs of one leg; `tolerance` in ticks is how far off an order may stay. */
export function pairUp(
  quotes: readonly Quote[],
  orders: readonly StandingOrder[],
  tolerance: number,
): ReadonlyMap<Quote, StandingOrder> {
  const wanted = [...quotes].sort((a, b) => a.price - b.price)
  // of two at one price the older one has the better place
  const resting = [...orders].sort((a, b) => a.draft.price - b.draft.price || b.intentId - a.intentId)
  const found = new Map(keptPairs(wanted, resting, tolerance))
  const free = new Set(resting)
  for (const order of found.values()) free.delete(order)
  for (const quote of wanted) {
    const order = found.has(quote) ? undefined : nearest(quote, free)
    if (!order) continue
    free.delete(order)
    found.set(quote, order)
  }
  return found
}

function keptPairs(wanted: readonly Quote[], resting: readonly StandingOrder[], tolerance: number): Pair[] {
  let row: readonly Pairing[] = resting.map(() => NONE).concat(NONE)
  for (const quote of wanted) {
    const next: Pairing[] = [NONE]
    resting.forEach((order, j) => {
      const without = better(row[j + 1] ?? NONE, next[j] ?? NONE)
      const isKept = distance(quote, order) <= tolerance
      next.push(isKept ? better(extended(row[j] ?? NONE, [quote, order]), without) : without)
    })
    row = next
  }
  const pairs: Pair[] = []
  for (let at = row.at(-1); at?.last; at = at.before) pairs.push(at.last)
  return pairs
}

function distance(quote: Quote, order: StandingOrder): number {
  return Math.abs(quote.price - order.draft.price)
}

function extended(before: Pairing, last: Pair): Pairing {
  return { pairs: before.pairs + 1, distance: before.distance + distance(...last), last, before }
}

function better(a: Pairing, b: Pairing): Pairing {
  return (a.pairs - b.pairs || b.distance - a.distance) >= 0 ? a : b
}

function nearest(quote: Quote, orders: Iterable<StandingOrder>): StandingOrder | undefined {
  let best: StandingOrder | undefined
  for (const order of orders) if (!best || distance(quote, order) < distance(quote, best)) best = order
  return best
}
