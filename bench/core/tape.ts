// The fixed tape of the scene in which nothing changes: events as lines of 211 bytes, drawn from a seed.

import { seededRandom } from '../../src/domain/random.js'
import { BEST_BID, hexOf, type Move, RESTING_SHARES } from './stage.js'

/** Of one event as JSON, the end of the line not counted: what a recorded level change takes. */
export const LINE_BYTES = 211
const SEED = 7
const START_MONO_MS = 2_000_000
const WALL_MS = 1_790_000_000_000

/** So close together that no timer comes due between two of them. */
const GAP_MS = 0.01

/** Sizes of the others' best bids, moved by less than a hundredth: the fair value moves with each of them, and no quote leaves its tick. */
export function quietMoves(events: number, markets: number): Move[] {
  const random = seededRandom(SEED)
  const shares = Array.from({ length: markets * 2 }, () => RESTING_SHARES)
  return Array.from({ length: events }, (_, i) => {
    const market = i % markets
    const outcome = random.below(2) === 0 ? 0 : 1
    const leg = market * 2 + outcome
    // never the same size twice in a row
    const drawn = RESTING_SHARES + 0.1 * (1 + random.below(8))
    shares[leg] = drawn === shares[leg] ? RESTING_SHARES : drawn
    return { market, outcome, price: BEST_BID, shares: shares[leg] ?? RESTING_SHARES, afterMs: GAP_MS }
  })
}

/** The moves as the core's events are written down, each padded to the same length by its sequence number. */
export function linesOf(moves: readonly Move[]): string[] {
  return moves.map(({ market, outcome, price, shares, afterMs }, i) => {
    const monoMs = START_MONO_MS + Math.floor(i * afterMs)
    const change = { outcome, side: 'BUY', price, size: Math.round(shares * 100) }
    const line = (seq: number) =>
      JSON.stringify({ kind: 'level', conditionId: hexOf(market), change, seq, monoMs, ts: WALL_MS })
    const missing = LINE_BYTES - line(0).length
    return line(10 ** missing + (i % 10 ** missing))
  })
}

interface ParsedLine {
  readonly conditionId: string
  readonly change: { readonly outcome: 0 | 1; readonly price: number; readonly size: number }
}

/** The moves as they are read back from their lines. */
export function movesOf(lines: readonly string[]): Move[] {
  return lines.map((line) => {
    const { conditionId, change }: ParsedLine = JSON.parse(line)
    const { outcome, price, size } = change
    return { market: Number.parseInt(conditionId.slice(2), 16), outcome, price, shares: size / 100, afterMs: GAP_MS }
  })
}
