// The request budget kept by bottleneck, with permits drawn ahead of need so that a free budget never waits.
//
//   per class:  medium (reservoir per minute)  and  short (reservoir per second)  --drawn from both-->  the count that spends them
//   reservoir(window) + drawn and not spent + spent and not yet returned = limit(window)
//
// A spent permit returns to each reservoir when its window ends. Learned limits move the reservoirs by difference only:
// changing a limiter's settings would stop it for good. Permits are taken out of the reservoirs, not scheduled as jobs: a limiter plans jobs by
// the clock of the machine, and begins none for as long as that was set back.

import Bottleneck from 'bottleneck'
import {
  type PermitStock,
  ROUTE_CLASSES,
  type RouteClassName,
  type StockOrder,
  type WindowLimits,
} from '../../domain/permit.js'
import type { Clock } from '../../domain/time.js'
import { ReturnQueue } from './return-queue.js'

export interface BottleneckBudgetOptions {
  readonly limits: Readonly<Record<RouteClassName, WindowLimits>>
  readonly clock: Clock
  /** Faults of the limiters; then nothing is drawn. */
  readonly onError: (error: unknown) => void
}

export interface Reservoirs {
  readonly short: number
  readonly medium: number
}

export interface BottleneckBudget extends PermitStock {
  /** Resolves when nothing is being drawn or moved. */
  settledDown(): Promise<void>
  reservoirs(cls: RouteClassName): Promise<Reservoirs>
  close(): Promise<void>
}

type ClassOptions = Pick<BottleneckBudgetOptions, 'clock' | 'onError'> & {
  readonly onDrawn: (count: number) => void
}

class ClassStock {
  private readonly short: Bottleneck
  private readonly medium: Bottleneck
  private readonly returns: { readonly short: ReturnQueue; readonly medium: ReturnQueue }
  private readonly options: ClassOptions
  private limits: WindowLimits
  private work: Promise<void> = Promise.resolve()
  private drawsAsked = 0
  private drawQueued = false
  private closed = false

  constructor(limits: WindowLimits, options: ClassOptions) {
    this.limits = limits
    this.options = options
    this.short = new Bottleneck({ reservoir: limits.perSecond })
    this.medium = new Bottleneck({ reservoir: limits.perMinute })
    this.short.on('error', options.onError)
    this.medium.on('error', options.onError)
    this.returns = {
      short: new ReturnQueue(options.clock, (count) => this.move({ short: count, medium: 0 })),
      medium: new ReturnQueue(options.clock, (count) => this.move({ short: 0, medium: count })),
    }
    this.draw()
  }

  carryOut(order: StockOrder): void {
    if (order.kind === 'resize-stock') {
      this.resize(order, order.back)
      return
    }
    for (let i = 0; i < order.count; i++) {
      this.returns.short.add(order.shortMs)
      this.returns.medium.add(order.mediumMs)
    }
  }

  async reservoirs(): Promise<Reservoirs> {
    const [short, medium] = await Promise.all([this.short.currentReservoir(), this.medium.currentReservoir()])
    return { short: short ?? 0, medium: medium ?? 0 }
  }

  async settledDown(): Promise<void> {
    for (let seen: Promise<void> | undefined; seen !== this.work; ) {
      seen = this.work
      await seen
    }
  }

  async close(): Promise<void> {
    this.closed = true
    this.returns.short.clear()
    this.returns.medium.clear()
    await this.settledDown()
    await Promise.all([this.short.disconnect(false), this.medium.disconnect(false)])
  }

  private resize({ perSecond, perMinute }: WindowLimits, back: number): void {
    const change = { short: perSecond - this.limits.perSecond, medium: perMinute - this.limits.perMinute }
    this.limits = { perSecond, perMinute }
    this.move({ short: change.short + back, medium: change.medium + back })
  }

  /** Limiter calls one after the other, so that a draw sees the moves before it. */
  private queue(step: () => Promise<unknown>): void {
    this.work = this.work.then(async () => {
      if (this.closed) return
      try {
        await step()
      } catch (thrown) {
        this.drawQueued = false
        this.options.onError(thrown)
      }
    })
  }

  private move({ short, medium }: Reservoirs): void {
    if (short !== 0) this.queue(() => this.short.incrementReservoir(short))
    if (medium !== 0) this.queue(() => this.medium.incrementReservoir(medium))
    this.draw()
  }

  /** Draws all that both reservoirs hold, after every move that is queued by now. */
  private draw(): void {
    this.drawsAsked++
    if (this.drawQueued) return
    this.drawQueued = true
    const asked = this.drawsAsked
    this.queue(async () => {
      const { short, medium } = await this.reservoirs()
      const count = Math.min(short, medium)
      if (count >= 1) {
        await Promise.all([this.medium, this.short].map((limiter) => limiter.incrementReservoir(-count)))
        this.options.onDrawn(count)
      }
      this.drawQueued = false
      if (this.drawsAsked > asked) this.draw()
    })
  }
}

/** Starts drawing at once. */
export function createBottleneckBudget({ limits, clock, onError }: BottleneckBudgetOptions): BottleneckBudget {
  const untold: [RouteClassName, number][] = []
  let tell = (cls: RouteClassName, count: number): void => void untold.push([cls, count])
  const build = (cls: RouteClassName) =>
    [cls, new ClassStock(limits[cls], { clock, onError, onDrawn: (count) => tell(cls, count) })] as const
  const stocks = Object.fromEntries(ROUTE_CLASSES.map(build)) as Record<RouteClassName, ClassStock>
  const all = Object.values(stocks)
  return {
    listen(onDrawn) {
      tell = onDrawn
      for (const [cls, count] of untold.splice(0)) onDrawn(cls, count)
    },
    carryOut: (order) => stocks[order.routeClass].carryOut(order),
    reservoirs: (cls) => stocks[cls].reservoirs(),
    async settledDown() {
      await Promise.all(all.map((stock) => stock.settledDown()))
    },
    async close() {
      await Promise.all(all.map((stock) => stock.close()))
    },
  }
}
