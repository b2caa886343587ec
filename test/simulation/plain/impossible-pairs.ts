// Which kinds of event cannot meet an order in which phase, and why: a closed list. Whatever is not in it must occur.

import type { OrderPhase } from '../../../src/domain/own-order.js'
import { type EventKind, PHASES } from './occasions.js'

interface Reason {
  readonly phases: readonly OrderPhase[]
  readonly why: string
}

const except = (...possible: OrderPhase[]) => PHASES.filter((phase) => !possible.includes(phase))

const NO_HASH = { phases: ['signing'], why: 'it has no hash yet: nothing that names a hash can mean it' } as const

const IMPOSSIBLE: Readonly<Partial<Record<EventKind, readonly Reason[]>>> = {
  order: [NO_HASH],
  'fills-listed': [NO_HASH],
  settlement: [NO_HASH],
  'cancel-answered': [NO_HASH],
  'cancel-failed': [NO_HASH],
  'looked-up': [NO_HASH],
  'look-up-failed': [NO_HASH],
  resent: [NO_HASH],
  recovered: [NO_HASH],
  submitted: [{ phases: ['signing'], why: 'the signature comes first' }],
  budget: [{ phases: PHASES, why: 'told once, at the start of a bot: it has no order yet' }],
  signed: [
    { phases: except('signing', 'ended'), why: 'it is signed once, which ends `signing`, if it has not been given up' },
  ],
}

export function isImpossible(kind: EventKind, phase: OrderPhase): boolean {
  return IMPOSSIBLE[kind]?.some(({ phases }) => phases.includes(phase)) ?? false
}
