// The end of one turn as the plain derivation looks at it: every order that is not forgotten, and where the two part.

import type { Core } from '../../../src/core/core.js'
import type { CoreSettings } from '../../../src/core/settings.js'
import type { ConditionId } from '../../../src/domain/market/market.js'
import { isOver, type LivingOrder, type OwnOrder } from '../../../src/domain/orders/own-order.js'
import type { Instant } from '../../../src/domain/time.js'
import type { GridQuote } from '../../../src/quoting/quoting-context.js'

export interface Difference {
  readonly what: string
  readonly details: string
}

const NO_ORDERS: readonly OwnOrder[] = []
const NONE_LIVING: readonly LivingOrder[] = []

function add<O extends OwnOrder>(orders: Map<ConditionId, O[]>, order: O): void {
  const known = orders.get(order.draft.conditionId)
  if (known) known.push(order)
  else orders.set(order.draft.conditionId, [order])
}

export class PlainTurn {
  readonly core: Core
  readonly settings: CoreSettings
  readonly at: Instant
  /** Oldest intent first. */
  readonly all: readonly OwnOrder[]
  readonly differences: Difference[] = []
  readonly #byMarket = new Map<ConditionId, OwnOrder[]>()
  readonly #living = new Map<ConditionId, LivingOrder[]>()

  constructor(core: Core, { at, all }: Pick<PlainTurn, 'at' | 'all'>) {
    this.core = core
    this.settings = core.settings.core
    this.at = at
    this.all = all
    for (const order of all) {
      add(this.#byMarket, order)
      if (isLiving(order)) add(this.#living, order)
    }
  }

  get byMarket(): ReadonlyMap<ConditionId, readonly OwnOrder[]> {
    return this.#byMarket
  }

  ordersOf(conditionId: ConditionId): readonly OwnOrder[] {
    return this.#byMarket.get(conditionId) ?? NO_ORDERS
  }

  livingOf(conditionId: ConditionId): readonly LivingOrder[] {
    return this.#living.get(conditionId) ?? NONE_LIVING
  }

  differ(what: string, plain: string, concluded: string): void {
    if (plain !== concluded) this.differences.push({ what, details: `plain: ${plain} core: ${concluded}` })
  }
}

export const isLiving = (order: OwnOrder): order is LivingOrder => !isOver(order)

export const legs = (quotes: readonly GridQuote[]) =>
  quotes.map(({ outcome, side, price, size }) => `${side}${outcome}@${price}x${size}`).join(' ')

/** What only time changes is looked at once a second. */
export const LOOK_AROUND_MS = 1000
export const SLACK_MS = 20
