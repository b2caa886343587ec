// A market whose maker's profit is known exactly, without sampling: a random walk of so many steps ends above 0 (YES) or below (NO).
//
//   each step   quotes around p;  each side is filled for a lot with probability  fillRate e^(-k distance) (1 +- informed),
//               the ask + and the bid - when the next move is up;  then the walk moves by 1, up or down alike
//   quoted      while 0.01 < p < 0.99, inside (0, 1), not through p unless told so, at most `maxLots` lots either way
//   profit      spread (lot x distance from p) + inventory (q x move of p), the payout included
//
// Chance and the first two moments of the profit are carried forward for each place of the walk and each inventory.

export interface Lattice {
  readonly steps: number
  /** Where the walk begins; even where `steps` is odd, so that it never ends on 0. */
  readonly start: number
  /** Share of the flow that knows the next move. */
  readonly informed: number
  readonly fillRate: number
  readonly k: number
  /** Shares. */
  readonly lot: number
  readonly maxLots: number
  /** Quotes through p stand, and lose what they are beyond it; otherwise they are moved back to p. */
  readonly throughFair?: boolean
  /** Steps at the end without quotes. */
  readonly silent?: number
}

export interface LatticePlace {
  /** Probability of YES. */
  readonly p: number
  /** Shares. */
  readonly q: number
  readonly stepsLeft: number
  /** Distance of both next values of p. */
  readonly nextMove: number
}

/** Prices of YES; a side without one is not quoted. */
export interface LatticeQuotes {
  readonly bid?: number | undefined
  readonly ask?: number | undefined
}

export interface LatticeResult {
  readonly mean: number
  readonly std: number
  /** Parts of the mean. */
  readonly spread: number
  readonly inventory: number
  /** Lots. */
  readonly fills: number
  /** Of the inventory at the end, shares. */
  readonly stdQ: number
}

export const QUOTED_ABOVE = 0.01

/** By steps left and place of the walk: the probability that it ends above 0. */
export function endsAbove(steps: number, reach: number): Float64Array[] {
  const all = [Float64Array.from({ length: 2 * reach + 1 }, (_, i) => (i > reach ? 1 : 0))]
  for (let left = 1; left <= steps; left++) {
    const later = all[left - 1] ?? new Float64Array()
    all.push(later.map((_, i) => ((later[i - 1] ?? 0) + (later[i + 1] ?? 1)) / 2))
  }
  return all
}

/** Chance, and chance-weighted first and second moment of the profit, per state. */
class Moments {
  readonly chance: Float64Array
  readonly first: Float64Array
  readonly second: Float64Array

  constructor(states: number) {
    this.chance = new Float64Array(states)
    this.first = new Float64Array(states)
    this.second = new Float64Array(states)
  }

  /** What `from` holds in `state` comes with probability `weight` to `to`, and `gain` with it. */
  receive(to: number, from: Moments, { state, weight, gain }: { state: number; weight: number; gain: number }): void {
    const chance = weight * (from.chance[state] ?? 0)
    const first = weight * (from.first[state] ?? 0)
    this.chance[to] = (this.chance[to] ?? 0) + chance
    this.first[to] = (this.first[to] ?? 0) + first + gain * chance
    this.second[to] =
      (this.second[to] ?? 0) + weight * (from.second[state] ?? 0) + 2 * gain * first + gain * gain * chance
  }
}

/** How likely a side is filled, whatever comes next, and what a share of it earns. */
interface Side {
  readonly rate: number
  readonly distance: number
}

const NOT_QUOTED: Side = { rate: 0, distance: 0 }
const NO_QUOTES: LatticeQuotes = {}

export function runLattice(lattice: Lattice, quote: (place: LatticePlace) => LatticeQuotes): LatticeResult {
  return new LatticeRun(lattice, quote).result()
}

class LatticeRun {
  readonly #lattice: Lattice
  readonly #quote: (place: LatticePlace) => LatticeQuotes
  readonly #reach: number
  /** States of one place: its inventories. */
  readonly #width: number
  readonly #above: readonly Float64Array[]
  readonly #sums = { spread: 0, inventory: 0, fills: 0 }
  #now: Moments
  #next: Moments

