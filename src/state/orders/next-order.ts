// An own order as it stands after a transition: a new value, or the old one where nothing has changed. Values never change.

import type { Hex } from '../../domain/market/market.js'
import {
  type EndedOrder,
  isOver,
  type OrderPhase,
  type OwnOrder,
  pendingRawOf,
  type SettlingOrder,
  type SigningOrder,
  type UnknownOrder,
} from '../../domain/orders/own-order.js'
import type { OrderEntry } from './order-entry.js'
import type { Transition } from './transitions.js'

/** Phases that differ only in what else is under way: the order stands in the venue's book, or not, as before. */
const STAND: Readonly<Record<OrderPhase, number>> = {
  signing: 0,
  sent: 1,
  open: 2,
  cancelling: 2,
  unknown: 3,
  settling: 4,
  ended: 4,
}

/** `entry` knows of the event, and its amounts are counted anew. */
export function nextOrder(entry: OrderEntry, transition: Transition, atMonoMs: number): OwnOrder {
  const { order, hash } = entry
  // an order that was never signed can only end
  if (hash === undefined) return order.phase === 'signing' && transition === 'over' ? unsigned(order, atMonoMs) : order
  const phase = phaseAfter(entry, transition)
  if (phase === order.phase && !isNews(entry)) return order
  const sinceMonoMs = STAND[phase] === STAND[order.phase] ? order.sinceMonoMs : atMonoMs
  switch (phase) {
    case 'signing':
      return order
    case 'sent':
    case 'open':
      return onItsWay(entry, { phase, hash, sinceMonoMs })
    case 'cancelling':
      return cancelling(entry, { hash, sinceMonoMs, cancelSentMonoMs: entry.cancelSentMonoMs ?? atMonoMs })
    case 'unknown':
      return unknown(entry, { hash, sinceMonoMs })
    case 'settling':
    case 'ended':
      return over(entry, { phase, hash, sinceMonoMs, atMonoMs })
  }
}

function phaseAfter(entry: OrderEntry, transition: Transition): OrderPhase {
  switch (transition) {
    case 'stay':
      return entry.order.phase
    case 'rest':
      if (entry.isCancelled) return phaseAfter(entry, 'over')
      return entry.cancelSentMonoMs === undefined ? 'open' : 'cancelling'
    case 'doubt':
      return 'unknown'
    case 'over':
      return entry.pendingRaw > 0n ? 'settling' : 'ended'
    default:
      return transition
  }
}

function isNews(entry: OrderEntry): boolean {
  const { order } = entry
  if (order.phase === 'signing') return false
  return (
    order.matchedRaw !== entry.matchedRaw ||
    order.fills !== entry.fills ||
    pendingRawOf(order) !== entry.pendingRaw ||
    (!isOver(order) && order.restingRaw !== entry.restingRaw) ||
    order.origin !== entry.origin ||
    (order.phase === 'cancelling' && order.cancelSentMonoMs !== entry.cancelSentMonoMs) ||
    (order.phase === 'unknown' && order.isReported !== (entry.record !== undefined))
  )
}

function unsigned({ intentId, draft, originalRaw, origin }: SigningOrder, atMonoMs: number): EndedOrder {
  return Object.freeze({
    intentId,
    draft,
    originalRaw,
    origin,
    sinceMonoMs: atMonoMs,
    phase: 'ended',
    fills: [],
    matchedRaw: 0n,
    restedRaw: 0n,
    changedMonoMs: atMonoMs,
  })
}

interface Standing {
  readonly hash: Hex
  readonly sinceMonoMs: number
}

function onItsWay(entry: OrderEntry, { phase, hash, sinceMonoMs }: Standing & { phase: 'sent' | 'open' }): OwnOrder {
  const { intentId, draft, originalRaw } = entry.order
  return Object.freeze({
    intentId,
    draft,
    originalRaw,
    origin: entry.origin,
    sinceMonoMs,
    phase,
    hash,
    fills: entry.fills,
    matchedRaw: entry.matchedRaw,
    pendingRaw: entry.pendingRaw,
    restingRaw: entry.restingRaw,
  })
}

function cancelling(
  entry: OrderEntry,
  { hash, sinceMonoMs, cancelSentMonoMs }: Standing & { cancelSentMonoMs: number },
): OwnOrder {
  const { intentId, draft, originalRaw } = entry.order
  return Object.freeze({
    intentId,
    draft,
    originalRaw,
    origin: entry.origin,
    sinceMonoMs,
    phase: 'cancelling',
    hash,
    fills: entry.fills,
    matchedRaw: entry.matchedRaw,
    pendingRaw: entry.pendingRaw,
    restingRaw: entry.restingRaw,
    cancelSentMonoMs,
  })
}

function unknown(entry: OrderEntry, { hash, sinceMonoMs }: Standing): UnknownOrder {
  const { intentId, draft, originalRaw } = entry.order
  return Object.freeze({
    intentId,
    draft,
    originalRaw,
    origin: entry.origin,
    sinceMonoMs,
    phase: 'unknown',
    hash,
    fills: entry.fills,
    matchedRaw: entry.matchedRaw,
    pendingRaw: entry.pendingRaw,
    restingRaw: entry.restingRaw,
    isReported: entry.record !== undefined,
  })
}

interface End extends Standing {
  readonly phase: 'settling' | 'ended'
  readonly atMonoMs: number
}

function over(entry: OrderEntry, { phase, hash, sinceMonoMs, atMonoMs }: End): SettlingOrder | EndedOrder {
  const { order, pendingRaw } = entry
  const ended: EndedOrder = {
    intentId: order.intentId,
    draft: order.draft,
    originalRaw: order.originalRaw,
    origin: entry.origin,
    sinceMonoMs,
    phase: 'ended',
    hash,
    fills: entry.fills,
    matchedRaw: entry.matchedRaw,
    restedRaw: isOver(order) ? order.restedRaw : hasRested(entry, order.phase) ? order.restingRaw : 0n,
    changedMonoMs: atMonoMs,
  }
  return Object.freeze(phase === 'ended' ? ended : { pendingRaw, ...ended, phase, hash })
}

/** Nobody has seen an order that was not signed, nor one that was over with the first word on it: the venue has refused it. */
function hasRested({ isCancelled, cancelSentMonoMs, matchedRaw }: OrderEntry, phase: OrderPhase): boolean {
  if (phase !== 'sent') return phase !== 'signing'
  return isCancelled || cancelSentMonoMs !== undefined || matchedRaw > 0n
}
