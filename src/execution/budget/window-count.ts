// How many permits of one window are in use: in flight, or answered less than one window ago.
//
//   taken ----------- answered ----------- answered + window + margin
//   |<------------------ counts --------------------------->|
//
// The venue counts a request for one window from its arrival, which lies between `taken` and `answered`.
// So every request the venue still counts is counted here too, and the venue never counts more than we do.

export interface WindowCount {
  /** In use at `now`; `now` must not go back. */
  used(now: number): number
  take(): void
  /** Taken, and never sent. */
  giveBack(): void
  /** `answeredAt` counts as the answer's time; a lost request may still arrive after its deadline, so it may lie ahead of `now`. */
  settle(answeredAt: number): void
  /** So many requests of a former process count until then. */
  addFormer(count: number, untilMonoMs: number): void
  /** So many do not count any more, those that end first. */
  forget(count: number, now: number): void
  /** When `count` more permits than now are free, were nothing else taken; `undefined` while only answers can free them. */
  freeAt(now: number, count: number): number | undefined
  /** How many settled permits end to count in each step from now on. */
  ending(now: number, stepMs: number): readonly number[]
  /** Permits answered before that and in use until `forMs` from now at least: the venue counts them too, whenever they arrived there. */
  settledBefore(answeredBeforeMonoMs: number, now: number, forMs: number): number
  /** Taken, and not settled. */
  readonly inFlight: number
  /** How long a settled permit goes on counting, in milliseconds. */
  readonly holdMs: number
}

/** A sliding log. `marginMs` covers the drift between two clocks over one window. */
export function createWindowCount(windowMs: number, marginMs: number): WindowCount {
  const holdMs = windowMs + marginMs
  let inFlight = 0
  let ends: number[] = []
  let head = 0
  const prune = (now: number) => {
    while (head < ends.length && (ends[head] ?? 0) <= now) head++
    if (head > 1_024 && head * 2 > ends.length) {
      ends = ends.slice(head)
      head = 0
    }
  }
  /** How many of the settled end before then. */
  const endingBefore = (at: number) => {
    let [from, to] = [head, ends.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((ends[middle] ?? 0) < at) from = middle + 1
      else to = middle
    }
    return from - head
  }
  const addEnd = (end: number) => {
    let at = ends.length
    while (at > head && (ends[at - 1] ?? 0) > end) at--
    ends.splice(at, 0, end)
  }
  return {
    holdMs,
    get inFlight() {
      return inFlight
    },
    used(now) {
      prune(now)
      return inFlight + ends.length - head
    },
    take() {
      inFlight++
    },
    giveBack() {
      inFlight--
    },
    settle(answeredAt) {
      inFlight--
      addEnd(answeredAt + holdMs)
    },
    addFormer(count, untilMonoMs) {
      for (let i = 0; i < count; i++) addEnd(untilMonoMs)
    },
    forget(count, now) {
      prune(now)
      head += Math.min(ends.length - head, count)
    },
    freeAt(now, count) {
      prune(now)
      return count <= 0 ? now : ends[head + count - 1]
    },
    settledBefore(answeredBeforeMonoMs, now, forMs) {
      prune(now)
      return Math.max(0, endingBefore(answeredBeforeMonoMs + holdMs) - endingBefore(now + forMs))
    },
    ending(now, stepMs) {
      prune(now)
      const steps: number[] = []
      for (const end of ends.slice(head)) {
        const step = Math.ceil((end - now) / stepMs) - 1
        while (steps.length <= step) steps.push(0)
        steps[step] = (steps[step] ?? 0) + 1
      }
      return steps
    },
  }
}
