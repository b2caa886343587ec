// Which kinds of event cannot meet an order in which phase, and why: a closed list. Whatever is not in it must occur.

import type { OrderPhase } from '../../../src/domain/orders/own-order.js'
import { type EventKind, type Pair, PHASES } from './occasions.js'

interface Reason {
  readonly phases: readonly OrderPhase[]
  readonly why: string
}

const except = (...possible: OrderPhase[]) => PHASES.filter((phase) => !possible.includes(phase))

const NO_HASH = { phases: ['signing'], why: 'it has no hash yet: nothing that names a hash can mean it' } as const

const NOT_SENT = {
  phases: ['sent'],
  why: 'asked of one that rests, or may; none of these is on its first way again',
} as const

const AT_THE_START = { phases: PHASES, why: 'told once, at the start of a bot: it has no order yet' } as const

/** The seeds of the simulation have them, or a fleet has, and derive the same conclusions. */
const NOT_HERE = {
  phases: PHASES,
  why: 'the closed loop has no chain, no fleet, no signer apart, no reloads and no standing that is kept',
} as const

const IMPOSSIBLE: Readonly<Partial<Record<EventKind, readonly Reason[]>>> = {
  order: [NO_HASH],
  'fills-listed': [NO_HASH],
  settlement: [NO_HASH],
  'cancel-answered': [NO_HASH],
  'cancel-failed': [NO_HASH],
  'looked-up': [NO_HASH, NOT_SENT],
  'look-up-failed': [NO_HASH, NOT_SENT],
  resent: [NO_HASH, NOT_SENT],
  recovered: [NO_HASH, { phases: ['sent'], why: 'this run has not sent it' }],
  submitted: [{ phases: ['signing'], why: 'the signature comes first' }],
  budget: [AT_THE_START],
  seed: [AT_THE_START],
  restored: [NOT_HERE],
  verify: [NOT_HERE],
  'chain-read': [NOT_HERE],
  'chain-read-failed': [NOT_HERE],
  'chain-pending': [NOT_HERE],
  'chain-ended': [NOT_HERE],
  'market-claim': [NOT_HERE],
  lease: [NOT_HERE],
  signer: [NOT_HERE],
  'budget-shared': [NOT_HERE],
  settings: [NOT_HERE],
  signed: [
    { phases: except('signing', 'ended'), why: 'it is signed once, which ends `signing`, if it has not been given up' },
  ],
}

export function isImpossible(kind: EventKind, phase: OrderPhase): boolean {
  return IMPOSSIBLE[kind]?.some(({ phases }) => phases.includes(phase)) ?? false
}

/** Possible, and met less than some thirty times in 2,500,000 events: each asks for two rare things at once. They are printed, and not asked for. */
export const SELDOM: ReadonlySet<Pair> = new Set<Pair>([
  // an answer that comes after its order is doubted, or over, for another reason
  ...(['submit-failed unknown', 'signed ended', 'cancel-failed sent', 'settlement ended'] as const),
  ...(['resent open', 'resent cancelling', 'resent settling'] as const),
  // a market that becomes known so late that its order of a former run was reported, and more, before
  ...(['recovered cancelling', 'recovered unknown', 'recovered ended'] as const),
])
