// The request budget kept by bottleneck, with permits drawn ahead of need so that a free budget never waits.
//
//   per class:  medium (reservoir per minute)  --chained-->  short (reservoir per second)  --drawn-->  stock --spent--> wire
//   reservoir(window) + stock + spent and not yet returned = limit(window)
//
// A spent permit returns to each reservoir when its window ends. Learned limits move the reservoirs by difference only:
// changing a limiter's settings would stop it for good.

import Bottleneck from 'bottleneck'
import type { Clock } from '../../domain/time.js'
import type { PermitStock } from '../session/budget/permit.js'
import { ROUTE_CLASSES, type RouteClass, type WindowLimits } from '../wire/profile.js'
import { ReturnQueue } from './return-queue.js'

export interface BottleneckBudgetOptions {
  readonly limits: Readonly<Record<RouteClass, WindowLimits>>
  readonly clock: Clock
  /** Faults of the limiters; the stock then simply stays empty. */
  readonly onError: (error: unknown) => void
}

export interface Reservoirs {
  readonly short: number
  readonly medium: number
  /** Drawn and not spent. */
  readonly stock: number
}

export interface BottleneckBudget extends PermitStock {
  /** Resolves when nothing is being drawn or moved. */
  settledDown(): Promise<void>
  reservoirs(cls: RouteClass): Promise<Reservoirs>
  close(): Promise<void>
}

class ClassStock {
  stock = 0
  private readonly short: Bottleneck
  private readonly medium: Bottleneck
  private readonly returns: { readonly short: ReturnQueue; readonly medium: ReturnQueue }
  private readonly onError: (error: unknown) => void
  private limits: WindowLimits
  private work: Promise<void> = Promise.resolve()
  private drawsAsked = 0
  private drawQueued = false
  private closed = false

  constructor(limits: WindowLimits, options: BottleneckBudgetOptions) {
    this.limits = limits
    this.onError = options.onError
    this.short = new Bottleneck({ reservoir: limits.perSecond })
    this.medium = new Bottleneck({ reservoir: limits.perMinute }).chain(this.short)
    this.short.on('error', options.onError)
    this.medium.on('error', options.onError)
    this.returns = {
      short: new ReturnQueue(options.clock, (count) => this.move(this.short, count)),
      medium: new ReturnQueue(options.clock, (count) => this.move(this.medium, count)),
    }
    this.draw()
  }

  take(): void {
    this.stock--
  }

  settled(shortMs: number, mediumMs: number): void {
    this.returns.short.add(shortMs)
    this.returns.medium.add(mediumMs)
  }

  resize(limits: WindowLimits): void {
    const change = {
      short: limits.perSecond - this.limits.perSecond,
      medium: limits.perMinute - this.limits.perMinute,
    }
    this.limits = limits
    if (change.short === 0 && change.medium === 0) return
    const excess = Math.max(0, this.stock - this.target())
    this.stock -= excess
    this.move(this.short, change.short + excess)
    this.move(this.medium, change.medium + excess)
  }

  async reservoirs(): Promise<Reservoirs> {
    const [short, medium] = await Promise.all([this.short.currentReservoir(), this.medium.currentReservoir()])
    return { short: short ?? 0, medium: medium ?? 0, stock: this.stock }
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

  private target(): number {
    return Math.min(this.limits.perSecond, this.limits.perMinute)
  }

  /** Limiter calls one after the other, so that a draw sees the moves before it. */
  private queue(step: () => Promise<unknown>): void {
    this.work = this.work.then(async () => {
      if (this.closed) return
      try {
        await step()
      } catch (thrown) {
        this.drawQueued = false
        this.onError(thrown)
      }
    })
  }

  private move(limiter: Bottleneck, count: number): void {
    if (count !== 0) this.queue(() => limiter.incrementReservoir(count))
    this.draw()
  }

  /** Fills the stock after every move that is queued by now. */
  private draw(): void {
    this.drawsAsked++
    if (this.drawQueued) return
    this.drawQueued = true
    const asked = this.drawsAsked
    this.queue(async () => {
      const { short, medium } = await this.reservoirs()
      // one job carries the whole weight; more than a reservoir holds would never run
      const count = Math.min(this.target() - this.stock, short, medium)
      if (count >= 1) {
        await this.medium.schedule({ weight: count }, async () => {})
        this.stock += count
      }
      this.drawQueued = false
      if (this.drawsAsked > asked) this.draw()
    })
  }
}

/** Starts drawing at once. */
export function createBottleneckBudget(options: BottleneckBudgetOptions): BottleneckBudget {
  const build = (cls: RouteClass) => [cls, new ClassStock(options.limits[cls], options)] as const
  const stocks = Object.fromEntries(ROUTE_CLASSES.map(build)) as Record<RouteClass, ClassStock>
  const all = Object.values(stocks)
  return {
    available: (cls) => stocks[cls].stock,
    take: (cls) => stocks[cls].take(),
    settled: (cls, { shortMs, mediumMs }) => stocks[cls].settled(shortMs, mediumMs),
    resize: (cls, limits) => stocks[cls].resize(limits),
    reservoirs: (cls) => stocks[cls].reservoirs(),
    async settledDown() {
      await Promise.all(all.map((stock) => stock.settledDown()))
    },
    async close() {
      await Promise.all(all.map((stock) => stock.close()))
    },
  }
}
