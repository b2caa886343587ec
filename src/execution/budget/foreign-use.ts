// What others use of a window of our key: the largest recent estimate, because each estimate is a lower bound; no more than the last upper bound.

export interface ForeignUse {
  /** An estimate that holds until `untilMonoMs`. */
  note(count: number, untilMonoMs: number): void
  /** It is no more than this by now: what a former life of ours has used leaves the window bit by bit, and nobody uses it again. */
  cap(count: number): void
  /** The largest estimate still holding. */
  at(now: number): number
  /** When the largest estimate ends; `undefined` when there is none. */
  readonly endsMonoMs: number | undefined
}

/** A sliding maximum: an estimate is forgotten when it ends or when a later one is as large. */
export function createForeignUse(): ForeignUse {
  const estimates: { readonly count: number; readonly untilMonoMs: number }[] = []
  return {
    note(count, untilMonoMs) {
      while ((estimates.at(-1)?.count ?? Number.POSITIVE_INFINITY) <= count) estimates.pop()
      if (count > 0) estimates.push({ count, untilMonoMs })
    },
    cap(count) {
      let capped: number | undefined
      while ((estimates[0]?.count ?? Number.NEGATIVE_INFINITY) > count) capped = estimates.shift()?.untilMonoMs
      if (capped !== undefined && count > 0) estimates.unshift({ count, untilMonoMs: capped })
    },
    at(now) {
      while ((estimates[0]?.untilMonoMs ?? Number.POSITIVE_INFINITY) <= now) estimates.shift()
      return estimates[0]?.count ?? 0
    },
    get endsMonoMs() {
      return estimates[0]?.untilMonoMs
    },
  }
}
