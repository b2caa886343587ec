// What must hold of everything that leaves the bot: fees that are fresh, the budget kept, nothing placed after a kill, nothing unwritten.

import type { ConditionId } from '../../../../src/domain/market/market.js'
import { ROUTE_CLASSES, type RouteClassName } from '../../../../src/domain/permit.js'
import type { JournalLine } from '../../../../src/execution/journal/journal-line.js'
import type { RiskLimits } from '../../../../src/risk/schema.js'
import { TIER_LIMITS } from '../../../../src/server/api/requests/tier-limits.js'
import type { HttpRequest, HttpResult } from '../../../../src/venue/session/transport.js'
import type { OrderMessage } from '../../../../src/venue/wire/typed-data.js'
import { ACCOUNT } from '../../virtual/simulate.js'
import type { BotLife } from '../bot-life.js'
import { unitRawOf } from '../unit.js'
import type { World } from '../world.js'
import { RefusedKey } from './refused-key.js'
import type { Violations } from './violation.js'

const WINDOWS = [
  { ms: 1000, of: 'perSecond' },
  { ms: 60_000, of: 'perMinute' },
] as const
/** Of all seconds. */
const NEARLY = 0.8
const MINUTE_MS = 60_000
/** Work between the check of a fee and the signature. */
const SLACK_MS = 20
const TINY = 1e-6
/** What the venue says of an order for which there is no money. */
const UNFUNDED = 'insufficient_balance'

interface SignedFee {
  readonly marketId: string
  readonly feeRateBps: number
}

interface ReadFee {
  readonly feeRateBps: number
  /** When it was asked for: it is no younger than that. */
  readonly atMs: number
}

/** Half an answer is none, and so is one without a whole number; what else stands in it says nothing of the fee. */
function feeIn(body: string): number | undefined {
  try {
    const { feeRateBps } = Object(JSON.parse(body)) as { feeRateBps?: unknown }
    return typeof feeRateBps === 'number' && Number.isInteger(feeRateBps) ? feeRateBps : undefined
  } catch {
    return undefined
  }
}

/** An order that was decided on leaves within this. */
const SIGNED_WITHIN_MS = 2000

interface Rate {
  readonly life: BotLife
  readonly now: RiskLimits['orderRate']
  readonly former: RiskLimits['orderRate'] | undefined
  readonly sinceMs: number
}

export class Sending {
  readonly #world: World
  readonly #violations: Violations
  readonly #isSurprised: (conditionId: ConditionId) => boolean
  /** Of this life: when requests of each class left, monotonic. */
  readonly #sent = new Map<BotLife, Map<RouteClassName, number[]>>()
  /** Of this life: when orders left, each for the first time. */
  readonly #orders = new Map<BotLife, number[]>()
  /** Of this life: when orders were signed, monotonic; some are withdrawn before they leave. */
  readonly #signed = new Map<BotLife, number[]>()
  readonly #salts = new Set<string>()
  /** Sent once more, to learn what became of them: what they need may be gone by then. */
  readonly #again = new Set<string>()
  /** By the id in the path. */
  readonly #fees = new Map<string, ReadFee[]>()
  /** When requests for fees left, monotonic. */
  readonly #feeAskedMs = new WeakMap<HttpRequest, number>()
  readonly #refusedKey: RefusedKey
  #placed = 0
  /** Lives that have heard that the right to trade is not renewed. */
  readonly #leaseless = new Set<BotLife>()
  /** Lives that the venue has told what rests. */
  readonly #listed = new Set<BotLife>()
  /** That the bot was told, and the one before. */
  #rate: Rate | undefined

  /** `isSurprised`: something happened that the bot may not know of yet. */
  constructor(world: World, violations: Violations, isSurprised: (conditionId: ConditionId) => boolean) {
    this.#world = world
    this.#violations = violations
    this.#isSurprised = isSurprised
    this.#refusedKey = new RefusedKey(world, violations)
  }

