// Which shares of two runs are the same ones: of one market and side of YES, within one tick and two seconds. Each share once.

import { netDirection, yesProbability } from '../domain/market/yes-view.js'
import type { ToldFill } from './told-run.js'

const NEAR_MS = 2000

/** A fill seen from YES, and how many of its shares the other run does not have. */
export interface SeenFill {
  readonly fill: ToldFill
  readonly on: 'bid' | 'ask'
  /** Of YES. */
  readonly price: number
  left: number
}

/** Shares that both runs filled. */
export interface FillPair {
  readonly shares: number
  /** How much better the second filled for its maker, price units. */
  readonly betterBy: number
  /** How much later the second filled, milliseconds. */
  readonly laterMs: number
}

export interface PairedFills {
  readonly pairs: readonly FillPair[]
  readonly first: readonly SeenFill[]
  readonly second: readonly SeenFill[]
}

/** Fills in the order of time. The nearest in time first, so that a burst is not paired crosswise. */
export function pairFills(first: readonly ToldFill[], second: readonly ToldFill[]): PairedFills {
  const [ours, theirs] = [first.map(seenFromYes), second.map(seenFromYes)]
  const candidates = candidatesOf(ours, theirs, tickOf([...ours, ...theirs]))
  const pairs: FillPair[] = []
  for (const { a, b } of candidates.sort((x, y) => x.apartMs - y.apartMs)) {
    const shares = Math.min(a.left, b.left)
    if (shares <= 0) continue
    a.left -= shares
    b.left -= shares
    const sign = a.on === 'bid' ? 1 : -1
    pairs.push({ shares, betterBy: sign * (a.price - b.price), laterMs: b.fill.atMs - a.fill.atMs })
  }
  return { pairs, first: ours, second: theirs }
}

function seenFromYes(fill: ToldFill): SeenFill {
  const on = netDirection(fill) === 1 ? 'bid' : 'ask'
  return { fill, on, price: yesProbability(fill.outcome, fill.price), left: fill.shares }
}

interface Candidate {
  readonly a: SeenFill
  readonly b: SeenFill
  readonly apartMs: number
}

function candidatesOf(first: readonly SeenFill[], second: readonly SeenFill[], tick: ReadonlyMap<string, number>) {
  const found: Candidate[] = []
  let from = 0
  for (const a of first) {
    while (from < second.length && (second[from]?.fill.atMs ?? 0) < a.fill.atMs - NEAR_MS) from += 1
    for (let i = from; i < second.length; i++) {
      const b = second[i]
      if (b === undefined || b.fill.atMs > a.fill.atMs + NEAR_MS) break
      const near = (tick.get(a.fill.conditionId) ?? 0) * 1.001
      const isSame = a.on === b.on && a.fill.conditionId === b.fill.conditionId
      const stand = a.fill.status !== 'failed' && b.fill.status !== 'failed'
      if (isSame && stand && Math.abs(a.price - b.price) <= near)
        found.push({ a, b, apartMs: Math.abs(a.fill.atMs - b.fill.atMs) })
    }
  }
  return found
}

const MICRO = 1e6
/** The widest tick that is believed, millionths. */
const WIDEST = 10_000

/** By market, the largest step that all prices of its fills are multiples of: a report does not name it. At most a hundredth. */
function tickOf(fills: readonly SeenFill[]): ReadonlyMap<string, number> {
  const steps = new Map<string, number>()
  for (const { fill } of fills) {
    const before = steps.get(fill.conditionId) ?? WIDEST
    steps.set(fill.conditionId, commonStep(before, Math.round(fill.price * MICRO)))
  }
  return new Map([...steps].map(([conditionId, step]) => [conditionId, step / MICRO]))
}

/** Greatest common divisor. */
function commonStep(a: number, b: number): number {
  return b === 0 ? a : commonStep(b, a % b)
}
