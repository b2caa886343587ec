// What the venue answered in the last minutes, and how long the bot's own work took: what tells whose trouble a trouble is.

export interface Answered {
  /** HTTP status; absent where none came. */
  readonly status?: number | undefined
  readonly latencyMs: number
}

export interface LastMinutesView {
  readonly windowSec: number
  /** Requests that were sent, and how they ended: the last four are parts of the first. */
  readonly requests: number
  readonly unanswered: number
  readonly serverErrors: number
  readonly limited: number
  readonly refused: number
  /** Of those answered, milliseconds; absent without one. */
  readonly meanMs?: number
  readonly slowestMs?: number
  /** Longest that the bot took over one event, milliseconds. */
  readonly longestStepMs: number
}

const SLICE_MS = 10_000
const SLICES = 30

interface Slice {
  /** Number of the slice since the origin of the clock. */
  at: number
  requests: number
  unanswered: number
  serverErrors: number
  limited: number
  refused: number
  answeredMs: number
  slowestMs: number
  longestStepMs: number
}

export class LastMinutes {
  readonly #nowMonoMs: () => number
  readonly #slices: Slice[] = []

  constructor(nowMonoMs: () => number) {
    this.#nowMonoMs = nowMonoMs
  }

  answered({ status, latencyMs }: Answered): void {
    const slice = this.#slice()
    slice.requests++
    if (status === undefined) {
      slice.unanswered++
      return
    }
    slice.answeredMs += latencyMs
    slice.slowestMs = Math.max(slice.slowestMs, latencyMs)
    if (status >= 500) slice.serverErrors++
    else if (status === 429) slice.limited++
    else if (status >= 400) slice.refused++
  }

  stepped(durationMs: number): void {
    const slice = this.#slice()
    if (durationMs > slice.longestStepMs) slice.longestStepMs = durationMs
  }

  view(): LastMinutesView {
    const { at } = this.#slice()
    const kept = this.#slices.filter((slice) => slice.at > at - SLICES)
    const sum = (of: (slice: Slice) => number) => kept.reduce((total, slice) => total + of(slice), 0)
    const most = (of: (slice: Slice) => number) => Math.max(...kept.map(of))
    const [requests, unanswered] = [sum((s) => s.requests), sum((s) => s.unanswered)]
    const answers = requests - unanswered
    return {
      ...{ windowSec: (SLICES * SLICE_MS) / 1000, requests, unanswered, serverErrors: sum((s) => s.serverErrors) },
      ...{
        limited: sum((s) => s.limited),
        refused: sum((s) => s.refused),
        longestStepMs: most((s) => s.longestStepMs),
      },
      ...(answers > 0 ? { meanMs: sum((s) => s.answeredMs) / answers, slowestMs: most((s) => s.slowestMs) } : {}),
    }
  }

  /** The present one. */
  #slice(): Slice {
    const at = Math.floor(this.#nowMonoMs() / SLICE_MS)
    const last = this.#slices.at(-1)
    if (last?.at === at) return last
    const none = { requests: 0, unanswered: 0, serverErrors: 0, limited: 0, refused: 0 }
    const slice = { at, ...none, answeredMs: 0, slowestMs: 0, longestStepMs: 0 }
    this.#slices.push(slice)
    if (this.#slices.length > SLICES) this.#slices.shift()
    return slice
  }
}
