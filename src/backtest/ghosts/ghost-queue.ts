// The orders at one price, first come first served, and what each queue model would have made of them.
//
//   order     a level that was empty grew by it: it came, and those that came after it stand behind it
//   fate      trades take from the front; what leaves without a trade is the order of exactly that size; of several, whoever stands before
//             all of them or behind need not know which
//   ghost     an order with somebody before it. The models are told what a feed tells, without it, and predict
//
// What fits no order makes the price unknown until it is empty again. A ghost that is lost sight of counts as it stood then, whether it was filled
// by then or not: if only those counted whose fate is told, most of them would be those that were filled soon, and whoever says so would win. It
// is also why nobody is given up for a removal that does not concern it: what a trade has begun is of no common size, so that of those in front
// alone it would be known that they leave.

import { aheadAfterCancels, QUEUE_MODELS, type QueueModel } from '../../venue/simulated/fills/queue-models.js'
import type { LevelEvent } from './level-flow.js'

/** Seconds after an order came. */
export const HORIZONS_SEC = [1, 10, 60] as const

/** Shares of an order, 0 to 1, that were filled within a horizon, and that each model says. */
export interface Look {
  readonly horizonSec: (typeof HORIZONS_SEC)[number]
  readonly filled: number
  readonly predicted: Readonly<Record<QueueModel, number>>
}

interface Predicted {
  ahead: number
  filled: number
}

interface Ghost {
  readonly order: QueuedOrder
  readonly models: Readonly<Record<QueueModel, Predicted>>
  readonly looks: Look[]
}

interface QueuedOrder {
  readonly cameMs: number
  readonly lots: number
  left: number
  cancelledMs: number | undefined
  /** Of some orders in a row nobody knows in which order they stand. */
  isUnsure: boolean
}

export class GhostQueue {
  readonly #done: (looks: readonly Look[]) => void
  /** Front first; `undefined` while nobody knows who stands there. */
  #orders: QueuedOrder[] | undefined
  /** Lots that stand there. */
  #total: number
  #ghosts: Ghost[] = []
  /** Ghosts that were lost sight of before their last horizon. */
  lost = 0

  /** `total`: lots that stand there already, of unknown orders. `done` hears the looks of each ghost. */
  constructor(total: number, done: (looks: readonly Look[]) => void) {
    this.#total = total
    this.#orders = total === 0 ? [] : undefined
    this.#done = done
  }

