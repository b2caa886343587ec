// How far the price goes against makers after they trade, a share: a decayed mean over trades, drawn to nothing while they are few.
//
//   xi = sum w a / (sum w + prior)      a = s (m_after - m_before), s = 1 where the maker sold, -1 where he bought      w fades as e^(-age/tau)

export interface MarkoutAverage {
  /** Weighted sum of adverse moves, price units. */
  readonly moves: number
  readonly weight: number
  /** Up to when both have faded, milliseconds of the caller's clock. */
  readonly atMs: number
}

export interface Markout {
  /** Price units; positive when the price went against the maker. */
  readonly move: number
  /** 1 for a whole trade. */
  readonly weight: number
  readonly atMs: number
}

export const NO_MARKOUTS: MarkoutAverage = { moves: 0, weight: 0, atMs: 0 }

/** The average after one more trade. */
export function averageMarkout(
  average: MarkoutAverage,
  { move, weight, atMs }: Markout,
  tauMs: number,
): MarkoutAverage {
  const fade = fadeOf(average, atMs, tauMs)
  return { moves: fade * average.moves + weight * move, weight: fade * average.weight + weight, atMs }
}

/** Price units a share; `prior`: trades without a move that it begins with. Negative where takers lose. */
export function markoutOf(average: MarkoutAverage, nowMs: number, { tauMs, prior }: MarkoutOptions): number {
  const fade = fadeOf(average, nowMs, tauMs)
  return (fade * average.moves) / (fade * average.weight + prior)
}

export interface MarkoutOptions {
  /** Memory of the average. */
  readonly tauMs: number
  /** Above 0. */
  readonly prior: number
}

function fadeOf({ atMs }: MarkoutAverage, nowMs: number, tauMs: number): number {
  return Math.exp(-Math.max(0, nowMs - atMs) / tauMs)
}