  constructor(lattice: Lattice, quote: (place: LatticePlace) => LatticeQuotes) {
    this.#lattice = lattice
    this.#quote = quote
    this.#reach = Math.abs(lattice.start) + lattice.steps
    this.#width = 2 * lattice.maxLots + 1
    this.#above = endsAbove(lattice.steps, this.#reach)
    this.#now = new Moments((2 * this.#reach + 1) * this.#width)
    this.#next = this.#now
    this.#now.chance[(lattice.start + this.#reach) * this.#width + lattice.maxLots] = 1
  }

  result(): LatticeResult {
    for (let left = this.#lattice.steps; left > 0; left--) {
      this.#next = new Moments(this.#now.chance.length)
      this.#now.chance.forEach((chance, state) => {
        if (chance > 0) this.#leave(state, left)
      })
      this.#now = this.#next
    }
    const { chance, first, second } = this.#now
    const mean = total(first)
    const meanQ = total(chance.map((c, state) => c * this.#sharesOf(state)))
    const squareQ = total(chance.map((c, state) => c * this.#sharesOf(state) ** 2))
    const std = Math.sqrt(total(second) - mean * mean)
    return { ...this.#sums, mean, std, stdQ: Math.sqrt(squareQ - meanQ * meanQ) }
  }

  #sharesOf(state: number): number {
    return ((state % this.#width) - this.#lattice.maxLots) * this.#lattice.lot
  }

  /** Everything that a state becomes in one step. */
  #leave(state: number, left: number): void {
    const { informed, silent = 0 } = this.#lattice
    const [place, level] = [Math.floor(state / this.#width), state % this.#width]
    const later = this.#above[left - 1]
    const [p, down, up] = [this.#above[left]?.[place] ?? 0, later?.[place - 1] ?? 0, later?.[place + 1] ?? 0]
    const isQuoted = p > QUOTED_ABOVE && p < 1 - QUOTED_ABOVE && left > silent
    const at = { p, q: this.#sharesOf(state), stepsLeft: left, nextMove: (up - down) / 2 }
    const { bid, ask } = isQuoted ? this.#quote(at) : NO_QUOTES
    const buy = level < this.#width - 1 ? this.#sideOf(bid, p, 1) : NOT_QUOTED
    const sell = level > 0 ? this.#sideOf(ask, p, -1) : NOT_QUOTED
    for (const move of [1, -1]) {
      const bought = Math.min(1, buy.rate * (1 - move * informed))
      const sold = Math.min(1, sell.rate * (1 + move * informed))
      const change = (move === 1 ? up : down) - p
      const to = (place + move) * this.#width + level
      this.#arrive(to, { state, weight: ((1 - bought) * (1 - sold)) / 2, lots: 0, change, spread: 0, fills: 0 })
      this.#arrive(to + 1, {
        state,
        weight: (bought * (1 - sold)) / 2,
        lots: 1,
        change,
        spread: buy.distance,
        fills: 1,
      })
      this.#arrive(to - 1, {
        state,
        weight: ((1 - bought) * sold) / 2,
        lots: -1,
        change,
        spread: sell.distance,
        fills: 1,
      })
      const both = buy.distance + sell.distance
      this.#arrive(to, { state, weight: (bought * sold) / 2, lots: 0, change, spread: both, fills: 2 })
    }
  }

  #sideOf(price: number | undefined, p: number, sign: 1 | -1): Side {
    if (price === undefined || price <= 0 || price >= 1) return NOT_QUOTED
    const { fillRate, k, throughFair = false } = this.#lattice
    const beyond = sign * (p - price)
    const distance = throughFair ? beyond : Math.max(0, beyond)
    return { rate: fillRate * Math.exp(-k * distance), distance }
  }

  #arrive(to: number, { state, weight, lots, change, spread, fills }: Passage): void {
    if (weight === 0) return
    const { lot } = this.#lattice
    const held = (this.#sharesOf(state) + lots * lot) * change
    this.#next.receive(to, this.#now, { state, weight, gain: lot * spread + held })
    const chance = weight * (this.#now.chance[state] ?? 0)
    this.#sums.spread += chance * lot * spread
    this.#sums.inventory += chance * held
    this.#sums.fills += chance * fills
  }
}

interface Passage {
  readonly state: number
  readonly weight: number
  readonly lots: number
  /** Of p. */
  readonly change: number
  /** Of all lots filled, price units. */
  readonly spread: number
  readonly fills: number
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0)
}