  take(event: LevelEvent): void {
    this.#lookUntil(event.atMs)
    const before = this.#total
    if (event.kind === 'came') this.#came(event)
    else if (event.kind === 'traded') this.#traded(event.lots)
    else if (event.kind === 'left') this.#left(event, before)
    else this.#giveUp()
    if (this.#total <= 0) this.#empty()
  }

  /** Nobody knows any more what stands there; `total` lots as far as is told. What had happened is known until `nowMs`. */
  reset(total: number, nowMs: number): void {
    this.#lookUntil(nowMs)
    this.#giveUp()
    this.#total = total
    if (total === 0) this.#empty()
  }

  /** Nothing more is told. */
  end(nowMs: number): void {
    this.#lookUntil(nowMs)
    this.#giveUp()
  }

  /** Ghosts whose horizons have passed are told of. */
  #lookUntil(nowMs: number): void {
    for (const ghost of this.#ghosts) look(ghost, nowMs)
    const isOver = ({ looks }: Ghost) => looks.length === HORIZONS_SEC.length
    for (const ghost of this.#ghosts) if (isOver(ghost)) this.#done(ghost.looks)
    if (this.#ghosts.some(isOver)) this.#ghosts = this.#ghosts.filter((ghost) => !isOver(ghost))
  }

  #came({ lots, atMs }: LevelEvent): void {
    const ahead = this.#total
    this.#total += lots
    if (this.#orders === undefined) return
    const order: QueuedOrder = { cameMs: atMs, lots, left: lots, cancelledMs: undefined, isUnsure: false }
    this.#orders.push(order)
    if (ahead === 0) return
    const start = (): Predicted => ({ ahead, filled: 0 })
    const models = {
      ...{ 'risk-averse': start(), 'power-3': start(), 'power-2': start() },
      ...{ 'pro-rata': start(), optimistic: start() },
    }
    this.#ghosts.push({ order, models, looks: [] })
  }

  #traded(lots: number): void {
    this.#total -= lots
    for (const { order, models } of this.#ghosts) {
      if (order.cancelledMs !== undefined) continue
      for (const model of QUEUE_MODELS) reach(models[model], lots, order.lots)
    }
    const orders = this.#orders ?? []
    let left = lots
    let isUnsure = false
    for (const order of orders) {
      if (left === 0) break
      const taken = Math.min(left, order.left)
      order.left -= taken
      left -= taken
      isUnsure ||= order.isUnsure
    }
    this.#orders = this.#orders && orders.filter((order) => order.left > 0)
    // of orders that may stand the one or the other way round, a part was taken
    if (left > 0 || (isUnsure && this.#orders?.[0]?.isUnsure)) this.#giveUp()
  }

  #left({ lots, atMs }: LevelEvent, before: number): void {
    this.#total -= lots
    const fitting = this.#orders?.filter((order) => order.left === lots) ?? []
    const [gone] = fitting
    if (gone !== undefined && fitting.length === 1) gone.cancelledMs = atMs
    for (const { order, models } of this.#ghosts) {
      // its own end is no news of others, and what left after it does not concern it
      if (order.cancelledMs !== undefined) continue
      const queue = Math.max(0, before - order.left)
      for (const model of QUEUE_MODELS) {
        const own = models[model]
        own.ahead = aheadAfterCancels(model, Math.min(own.ahead, queue), queue, Math.min(lots, queue))
      }
    }
    if (gone === undefined) this.#giveUp()
    else this.#leftOneOf(fitting)
  }

  /** One of these has left, which look alike. To whoever stands before or behind all of them it does not matter which. */
  #leftOneOf(fitting: readonly QueuedOrder[]): void {
    const orders = this.#orders ?? []
    const [first, last] = [
      orders.findIndex((order) => fitting.includes(order)),
      orders.findLastIndex((order) => fitting.includes(order)),
    ]
    if (fitting.length > 1) {
      const between = new Set(orders.slice(first, last + 1))
      for (const order of between) order.isUnsure = true
      this.#loseSight(({ order }) => between.has(order))
    }
    this.#orders = orders.toSpliced(last, 1)
  }

  /** From here on nobody knows who stands there: what is known of the ghosts is how they stand now. */
  #giveUp(): void {
    this.#loseSight(() => true)
    this.#orders = undefined
  }

  #loseSight(isLost: (ghost: Ghost) => boolean): void {
    for (const ghost of this.#ghosts.filter(isLost)) {
      if (ghost.order.cancelledMs === undefined) this.lost += 1
      look(ghost, Number.POSITIVE_INFINITY)
      this.#done(ghost.looks)
    }
    this.#ghosts = this.#ghosts.filter((ghost) => !isLost(ghost))
  }

  #empty(): void {
    this.#total = 0
    this.#orders = []
  }
}

/** A trade: those before it first, and a fraction of an order before it is one. */
function reach(own: Predicted, lots: number, size: number): void {
  const beyond = Math.max(0, lots - Math.ceil(own.ahead - 1e-9))
  const filled = Math.min(size - own.filled, beyond)
  own.filled += filled
  own.ahead = Math.max(0, own.ahead - (lots - filled))
}

/** Looks that are due: at each horizon, or when it was cancelled before. */
function look({ order, models, looks }: Ghost, nowMs: number): void {
  for (const horizonSec of HORIZONS_SEC.slice(looks.length)) {
    const dueMs = order.cameMs + horizonSec * 1000
    const isOver = order.cancelledMs !== undefined || dueMs <= nowMs
    if (!isOver) return
    const share = (filled: number) => filled / order.lots
    const predicted = {
      'risk-averse': share(models['risk-averse'].filled),
      'power-3': share(models['power-3'].filled),
      'power-2': share(models['power-2'].filled),
      'pro-rata': share(models['pro-rata'].filled),
      optimistic: share(models.optimistic.filled),
    }
    looks.push({ horizonSec, filled: share(order.lots - order.left), predicted })
  }
}