  sent(request: HttpRequest, life: BotLife): void {
    this.#noteRate(life)
    this.#count(request.routeClass, life)
    if (request.path.endsWith('/fee')) this.#feeAskedMs.set(request, this.#world.clock.monoMs())
    if (request.method !== 'POST' || !request.path.endsWith('/orders')) return
    this.#placed++
    if (this.#world.isKilled) this.#violations.add('after-kill', `${request.path} after a halt has taken effect`)
    const id = /^\/markets\/([^/]+)\/orders$/.exec(request.path)?.[1]
    if (id !== undefined && this.#world.paused.has(id))
      this.#violations.add('after-kill', `${request.path} after its pause has taken effect`)
    if (this.#leaseless.has(life)) this.#violations.add('after-kill', `${request.path} while the lease is not renewed`)
    if (!this.#listed.has(life))
      this.#violations.add('verified-start', `${request.path} before the venue has listed what rests`)
    const salt = saltOf(request)
    if (salt !== undefined && !this.#salts.has(salt)) this.#lookAtRate(life)
    if (salt !== undefined && this.#salts.has(salt)) this.#again.add(salt)
    this.#salts.add(salt ?? '')
    if (!this.#isWritten(request))
      this.#violations.add('journal-first', 'an order is sent that the journal does not have')
  }

  /** Nothing was ever sent, and in some market the others stand where quotes may. */
  get isIdle(): boolean {
    const { api, settings, markets } = this.#world
    const { min, max } = settings.risk.priceBand
    if (this.#placed > 0) return false
    return markets.some((conditionId) => {
      const [yes, no] = api.exchange.bestBids(conditionId, ACCOUNT)
      const { ticksPerUnit } = api.markets.find(conditionId).grid
      if (yes === undefined || no === undefined) return false
      return yes.price >= min * ticksPerUnit && ticksPerUnit - no.price <= max * ticksPerUnit
    })
  }

  /** The bot has signed as many orders in the last minute as its configuration lets it send, or about as many as its seconds do. */
  get isRateSpent(): boolean {
    const { life, clock, settings } = this.#world
    const times = life === undefined ? undefined : this.#signed.get(life)
    const sent = times?.filter((atMs) => atMs > clock.monoMs() - MINUTE_MS).length ?? 0
    const { perSecond, perMinute } = settings.risk.orderRate
    const livesSec = (clock.monoMs() - (life?.startedMs ?? Number.NEGATIVE_INFINITY)) / 1000
    return sent >= Math.min(perMinute, NEARLY * Math.min(60, livesSec) * perSecond)
  }

  leaseTold(isRenewed: boolean, life: BotLife): void {
    if (isRenewed) this.#leaseless.delete(life)
    else this.#leaseless.add(life)
  }

  answered(request: HttpRequest, result: HttpResult, life: BotLife): void {
    const { path } = request
    this.#refusedKey.answered(request, result, life)
    const isUnfunded = result.kind === 'response' && result.status === 400 && result.body.includes(UNFUNDED)
    if (isUnfunded && this.#isKnowing && !this.#again.has(saltOf(request) ?? ''))
      this.#violations.add('funded', `${path}: ${result.body}`)
    if (path.startsWith('/orders?') && result.kind === 'response' && result.status === 200) this.#listed.add(life)
    const id = /\/markets\/([^/]+)\/fee$/.exec(path)?.[1]
    if (id === undefined || result.kind !== 'response' || result.status !== 200) return
    const feeRateBps = feeIn(result.body)
    if (feeRateBps === undefined) return
    const read = this.#fees.get(id) ?? []
    read.push({ feeRateBps, atMs: this.#feeAskedMs.get(request) ?? Number.NEGATIVE_INFINITY })
    if (read.length > 50) read.shift()
    this.#fees.set(id, read)
  }

  signing(message: OrderMessage, life: BotLife): void {
    const nowMs = life.clock.monoMs()
    const signed = this.#signed.get(life) ?? []
    this.#signed.set(life, signed)
    signed.push(nowMs)
    if (life.isStopping) this.#violations.add('after-kill', 'an order is signed by a bot that is being stopped')
    const market = this.#world.api.markets
      .all()
      .find(({ grid: { outcomes } }) => outcomes.some(({ tokenId }) => BigInt(tokenId) === message.tokenId))
    this.#lookAtOrder(message)
    this.#lookAtFee('signed', { marketId: market?.id ?? '', feeRateBps: Number(message.feeRateBps) }, nowMs)
  }

  /** The journal is given what the signer has given back: one who signs elsewhere may have taken its time. */
  written(lines: readonly JournalLine[], life: BotLife): void {
    for (const line of lines)
      if (line.kind === 'signed') {
        const { marketId, draft } = line
        this.#lookAtFee('to be sent', { marketId, feeRateBps: draft.feeRateBps }, life.clock.monoMs())
      }
  }

  #lookAtFee(what: string, { marketId, feeRateBps }: SignedFee, nowMs: number): void {
    const allowedMs = this.#world.settings.execution.feeMaxAgeMs + SLACK_MS
    const fresh = (this.#fees.get(marketId) ?? []).filter(({ atMs }) => nowMs - atMs <= allowedMs)
    if (fresh.some((read) => read.feeRateBps === feeRateBps)) return
    const seen = fresh.map((read) => read.feeRateBps).join()
    this.#violations.add('stale-fee', `${what} with ${feeRateBps} bps in ${marketId}; read lately: ${seen || 'none'}`)
  }

  /** What is signed is no larger and no dearer than one order may be, whatever was decided on. */
  #lookAtOrder({ side, makerAmount, takerAmount }: OrderMessage): void {
    const { maxOrderShares, maxOrderCollateral, priceBand } = this.#world.settings.risk
    const [shares, cost] = (side === 0 ? [takerAmount, makerAmount] : [makerAmount, takerAmount]).map(
      (raw) => Number(raw) / Number(unitRawOf(this.#world.scenario.setting)),
    )
    if (shares === undefined || cost === undefined) return
    if (shares > maxOrderShares + TINY || cost > maxOrderCollateral + TINY)
      this.#violations.add('limits', `an order of ${shares} shares for ${cost} is signed`)
    // of either outcome: which one it is does not matter to the wider of both bands
    const price = cost / shares
    const least = Math.min(priceBand.min, 1 - priceBand.max)
    if (price < least - TINY || price > 1 - least + TINY)
      this.#violations.add('limits', `an order at ${price} is signed`)
  }

  /** As the configuration allows, whatever disk and signer take until an order leaves. */
  #lookAtRate(life: BotLife): void {
    const nowMs = life.clock.monoMs()
    const times = this.#orders.get(life) ?? []
    this.#orders.set(life, times)
    times.push(nowMs)
    const { now, former, sinceMs } = this.#rate ?? { now: life.settings.risk.orderRate, sinceMs: nowMs }
    // what was decided on before it was told is signed, and leaves
    const isSigned = former !== undefined && nowMs - sinceMs < SIGNED_WITHIN_MS
    for (const { ms, of } of WINDOWS) {
      const count = times.filter((atMs) => atMs > nowMs - ms).length
      const most = isSigned ? Math.max(now[of], former[of]) : now[of]
      if (count > most) this.#violations.add('order-rate', `${count} orders ${of}, allowed ${most}`)
    }
  }

  /** As the bot was told of it, and before. */
  #noteRate(life: BotLife): void {
    const { orderRate } = life.settings.risk
    if (this.#rate?.life === life && this.#rate.now === orderRate) return
    const former = this.#rate?.life === life ? this.#rate.now : undefined
    this.#rate = { life, now: orderRate, former, sinceMs: life.clock.monoMs() }
  }

  #count(routeClass: RouteClassName, life: BotLife): void {
    const nowMs = this.#world.clock.monoMs()
    const all = this.#sent.get(life) ?? new Map(ROUTE_CLASSES.map((name): [RouteClassName, number[]] => [name, []]))
    this.#sent.set(life, all)
    const times = all.get(routeClass) ?? []
    times.push(nowMs)
    const limits = TIER_LIMITS[this.#world.scenario.setting.tier][routeClass]
    for (const { ms, of } of WINDOWS) {
      let count = 0
      for (let i = times.length - 1; i >= 0 && (times[i] ?? 0) > nowMs - ms; i--) count++
      if (count > limits[of])
        this.#violations.add('budget', `${count} requests of ${routeClass} ${of}, allowed ${limits[of]}`)
    }
  }

  /** Nothing is disturbed any more, and nothing has surprised the bot lately. */
  get #isKnowing(): boolean {
    const { isCalm, markets } = this.#world
    return isCalm && !markets.some((conditionId) => this.#isSurprised(conditionId))
  }

  #isWritten(request: HttpRequest): boolean {
    const salt = saltOf(request)
    return salt !== undefined && this.#world.disk.has(salt, this.#world.scenario.setting.durability)
  }
}

const saltOf = ({ body = '' }: HttpRequest): string | undefined => /"salt":"?(\d+)/.exec(body)?.[1]
