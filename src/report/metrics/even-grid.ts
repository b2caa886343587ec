// Looks at uneven moments read at even ones: each value stands until the next look.

export interface Grid {
  readonly fromMs: number
  readonly stepMs: number
  /** Points: the first at `fromMs`, the last `(points - 1) * stepMs` later. */
  readonly points: number
}

const NICE_MS = [1000, 10_000, 60_000, 600_000, 3_600_000, 86_400_000] as const
const LEAST_INTERVALS = 50

/** The longest of 1 s, 10 s, 1 min, 10 min, 1 h and 1 day that leaves fifty intervals; a fiftieth where none does. */
export function niceInterval(durationMs: number): number {
  const nice = NICE_MS.filter((ms) => durationMs / ms >= LEAST_INTERVALS)
  return nice.at(-1) ?? Math.max(1, durationMs / LEAST_INTERVALS)
}

export function evenGrid(fromMs: number, toMs: number, stepMs: number): Grid {
  return { fromMs, stepMs, points: Math.floor((toMs - fromMs) / stepMs) + 1 }
}

/** So many points at most, evenly from the first moment to the last. */
export function gridOf(fromMs: number, toMs: number, mostPoints: number): Grid {
  const stepMs = Math.max(1, Math.ceil((toMs - fromMs) / (mostPoints - 1)))
  return evenGrid(fromMs, toMs, stepMs)
}

/** The last value at or before each point; `undefined` before the first. `looks` in the order of time. */
export function onGrid<T extends { readonly atMs: number }>(looks: readonly T[], grid: Grid): (T | undefined)[] {
  let next = 0
  let last: T | undefined
  return Array.from({ length: grid.points }, (_, i) => {
    const atMs = grid.fromMs + i * grid.stepMs
    for (let look = looks[next]; look !== undefined && look.atMs <= atMs; look = looks[next]) {
      last = look
      next += 1
    }
    return last
  })
}

export function changesOf(values: readonly number[]): number[] {
  return values.slice(1).map((value, i) => value - (values[i] ?? 0))
}
