// An own order as it stands after a transition: a new value, or the old one where nothing has changed. Values never change.

import type { Hex } from '../../domain/market.js'
import {
  type EndedOrder,
  isOver,
  type OrderPhase,
  type OwnOrder,
  pendingRawOf,
  type SettlingOrder,
  type SigningOrder,
  type UnknownOrder,
} from '../../domain/own-order.js'
import type { OrderEntry } from './order-entry.js'
import type { Transition } from './transitions.js'

const FIRST_BACK_OFF_MS = 500
const LAST_BACK_OFF_MS = 4000

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
  if (phase === order.phase && !isNews(entry, transition)) return order
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
      return unknown(entry, { hash, sinceMonoMs, ...lookUpAfter(order, transition, atMonoMs) })
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
    case 'wait':
    case 'count':
      return 'unknown'
    case 'over':
      return entry.pendingRaw > 0n ? 'settling' : 'ended'
    default:
      return transition
  }
}

function isNews(entry: OrderEntry, transition: Transition): boolean {
  const { order } = entry
  if (order.phase === 'signing') return false
  return (
    order.matchedRaw !== entry.matchedRaw ||
    order.fills !== entry.fills ||
    pendingRawOf(order) !== entry.pendingRaw ||
    (!isOver(order) && order.restingRaw !== entry.restingRaw) ||
    order.origin !== entry.origin ||
    (order.phase === 'cancelling' && order.cancelSentMonoMs !== entry.cancelSentMonoMs) ||
    (order.phase === 'unknown' && (transition !== 'stay' || order.isReported !== (entry.record !== undefined)))
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

type LookUp = Pick<UnknownOrder, 'lookUps' | 'lookUpAtMonoMs'>

function unknown(entry: OrderEntry, { hash, sinceMonoMs, lookUps, lookUpAtMonoMs }: Standing & LookUp): UnknownOrder {
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
    lookUps,
    lookUpAtMonoMs,
    isReported: entry.record !== undefined,
  })
}

/** A doubt is looked up at once; look-ups that help nothing follow each other later and later. */
function lookUpAfter(order: OwnOrder, transition: Transition, atMonoMs: number): LookUp {
  if (order.phase !== 'unknown') return { lookUps: 0, lookUpAtMonoMs: atMonoMs }
  if (transition === 'doubt') return { lookUps: order.lookUps, lookUpAtMonoMs: atMonoMs }
  if (transition === 'stay') return { lookUps: order.lookUps, lookUpAtMonoMs: order.lookUpAtMonoMs }
  const lookUps = transition === 'count' ? order.lookUps + 1 : order.lookUps
  const backOffMs = Math.min(LAST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** Math.min(lookUps, 3))
  return { lookUps, lookUpAtMonoMs: atMonoMs + backOffMs }
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
    // nobody has seen an order that was not signed
    restedRaw: isOver(order) ? order.restedRaw : order.phase === 'signing' ? 0n : order.restingRaw,
    changedMonoMs: atMonoMs,
  }
  return Object.freeze(phase === 'ended' ? ended : { ...ended, phase, hash, pendingRaw })
}
