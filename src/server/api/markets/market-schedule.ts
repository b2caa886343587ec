// What is planned for markets: registration on chain, and resolution some time after the end.

import type { ConditionId, RegistrationStatus } from '../../../domain/market/market.js'
import type { Exchange } from '../../../venue/simulated/exchange/exchange.js'
import { Agenda } from '../../../venue/simulated/traders/agenda.js'
import type { SteadyDriver } from '../driver.js'
import { DurableMap, type DurableValues, NOT_DURABLE } from '../kept/durable-values.js'
import type { Catalogue } from './catalogue.js'
import type { NewListing } from './listed-market.js'

export type MarketPlan =
  /** For a market that is still PENDING then. */
  | {
      readonly kind: 'registration'
      readonly marketId: string
      readonly atMs: number
      readonly result: 'REGISTERED' | 'FAILED'
    }
  /** For a market that is not over then. */
  | {
      readonly kind: 'resolution'
      readonly conditionId: ConditionId
      readonly atMs: number
      readonly result: 0 | 1 | 'cancelled'
    }

export interface MarketScheduleOptions {
  readonly exchange: Exchange
  /** Late: the catalogue asks this schedule about new markets. */
  readonly markets: () => Catalogue
  /** Of markets whose listing says nothing; a delay of 0 registers them at once. */
  readonly registration: { readonly delayMs: number; readonly fails: () => boolean }
  /** Where plans outlive the process. */
  readonly values?: DurableValues
}

export class MarketSchedule implements SteadyDriver {
  readonly #agenda = new Agenda()
  readonly #options: MarketScheduleOptions
  readonly #plans: DurableMap<MarketPlan>

  constructor(options: MarketScheduleOptions) {
    this.#options = options
    this.#plans = new DurableMap(options.values ?? NOT_DURABLE, 'market-plan')
    for (const plan of this.#plans.values()) this.#await(plan)
  }

  nextDueMs(): number | undefined {
    return this.#agenda.nextDueMs()
  }

  advance(nowMs: number): void {
    this.#agenda.runUntil(nowMs)
  }

  rebase(byMs: number, nowMs: number): void {
    this.#agenda.rebase(byMs, nowMs)
    for (const [id, plan] of this.#plans) {
      if (plan.kind === 'registration') this.#plans.set(id, { ...plan, atMs: plan.atMs + byMs })
    }
  }

  plan(plan: MarketPlan): void {
    this.#plans.set(idOf(plan), plan)
    this.#await(plan)
  }

  /** Registration of a new market that names none: PENDING at first where the venue takes its time. */
  firstRegistration({ spec, createdMs }: NewListing): RegistrationStatus {
    const { delayMs, fails } = this.#options.registration
    if (delayMs === 0) return 'REGISTERED'
    const result = fails() ? 'FAILED' : 'REGISTERED'
    this.plan({ kind: 'registration', marketId: spec.id, atMs: createdMs + delayMs, result })
    return 'PENDING'
  }

  #await(plan: MarketPlan): void {
    const errand = (nowMs: number) => {
      this.#plans.delete(idOf(plan))
      this.#carryOut(plan, nowMs)
    }
    // a registration takes its time, a resolution has its date
    if (plan.kind === 'registration') this.#agenda.plan(plan.atMs, errand)
    else this.#agenda.planDate(plan.atMs, errand)
  }

  #carryOut(plan: MarketPlan, nowMs: number): void {
    const { exchange, markets } = this.#options
    if (plan.kind === 'registration') {
      const isPending = markets().find(plan.marketId).registration === 'PENDING'
      if (isPending) markets().setRegistration(plan.marketId, plan.result)
      return
    }
    const status = exchange.market(plan.conditionId)?.status
    if (status !== 'OPEN' && status !== 'CLOSED') return
    if (plan.result === 'cancelled') exchange.cancelMarket(plan.conditionId, nowMs)
    else exchange.resolve(plan.conditionId, plan.result, nowMs)
  }
}

function idOf(plan: MarketPlan): string {
  return `${plan.kind}/${plan.kind === 'registration' ? plan.marketId : plan.conditionId}`
}
