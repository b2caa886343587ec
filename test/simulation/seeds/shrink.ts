// A scenario that shows a violation, made as small as it still shows it: disturbances are left out (delta debugging), then halved in length.

import type { Invariant } from './invariants/violation.js'
import { play } from './run-scenario.js'
import type { Disturbance, Scenario } from './scenario.js'

export interface Shrunk {
  readonly scenario: Scenario
  readonly plays: number
}

/** Plays at most. */
const MOST_PLAYS = 60
const SHORTEST_MS = 100

export async function shrink(
  scenario: Scenario,
  invariant: Invariant,
  shows: (scenario: Scenario) => Promise<boolean> = async (one) =>
    (await play(one)).violations.some((violation) => violation.invariant === invariant),
): Promise<Shrunk> {
  let plays = 0
  let best = scenario
  const keepIf = async (disturbances: readonly Disturbance[]): Promise<boolean> => {
    if (plays >= MOST_PLAYS) return false
    plays++
    const smaller = { ...best, disturbances }
    if (!(await shows(smaller))) return false
    best = smaller
    return true
  }
  for (let size = Math.ceil(best.disturbances.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < best.disturbances.length; ) {
      const without = best.disturbances.filter((_, index) => index < at || index >= at + size)
      if (!(await keepIf(without))) at += size
    }
  }
  for (let at = 0; at < best.disturbances.length; at++) {
    for (let shorter = halved(best.disturbances[at]); shorter !== undefined; shorter = halved(best.disturbances[at])) {
      const changed = shorter
      if (!(await keepIf(best.disturbances.map((one, index) => (index === at ? changed : one))))) break
    }
  }
  return { scenario: best, plays }
}

function halved(disturbance: Disturbance | undefined): Disturbance | undefined {
  if (disturbance === undefined) return undefined
  if ('forMs' in disturbance && (disturbance.forMs ?? 0) > 2 * SHORTEST_MS)
    return { ...disturbance, forMs: Math.round((disturbance.forMs ?? 0) / 2) }
  if (disturbance.kind === 'server-fault' && disturbance.spec.durationMs > 2 * SHORTEST_MS)
    return { ...disturbance, spec: { ...disturbance.spec, durationMs: Math.round(disturbance.spec.durationMs / 2) } }
  return undefined
}
