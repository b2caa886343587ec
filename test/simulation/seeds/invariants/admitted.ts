// Where the venue does not take every order: none comes to rest there whose life is shorter than it takes, a leg that it has refused because the wallet
// has as many as it may does not ask again and again, and that it has as many is the only reason for which others wait.

import type { Hex } from '../../../../src/domain/market/market.js'
import { LIVE_STATUSES, type OrderRecord } from '../../../../src/domain/orders/order.js'
import type { HttpRequest, HttpResult } from '../../../../src/venue/session/transport.js'
import type { ExchangeEvent } from '../../../../src/venue/simulated/exchange/exchange.js'
import { ACCOUNT } from '../../virtual/simulate.js'
import type { BotLife } from '../bot-life.js'
import { endOf } from '../scenario.js'
import type { Truth } from '../truth.js'
import type { World } from '../world.js'
import type { Violations } from './violation.js'

/** A leg that was refused waits 15 s at most, and a fee is read, a signature made and the order sent. */
const AGAIN_MS = 17_000
/** What was disturbed has come to rest again: nothing is sent again, or late. */
const SETTLES_MS = 10_000
const MINUTE_MS = 60_000
/** Of one leg, one after the other: after half a second, twice as long each time, and 15 s at last; twice where two orders stand there. */
const MOST_REFUSALS = 12

export interface AdmittedParts {
  readonly world: World
  readonly truth: Truth
  readonly violations: Violations
}

export class Admitted {
  readonly #parts: AdmittedParts
  readonly #seen = new Set<Hex>()
  /** When it refused orders of a leg, since one was taken there. */
  readonly #refusedMs = new Map<string, number[]>()
  #life: BotLife | undefined
  #fullMs = Number.NEGATIVE_INFINITY

  constructor(parts: AdmittedParts) {
    this.#parts = parts
  }

  /** The venue has as many of our orders as it takes, or had so short a while ago that not every leg has asked again. */
  get isFull(): boolean {
    return this.#nowMs - this.#fullMs < AGAIN_MS
  }

  happened(event: ExchangeEvent): void {
    if (event.kind === 'order' && event.record.account === ACCOUNT) this.#rests(event.record)
  }

  answered({ method, path, body = '' }: HttpRequest, result: HttpResult, life: BotLife): void {
    if (life !== this.#life) this.#refusedMs.clear()
    this.#life = life
    if (method !== 'POST' || !path.endsWith('/orders') || result.kind !== 'response') return
    const leg = legOf(body)
    if (result.status < 300) this.#refusedMs.delete(leg)
    if (result.status !== 400 || !result.body.includes('too_many_orders')) return
    const nowMs = this.#nowMs
    const lately = [...(this.#refusedMs.get(leg) ?? []), nowMs].filter((ms) => nowMs - ms < MINUTE_MS)
    this.#refusedMs.set(leg, lately)
    if (lately.length > MOST_REFUSALS)
      this.#add(`${path}: ${lately.length} orders of ${leg} are refused within a minute, and none is taken`)
  }

  /** Often. */
  look(): void {
    const { maxOpenOrders } = this.#parts.world.scenario.setting.terms ?? {}
    if (maxOpenOrders === undefined) return
    const { exchange } = this.#parts.world.api
    if (exchange.orders({ account: ACCOUNT, statuses: LIVE_STATUSES }).length >= maxOpenOrders)
      this.#fullMs = this.#nowMs
  }

  get #nowMs(): number {
    return this.#parts.world.clock.monoMs()
  }

  #add(what: string): void {
    this.#parts.violations.add('admitted', what)
  }

  /** It may have come just now. */
  #rests({ hash, expirationSec }: OrderRecord): void {
    const { world, truth } = this.#parts
    const { minLifetimeSec } = world.scenario.setting.terms ?? {}
    if (minLifetimeSec === undefined || this.#seen.has(hash) || truth.strangers.has(hash)) return
    this.#seen.add(hash)
    const leftMs = expirationSec * 1000 - world.clock.wallMs()
    if (expirationSec > 0 && leftMs < minLifetimeSec * 1000 && this.#isUndisturbed)
      this.#add(`${hash} comes with ${leftMs} ms to live, and the venue takes none below ${minLifetimeSec} s`)
  }

  get #isUndisturbed(): boolean {
    const { scenario, sinceStartMs } = this.#parts.world
    return scenario.disturbances.every((one) => one.atMs > sinceStartMs || endOf(one) + SETTLES_MS < sinceStartMs)
  }
}

const legOf = (body: string) => `${/"tokenId":"?(\w+)/.exec(body)?.[1]}/${/"side":"?(\w+)/.exec(body)?.[1]}`
