// What many seeds came to: the figures for machines, the lines for people, and whether it is good.

import { createHash } from 'node:crypto'
import { DISTURBANCE_NAMES } from './draw-scenario.js'
import type { SeedResult } from './seed-result.js'

/** From so many runs on each kind of disturbance must have met something. */
const ENOUGH_RUNS = 200
/** Part of the seeds in which at least one order of ours is matched. */
const TRADING = 0.8
/** The same is asked from so many runs on. */
const SOME_RUNS = 20

export interface Figures {
  readonly runs: number
  readonly violations: number
  readonly simulatedSeconds: number
  readonly wallSeconds: number
  readonly ratio: number
  readonly faultsReached: Readonly<Record<string, number>>
  readonly traceHash: string
}

export function report(found: readonly SeedResult[], wallSeconds: number) {
  const simulatedSeconds = Math.round(found.reduce((sum, { simulatedMs }) => sum + simulatedMs, 0) / 1000)
  const reached = sumOf(found.map((one) => one.reached))
  const outcomes = sumOf(found.map((one) => one.outcomes))
  const bad = found.filter(({ violations }) => violations.length > 0)
  const figures: Figures = {
    runs: found.length,
    violations: bad.length,
    simulatedSeconds,
    wallSeconds: Math.round(wallSeconds * 10) / 10,
    ratio: Math.round(simulatedSeconds / wallSeconds),
    faultsReached: Object.fromEntries(Object.entries(reached).sort(([a], [b]) => (a < b ? -1 : 1))),
    traceHash: hashOf(found),
  }
  const never = found.length < ENOUGH_RUNS ? [] : DISTURBANCE_NAMES.filter((name) => (reached[name] ?? 0) === 0)
  const trading = found.filter(({ fills }) => fills > 0).length / found.length
  const isIdle = found.length >= SOME_RUNS && trading < TRADING
  const lines = [
    ...Object.entries(figures.faultsReached).map(([name, times]) => `${name}: ${times}`),
    `markets after the faults: ${Object.entries(outcomes)
      .map(([what, times]) => `${what} ${times}`)
      .join(', ')}`,
    ...(never.length > 0 ? [`never met anything: ${never.join(', ')}`] : []),
    ...(isIdle ? [`only ${Math.round(trading * 100)} % of the seeds traded`] : []),
    `${figures.runs} seeds, ${bad.length} with a violation${bad.length > 0 ? ` (${bad.map(({ seed }) => seed).join(', ')})` : ''}; ${simulatedSeconds} simulated seconds in ${figures.wallSeconds} s, ${figures.ratio} x; trace ${figures.traceHash}`,
  ]
  return { figures, lines, isGood: bad.length === 0 && never.length === 0 && !isIdle }
}

function sumOf(parts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const part of parts) for (const [name, times] of Object.entries(part)) sums[name] = (sums[name] ?? 0) + times
  return sums
}

/** Of one seed its own; of many one of all. */
function hashOf(found: readonly SeedResult[]): string {
  const [only] = found
  if (found.length === 1 && only !== undefined) return only.traceHash
  const hash = createHash('sha256')
  for (const { traceHash } of found) hash.update(traceHash)
  return hash.digest('hex').slice(0, 16)
}
