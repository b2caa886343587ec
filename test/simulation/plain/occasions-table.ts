// The table of what happened in which phase, and what of it could not have happened, or should have happened more often.

import type { OrderPhase } from '../../../src/domain/orders/own-order.js'
import { isImpossible } from './impossible-pairs.js'
import { EVENT_KINDS, type EventKind, type Pair, PHASES, PLACES, type Place } from './occasions.js'

const KIND_WIDTH = 17
const WIDTH = 11

const countOf = (pairs: ReadonlyMap<Pair, number>, kind: EventKind, place: Place) => pairs.get(`${kind} ${place}`) ?? 0

/** Where the pair cannot be, a dash stands. */
export function tableOf(pairs: ReadonlyMap<Pair, number>): string {
  const cell = (kind: EventKind, place: Place) => {
    const count = countOf(pairs, kind, place)
    const isNothing = count === 0 && (place === 'none' || isImpossible(kind, place))
    return (isNothing ? '-' : `${count}`).padStart(WIDTH)
  }
  const rows = [...EVENT_KINDS]
    .sort()
    .map((kind) => kind.padEnd(KIND_WIDTH) + PLACES.map((p) => cell(kind, p)).join(''))
  return [' '.repeat(KIND_WIDTH) + PLACES.map((p) => p.padStart(WIDTH)).join(''), ...rows].join('\n')
}

/** Pairs that were said to be impossible, and occurred. */
export function wronglyImpossible(pairs: ReadonlyMap<Pair, number>): readonly Pair[] {
  return pairsWhere((kind, phase) => isImpossible(kind, phase) && countOf(pairs, kind, phase) > 0)
}

/** Possible pairs that occurred less than `least` times. */
export function rare(pairs: ReadonlyMap<Pair, number>, least: number): readonly Pair[] {
  return pairsWhere((kind, phase) => !isImpossible(kind, phase) && countOf(pairs, kind, phase) < least)
}

function pairsWhere(isSo: (kind: EventKind, phase: OrderPhase) => boolean): readonly Pair[] {
  return EVENT_KINDS.flatMap((kind) =>
    PHASES.filter((phase) => isSo(kind, phase)).map((phase): Pair => `${kind} ${phase}`),
  )
}
