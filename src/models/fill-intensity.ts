// How often takers come who accept a price so far from the mid, by Poisson maximum likelihood on what was observed.
//
//   lambda(d) = A exp(-k d)
//   k:  sum N d / sum N = sum E d exp(-k d) / sum E exp(-k d)        A = sum N / sum E exp(-k d)
//
// N takers came in E seconds in which the best offer stood at distance d. Avellaneda and Stoikov (2008), 2.3 for the form; the estimator is
// the score equation of a Poisson regression with log link and exposure.

export interface ObservedFlow {
  /** From the mid, price units. */
  readonly distance: number
  readonly seconds: number
  readonly takers: number
}

export interface FillIntensity {
  /** Takers a second at the mid. */
  readonly a: number
  /** Per price unit. */
  readonly k: number
  /** Standard error of `k`. */
  readonly kError: number
}

const MOST_STEPS = 200

/** `undefined` where the flow does not fall with the distance, or was seen at one distance only: then nothing is known of other distances. */
export function fillIntensity(flows: readonly ObservedFlow[]): FillIntensity | undefined {
  const seen = flows.filter(({ seconds }) => seconds > 0)
  const takers = seen.reduce((sum, flow) => sum + flow.takers, 0)
  if (takers === 0 || seen.length < 2) return undefined
  const wanted = seen.reduce((sum, flow) => sum + flow.takers * flow.distance, 0) / takers
  // the mean distance falls as k grows; at k = 0 it is that of the time alone
  if (weighted(seen, 0).mean <= wanted) return undefined
  const k = solve(seen, wanted)
  if (k === undefined) return undefined
  const { weight, variance } = weighted(seen, k)
  if (!(variance > 0)) return undefined
  return { a: takers / weight, k, kError: 1 / Math.sqrt(takers * variance) }
}

/** By halving: the mean is monotone in k, and its derivative may vanish where one distance has all the weight. */
function solve(flows: readonly ObservedFlow[], wanted: number): number | undefined {
  let low = 0
  let high = 1
  while (weighted(flows, high).mean > wanted) {
    low = high
    high *= 2
    if (high > 1e9) return undefined
  }
  for (let step = 0; step < MOST_STEPS && high - low > 1e-13 * high; step++) {
    const middle = (low + high) / 2
    if (weighted(flows, middle).mean > wanted) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Of the distances, each weighted by its time and exp(-k d). */
function weighted(flows: readonly ObservedFlow[], k: number) {
  // scaled to the nearest distance, so that a steep k leaves weights that are numbers
  const nearest = flows.reduce((least, { distance }) => Math.min(least, distance), Number.POSITIVE_INFINITY)
  let [sum, first, second] = [0, 0, 0]
  for (const { distance, seconds } of flows) {
    const weight = seconds * Math.exp(-k * (distance - nearest))
    sum += weight
    first += weight * distance
    second += weight * distance * distance
  }
  const mean = first / sum
  return { weight: sum * Math.exp(-k * nearest), mean, variance: second / sum - mean * mean }
}
