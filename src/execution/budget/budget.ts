// The request budget of a key: one count per route class, who waits for a permit, and the books of the stock. Changed by events alone.

import {
  type ByClass,
  type ClassUse,
  type LeftUse,
  type Permit,
  type Priority,
  ROUTE_CLASSES,
  type RouteClassName,
  type StockOrder,
} from '../../domain/permit.js'
import { type Random, seededRandom } from '../../domain/random.js'
import type { Command } from '../../domain/run/command.js'
import type { CoreInput } from '../../domain/run/core-event.js'
import type { BudgetSnapshot } from '../../domain/run/snapshot.js'
import type { Trouble } from './back-off.js'
import { ClassBudget } from './class-budget.js'
import type { Need } from './need.js'
import { leftOf, useOf } from './own-use.js'

/** What a budget hears of. */
export type BudgetInput = Extract<
  CoreInput,
  {
    readonly kind:
      | 'seed'
      | 'budget'
      | 'budget-shared'
      | 'permits-drawn'
      | 'permit-wanted'
      | 'permit-unused'
      | 'answered'
      | 'feed'
  }
>

type Want = Extract<CoreInput, { readonly kind: 'permit-wanted' }>
export type Given = Extract<Command, { readonly kind: 'give-permit' }>

const NOTHING: readonly never[] = []
const PRIORITIES: readonly Priority[] = ['emergency', 'urgent', 'routine']
/** Until a run has told its own. */
const FIRST_SEED = 1

const chanceOf = (random: Random, routeClass: RouteClassName) => random.fork(`back-off/${routeClass}`)

export class Budget {
  readonly #read = newClass('read')
  readonly #write = newClass('write')
  readonly #cancel = newClass('cancel')
  readonly #account = newClass('account')
  /** Oldest first. */
  readonly #wants = new Map<number, Want>()
  #isStocked = false

  /** Every other event changes nothing. */
  hear(input: CoreInput, nowMonoMs: number): void {
    switch (input.kind) {
      case 'seed':
        for (const name of ROUTE_CLASSES) this.#of(name).seed(chanceOf(seededRandom(input.seed), name))
        break
      case 'budget':
        this.#of(input.routeClass).give(input, nowMonoMs)
        this.#isStocked ||= input.stocked === true
        break
      case 'budget-shared':
        for (const name of ROUTE_CLASSES) this.#of(name).share(input.bots, input.part)
        break
      case 'permits-drawn':
        this.#of(input.routeClass).drawn(input.count)
        break
      case 'permit-wanted':
        this.#wants.set(input.wantId, input)
        break
      case 'permit-unused':
        this.#of(input.permit.routeClass).unused(input.permit)
        break
      case 'answered':
        this.#answered(input, nowMonoMs)
        break
      case 'feed':
        // a socket that is back is as good as an answer: nobody waits for the end of a long silence
        if (input.health === 'live') this.#goesOn(nowMonoMs, true)
        break
      default:
    }
  }

  /** For whoever divides a key among bots. */
  uses(nowMonoMs: number): ByClass<ClassUse> {
    return this.#eachClass((one) => one.use(useOf, nowMonoMs))
  }

  /** For the next process with the same key. */
  leaves(nowMonoMs: number): ByClass<LeftUse> {
    return this.#eachClass((one) => one.use(leftOf, nowMonoMs))
  }

  #eachClass<T>(of: (one: ClassBudget) => T): ByClass<T> {
    return { read: of(this.#read), write: of(this.#write), cancel: of(this.#cancel), account: of(this.#account) }
  }

  #answered({ permit, told }: Extract<BudgetInput, { kind: 'answered' }>, nowMonoMs: number): void {
    const isBack = this.#of(permit.routeClass).answered(permit, nowMonoMs, told)
    if (told !== undefined && !told.unsent) this.#goesOn(nowMonoMs, isBack)
  }

