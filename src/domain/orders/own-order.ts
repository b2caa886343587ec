// Our own order as the bot believes in it, by phase: each phase carries what exists in it and nothing else.
//
//   signing     about to be signed, in no book yet            open        rests
//   sent        signed, the answer is not in                  cancelling  rests, and a cancel is on its way
//   unknown     nobody knows what became of it                settling    nothing rests, a match is not settled: if that fails it may rest again
//                                                             ended       nothing rests, and nothing is pending
//
// What leads from one to the other stands in state/orders/transitions.ts. A cancel asked for does not end an order; only the venue's word,
// or the proof that it is dead (state/orders/unknowns.ts), does.

import type { Hex } from '../market/market.js'
import type { Fill } from './fill.js'
import type { OrderDraft } from './order.js'

/** `recovered`: placed by an earlier run, and known from the journal. `listed`: the venue has it, and no journal of ours. */
export type OrderOrigin = 'placed' | 'recovered' | 'listed'

interface Order {
  /** Ours, unique in the run: counts up from 1. Orders of other origin have one too. */
  readonly intentId: number
  readonly draft: OrderDraft
  /** Gross raw tokens asked for. */
  readonly originalRaw: bigint
  readonly origin: OrderOrigin
  /**
   * When the phase began, monotonic milliseconds. It has rested since then, whether or not a cancel is on its way; nothing of it has rested
   * since then, whether or not its matches are settled.
   */
  readonly sinceMonoMs: number
}

interface MayMatch {
  /** Raw tokens that may still be matched. */
  readonly restingRaw: bigint
}

interface Signed {
  readonly hash: Hex
  /** Matches told one by one; only of an order that was placed by this run. */
  readonly fills: readonly Fill[]
  /** Gross raw tokens matched, settled or not. */
  readonly matchedRaw: bigint
}

interface Unsettled {
  /** Of what is matched, not settled yet. */
  readonly pendingRaw: bigint
}

interface Over {
  /** Raw tokens that rested when it stopped resting: the book may show them for a moment longer. */
  readonly restedRaw: bigint
  /** When something was last heard of it, monotonic milliseconds. */
  readonly changedMonoMs: number
}

export interface SigningOrder extends Order, MayMatch {
  readonly phase: 'signing'
}

export interface SentOrder extends Order, Signed, Unsettled, MayMatch {
  readonly phase: 'sent'
}

export interface OpenOrder extends Order, Signed, Unsettled, MayMatch {
  readonly phase: 'open'
}

export interface CancellingOrder extends Order, Signed, Unsettled, MayMatch {
  readonly phase: 'cancelling'
  /** When the cancel was sent last, monotonic milliseconds. */
  readonly cancelSentMonoMs: number
}

export interface UnknownOrder extends Order, Signed, Unsettled, MayMatch {
  readonly phase: 'unknown'
  /** The venue has told of it before: sending it again is out of the question. */
  readonly isReported: boolean
}

export interface SettlingOrder extends Order, Signed, Unsettled, Over {
  readonly phase: 'settling'
}

export interface EndedOrder extends Order, Omit<Signed, 'hash'>, Over {
  readonly phase: 'ended'
  /** Absent where it was never signed. */
  readonly hash?: Hex
}

/** May be matched, as far as we know. */
export type LivingOrder = SigningOrder | SentOrder | OpenOrder | CancellingOrder | UnknownOrder
/** Nothing of it rests, as far as we know. */
export type OverOrder = SettlingOrder | EndedOrder
/** Rests or is on its way to, nobody doubts it, and nobody has asked to cancel it. */
export type StandingOrder = SigningOrder | SentOrder | OpenOrder
export type OwnOrder = LivingOrder | OverOrder
export type OrderPhase = OwnOrder['phase']

export function isOver(order: OwnOrder): order is OverOrder {
  return order.phase === 'settling' || order.phase === 'ended'
}

export function isStanding(order: LivingOrder): order is StandingOrder {
  return order.phase !== 'cancelling' && order.phase !== 'unknown'
}

/** Is in the book as far as is known: what is on its way rests nowhere yet, and of an unknown one nobody knows. */
export function isResting({ phase }: { readonly phase: OrderPhase }): boolean {
  return phase === 'open' || phase === 'cancelling'
}

/** Not placed by this run. */
export function isForeign({ origin }: Pick<OwnOrder, 'origin'>): boolean {
  return origin !== 'placed'
}

/** Gross raw tokens matched, settled or not. */
export function matchedRawOf(order: OwnOrder): bigint {
  return order.phase === 'signing' ? 0n : order.matchedRaw
}

/** Raw tokens matched and not settled. */
export function pendingRawOf(order: OwnOrder): bigint {
  return order.phase === 'signing' || order.phase === 'ended' ? 0n : order.pendingRaw
}

const NO_FILLS: readonly Fill[] = []

export function fillsOf(order: OwnOrder): readonly Fill[] {
  return order.phase === 'signing' ? NO_FILLS : order.fills
}
