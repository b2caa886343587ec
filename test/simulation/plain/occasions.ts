// Counts what happens to a core in which phase of whose order: each kind of event beside each phase in which it found an order that it
// concerns.
//
//   of orders    every order that it names, or denies by not naming it; one that nobody knew has no phase
//   of a market  every phase that one of the market's orders is in
//   of all       every phase that any order is in

import type { ConditionId, Hex } from '../../../src/domain/market/market.js'
import type { OrderPhase, OwnOrder } from '../../../src/domain/orders/own-order.js'
import type { CoreEvent } from '../../../src/domain/run/core-event.js'
import type { Beliefs } from '../../../src/state/beliefs.js'

/** In the order of an order's life. */
export const PHASES = [
  'signing',
  'sent',
  'open',
  'cancelling',
  'unknown',
  'settling',
  'ended',
] as const satisfies readonly OrderPhase[]

/** A phase before the event, or that nobody knew the order. */
export type Place = OrderPhase | 'none'
export const PLACES: readonly Place[] = ['none', ...PHASES]

export type EventKind = CoreEvent['kind']

type Concern = 'orders' | 'market' | 'all'

const CONCERNS: Readonly<Record<EventKind, Concern>> = {
  signed: 'orders',
  submitted: 'orders',
  'submit-failed': 'orders',
  order: 'orders',
  'orders-listed': 'orders',
  'fills-listed': 'orders',
  settlement: 'orders',
  'cancel-answered': 'orders',
  'cancel-failed': 'orders',
  'looked-up': 'orders',
  'look-up-failed': 'orders',
  resent: 'orders',
  recovered: 'orders',
  verify: 'all',
  'chain-read': 'all',
  'chain-read-failed': 'all',
  'chain-pending': 'all',
  'chain-ended': 'all',
  market: 'market',
  'market-status': 'market',
  'market-dropped': 'market',
  'market-claim': 'market',
  'market-changed': 'market',
  book: 'market',
  level: 'market',
  trade: 'market',
  feed: 'market',
  'resync-answered': 'market',
  'best-bids': 'market',
  fee: 'market',
  'fee-changed': 'market',
  'strategy-slow': 'market',
  'strategy-fast': 'market',
  // of all markets where they name none
  restored: 'all',
  'group-ends': 'all',
  seed: 'all',
  signal: 'market',
  'read-failed': 'market',
  operator: 'market',
  account: 'all',
  'account-changed': 'all',
  session: 'all',
  lease: 'all',
  signer: 'all',
  budget: 'all',
  'budget-shared': 'all',
  'permits-drawn': 'all',
  'permit-wanted': 'all',
  'permit-unused': 'all',
  answered: 'all',
  clock: 'all',
  wake: 'all',
  'turn-end': 'all',
  settings: 'all',
}

export const EVENT_KINDS = Object.keys(CONCERNS).filter(isKind)

function isKind(name: string): name is EventKind {
  return Object.hasOwn(CONCERNS, name)
}

export type Pair = `${EventKind} ${Place}`

export function isPair(text: string): text is Pair {
  const [kind = '', place] = text.split(' ')
  return isKind(kind) && PLACES.some((known) => known === place)
}

const NOBODY: ReadonlySet<Place> = new Set()

export class Occasions {
  readonly #pairs: Map<Pair, number>
  readonly #beliefs: Beliefs
  /** Hashes of own orders by trade, as lists of matches have told. */
  readonly #trades = new Map<string, Set<Hex>>()
  /** Markets with orders that ended and are not forgotten, as of the last turn. */
  #ended: ReadonlySet<ConditionId> = new Set()

  /** Counts into `pairs`. */
  constructor(beliefs: Beliefs, pairs: Map<Pair, number>) {
    this.#beliefs = beliefs
    this.#pairs = pairs
  }

  /** Every order that is not forgotten, at the end of a turn. */
  look(all: Iterable<OwnOrder>): void {
    const ended = new Set<ConditionId>()
    for (const { phase, draft } of all) if (phase === 'ended') ended.add(draft.conditionId)
    this.#ended = ended
  }

  /** Before the core hears of it. */
  hear(event: CoreEvent): void {
    const { kind } = event
    if (kind === 'fills-listed') for (const { tradeId, hash } of event.fills) this.#traded(tradeId, hash)
    const places = CONCERNS[kind] === 'orders' ? this.#ofOrders(event) : this.#among(event)
    for (const place of places) this.#pairs.set(`${kind} ${place}`, (this.#pairs.get(`${kind} ${place}`) ?? 0) + 1)
  }

  #traded(tradeId: string, hash: Hex): void {
    const hashes = this.#trades.get(tradeId)
    if (hashes) hashes.add(hash)
    else this.#trades.set(tradeId, new Set([hash]))
  }

  #ofOrders(event: CoreEvent): readonly Place[] {
    const { orders } = this.#beliefs
    const byHash = (hashes: Iterable<Hex>) => Array.from(hashes, (hash) => orders.byHash(hash)?.phase ?? 'none')
    switch (event.kind) {
      case 'signed':
      case 'submitted':
      case 'submit-failed':
        return [orders.byIntent(event.intentId)?.phase ?? 'none']
      case 'order':
        return byHash([event.record.hash])
      case 'orders-listed':
        return this.#listed(new Set(event.records.map(({ hash }) => hash)))
      case 'fills-listed':
        return byHash(event.fills.map(({ hash }) => hash))
      case 'settlement':
        return byHash(this.#trades.get(event.tradeId) ?? [])
      case 'cancel-answered':
        return byHash([...event.cancelled, ...event.failed.map(({ hash }) => hash)])
      case 'cancel-failed':
        return byHash(event.hashes)
      case 'looked-up':
      case 'look-up-failed':
      case 'resent':
        return byHash([event.hash])
      case 'recovered':
        return byHash(event.orders.map(({ hash }) => hash))
      default:
        return []
    }
  }

  /** Those of the list, and those that the list denies. */
  #listed(hashes: ReadonlySet<Hex>): readonly Place[] {
    const { orders } = this.#beliefs
    const denied = [...orders.living()].filter((order) => order.phase === 'signing' || !hashes.has(order.hash))
    const named = Array.from(hashes, (hash) => orders.byHash(hash)?.phase ?? 'none')
    return [...denied.map(({ phase }) => phase), ...named]
  }

  #among(event: CoreEvent): ReadonlySet<Place> {
    const { orders } = this.#beliefs
    const conditionId = 'conditionId' in event ? event.conditionId : undefined
    const id = event.kind === 'market' ? event.market.conditionId : conditionId
    if (id !== undefined) {
      const living = orders.livingOf(id)
      const places = new Set<Place>(living.map(({ phase }) => phase))
      for (const { draft } of orders.settling()) if (draft.conditionId === id) places.add('settling')
      if (this.#ended.has(id)) places.add('ended')
      return places.size === 0 ? NOBODY : places
    }
    const places = new Set<Place>(Array.from(orders.living(), ({ phase }) => phase))
    for (const { phase } of orders.settling()) places.add(phase)
    if (this.#ended.size > 0) places.add('ended')
    return places
  }
}