  /** The venue has said something; `isBack`: after it had not. */
  #goesOn(nowMonoMs: number, isBack: boolean): void {
    for (const name of ROUTE_CLASSES) {
      if (isBack) this.#of(name).hope(nowMonoMs)
      this.#of(name).heard(nowMonoMs)
    }
  }

  /** Requests of some class fail. */
  get isTroubled(): boolean {
    return (
      this.#read.trouble !== undefined ||
      this.#write.trouble !== undefined ||
      this.#cancel.trouble !== undefined ||
      this.#account.trouble !== undefined
    )
  }

  /** Requests of the class that fail, and have not been answered since; `undefined` while all is well. */
  trouble(routeClass: RouteClassName): Trouble | undefined {
    return this.#of(routeClass).trouble
  }

  /** Somebody waits for the end: pauses after failures are short from now on. */
  hurry(): void {
    for (const name of ROUTE_CLASSES) this.#of(name).hurry()
  }

  /** Our share of the class's minute; zero before it is known. */
  perMinute(routeClass: RouteClassName): number {
    return this.#of(routeClass).perMinute
  }

  /** Requests that may be sent now. */
  available(routeClass: RouteClassName, nowMonoMs: number, need: Omit<Need, 'requests'> = {}): number {
    return this.#of(routeClass).available(nowMonoMs, need)
  }

  /** When a need may be met, monotonic: now when it can be met now, never while only other limits could meet it. */
  nextMonoMs(routeClass: RouteClassName, nowMonoMs: number, need: Need = {}): number {
    return this.#of(routeClass).nextMonoMs(nowMonoMs, need)
  }

  /** As many as `requests`, and never more than may be sent: whoever wants all of them asks first what is available. */
  take(routeClass: RouteClassName, requests: number, nowMonoMs: number): readonly Permit[] {
    return this.#of(routeClass).take(requests, nowMonoMs, 'urgent')
  }

  /** For the end of a turn: permits for those who wait, and what the keeper of the stock is to be told. */
  takeCommands(nowMonoMs: number): readonly (Given | StockOrder)[] {
    if (this.#wants.size === 0 && !this.#isStocked) return NOTHING
    return [...this.serve(nowMonoMs), ...this.takeStockOrders(nowMonoMs)]
  }

  /** Permits for those who wait, the most urgent first, each class in the order of the asking. */
  serve(nowMonoMs: number): Given[] {
    return this.#wants.size === 0 ? [] : PRIORITIES.flatMap((priority) => this.serveOnly(priority, nowMonoMs))
  }

  /** The same for those of one priority. */
  serveOnly(priority: Priority, nowMonoMs: number): Given[] {
    const given: Given[] = []
    for (const want of [...this.#wants.values()].filter((w) => w.priority === priority)) {
      const { routeClass, wantId } = want
      for (const permit of this.#of(routeClass).take(1, nowMonoMs, priority)) {
        this.#wants.delete(wantId)
        given.push({ kind: 'give-permit', wantId, permit })
      }
    }
    return given
  }

  /** Nobody waits for it any more. */
  forget(wantId: number): void {
    this.#wants.delete(wantId)
  }

  /** When one of those who wait may be served, monotonic; never when nobody waits. */
  nextServeMonoMs(nowMonoMs: number): number {
    let next = Number.POSITIVE_INFINITY
    if (this.#wants.size === 0) return next
    for (const { routeClass, priority } of this.#wants.values()) {
      next = Math.min(next, this.nextMonoMs(routeClass, nowMonoMs, { priority }))
    }
    return next
  }

  /** What the keeper of the stock is to be told since the last call. */
  takeStockOrders(nowMonoMs: number): readonly StockOrder[] {
    return ROUTE_CLASSES.flatMap((routeClass) => this.#of(routeClass).takeOrders(nowMonoMs))
  }

  /** Asked at each event, mostly by a name that is written there: compared, it costs nothing; looked up, as much as what it is asked for. */
  #of(routeClass: RouteClassName): ClassBudget {
    switch (routeClass) {
      case 'read':
        return this.#read
      case 'write':
        return this.#write
      case 'cancel':
        return this.#cancel
      case 'account':
        return this.#account
    }
  }

  /** Changes nothing. */
  snapshot(nowMonoMs: number): BudgetSnapshot[] {
    return ROUTE_CLASSES.map((routeClass) => this.#of(routeClass).snapshot(nowMonoMs))
  }
}

function newClass(routeClass: RouteClassName): ClassBudget {
  return new ClassBudget(routeClass, chanceOf(seededRandom(FIRST_SEED), routeClass))
}
