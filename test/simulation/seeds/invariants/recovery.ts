// Once the faults are over: every market is quoted on both sides within half a minute, or a reason of a closed list says why not.

import { lotsToRaw } from '../../../../src/domain/amounts/size.js'
import type { ConditionId, Hex } from '../../../../src/domain/market/market.js'
import type { OrderDraft } from '../../../../src/domain/orders/order.js'
import type { RefusalReason } from '../../../../src/domain/orders/quote.js'
import { TIER_LIMITS } from '../../../../src/server/api/requests/tier-limits.js'
import type { HttpRequest, HttpResult } from '../../../../src/venue/session/transport.js'
import { paramsOf } from '../bound-strategies.js'
import { calendarWindow, FEE_CAP_BPS } from '../cautions.js'
import { RECOVERS_WITHIN_MS, type Setting } from '../scenario.js'
import type { Truth } from '../truth.js'
import { unitRawOf } from '../unit.js'
import type { World } from '../world.js'
import { closingAt } from './closing.js'
import { waitsForWords } from './listed.js'
import type { Looks } from './looks.js'
import type { Reason } from './reasons.js'
import type { Sending } from './sending.js'
import type { Violations } from './violation.js'

/** The book of the others lacked a side a moment ago. */
const THIN_MS = 5000
/** What a limit held back until a moment ago waits for a fee, a signature, and for a jump to be confirmed (3 s). */
const FREED_MS = 5000
/** An order that is not found is looked up again within this. */
const LOOKED_UP_MS = 8000
/** What is said of a market whose stream was contradicted again. */
const NOTORIOUS = 'its book was wrong more than once'
/** Net shares from which a strategy may quote only what reduces. */
const MUCH = 30n
/** Half of a DEFAULT key's reads, a second, for polls; each is to be there again after seven tenths of the time that it may be old. */
const POLLS_PER_SEC = TIER_LIMITS.DEFAULT.read.perMinute / 2 / 60
const POLLED_SHARE = 0.7

/** What halts and reprices have taken of a DEFAULT key's minute leaves nothing but its reserves, and a little a second. */
const SPENT_SHARE = 0.75

const LIMITED: ReadonlySet<RefusalReason> = new Set([
  ...([
    'market-position',
    'market-collateral',
    'market-loss',
    'total-position',
    'total-collateral',
    'total-loss',
  ] as const),
  ...(['group-loss', 'no-collateral', 'pair-unfunded', 'order-rate'] as const),
])
/** Of orders by themselves, refused before anything else is looked at; whether they are so rightly is looked at elsewhere. */
const ALONE: ReadonlySet<RefusalReason> = new Set([
  ...(['order-size', 'order-collateral', 'fair-distance', 'price-band'] as const),
])
const MOVING: ReadonlySet<RefusalReason> = new Set([
  'unconfirmed-jump',
  'above-mid',
  'would-cross',
  'price-band',
  'off-range',
])

const LOOK_EVERY_MS = 100
/** Strategies that want less the more is held. */
const TAPERING: readonly Setting['strategy'][] = ['best-bid-peg', 'group-consistent']
/** What a strategy that quotes a group as a whole or not at all does not quote its siblings for. */
const OF_GROUP: ReadonlySet<Reason | undefined> = new Set([
  'market-over',
  'not-chosen',
  'other-words',
  'thin-book',
  'distrusted-book',
  'few-reads',
])
/** Middles of the others' books beside the fair values that follow them, all together. */
const SUM_SLACK = 0.04
/** So shortly before a market ends strategies reduce what is held, and then quote nothing. */
const ENDS_MS = 10_000

/** Who knows what it needs of other things. */
interface Others {
  readonly sending: Pick<Sending, 'isRateSpent'>
  readonly looks: Pick<Looks, 'reads' | 'selected' | 'admitted'>
}

export class Recovery {
  readonly #world: World
  readonly #truth: Truth
  readonly #violations: Violations
  readonly #thinMs = new Map<ConditionId, number>()
  readonly #limitedMs = new Map<ConditionId, number>()
  readonly #heldBackMs = new Map<ConditionId, number>()
  /** When the venue said last that it does not have an order: its path. */
  readonly #absentMs = new Map<string, number>()
  /** When the venue refused an order last, by the path of its market. */
  readonly #rejectedMs = new Map<string, number>()
  readonly #waiting: Set<ConditionId>
  readonly #others: Others
  readonly #fromMs: number
  readonly found = new Map<Reason | 'two-sided', number>()
  #isJudged = false
  #dueMs = 0

  constructor(world: World, truth: Truth, violations: Violations, others: Others) {
    this.#world = world
    this.#others = others
    this.#truth = truth
    this.#violations = violations
    this.#waiting = new Set(world.markets)
    this.#fromMs = Math.max(world.clock.monoMs(), calendarEndMs(world))
  }

  /** Now and then. */
  look(): void {
    const nowMs = this.#world.clock.monoMs()
    const isDue = nowMs - this.#fromMs >= RECOVERS_WITHIN_MS && !this.#isJudged
    if (nowMs < this.#dueMs && !isDue) return
    this.#dueMs = nowMs + LOOK_EVERY_MS
    for (const conditionId of this.#waiting) {
      if (!this.#truth.isBookWhole(conditionId)) this.#thinMs.set(conditionId, nowMs)
      if (this.#isLimited(conditionId)) this.#limitedMs.set(conditionId, nowMs)
      if (this.#isHeldBack(conditionId)) this.#heldBackMs.set(conditionId, nowMs)
      if (!this.#truth.isTwoSided(conditionId)) continue
      this.#waiting.delete(conditionId)
      this.#count('two-sided')
    }
    if (!isDue) return
    this.#isJudged = true
    for (const conditionId of this.#waiting) {
      const reason = this.#reasonFor(conditionId) ?? this.#siblingReason()
      if (reason === undefined) this.#violations.add('two-sided', `${conditionId}: ${this.#state(conditionId)}`)
      else this.#count(reason)
    }
  }

  answered({ method, path }: HttpRequest, result: HttpResult): void {
    if (result.kind !== 'response') return
    const nowMs = this.#world.clock.monoMs()
    if (method === 'GET' && result.status === 404) this.#absentMs.set(path, nowMs)
    if (method === 'POST' && result.status === 400) this.#rejectedMs.set(path, nowMs)
  }

  #count(what: Reason | 'two-sided'): void {
    this.found.set(what, (this.found.get(what) ?? 0) + 1)
  }

  #reasonFor(conditionId: ConditionId): Reason | undefined {
    const { scenario, life, clock } = this.#world
    const had = (kind: string) => scenario.disturbances.some((one) => one.kind === kind)
    if (!this.#truth.isOpen(conditionId) || this.#leftMs(conditionId) < ENDS_MS) return 'market-over'
    if (this.#others.looks.selected.isLeftOut(conditionId)) return 'not-chosen'
    const core = life?.bot?.core
    if (core === undefined) return undefined
    const cause = core.standing.halted?.cause
    if (cause === 'second-writer' && had('second-writer')) return 'second-writer'
    if (cause === 'raised-nonce' && had('raise-nonce')) return 'raised-nonce'
    if (cause === 'loss' || cause === 'daily-loss' || cause === 'drawdown') return 'lost-too-much'
    if (core.standing.halted !== undefined) return undefined
    if (core.standing.unverified !== undefined && this.#others.looks.reads.isSpent) return 'few-reads'
    const market = core.beliefs.markets.get(conditionId)
    if (market !== undefined && waitsForWords(market, this.#world)) return 'other-words'
    const living = core.beliefs.orders.livingOf(conditionId)
    if (living.some(({ phase, origin }) => phase === 'unknown' && origin === 'recovered')) return 'former-order'
    if (living.some((order) => order.phase === 'unknown' && this.#isNowhere(order))) return 'lost-order'
    const nowMs = clock.monoMs()
    if (nowMs - (this.#thinMs.get(conditionId) ?? Number.NEGATIVE_INFINITY) < THIN_MS) return 'thin-book'
    const refused = this.#refused(conditionId)
    if (nowMs - (this.#limitedMs.get(conditionId) ?? Number.NEGATIVE_INFINITY) < FREED_MS) return 'at-a-limit'
    if (nowMs - (this.#heldBackMs.get(conditionId) ?? Number.NEGATIVE_INFINITY) < FREED_MS) return 'held-back'
    if (refused.length === 0 && this.#others.sending.isRateSpent) return 'at-a-limit'
    if (refused.length === 0 && this.#others.looks.admitted.isFull) return 'too-many-orders'
    if ([...refused, ...this.#notWanted(conditionId)].some((reason) => MOVING.has(reason))) return 'price-moves'
    // polled for two minutes, so its fair value is degraded: some strategies quote nothing on one
    const { health, reason: why } = core.beliefs.feeds.health(conditionId, nowMs)
    if (health === 'polled' && why === NOTORIOUS && refused.length === 0) return 'distrusted-book'
    const { socket, tier } = scenario.setting
    // how old its last poll is stands behind it
    const isPolled = !socket || why.startsWith(NOTORIOUS)
    const polled = this.#world.open.filter((id) => !core.beliefs.feeds.trustsSocket(id, nowMs))
    // and one that was polled a moment ago waits beside the others until all of them have been well for a while
    const isStale = health === 'stale' || core.standing.waiting?.cause === 'feed'
    const mostPolled = POLLS_PER_SEC * POLLED_SHARE * (core.settings.core.feed.pollStaleAfterMs / 1000)
    if (isPolled && tier === 'DEFAULT' && polled.length > Math.floor(mostPolled) && isStale) return 'few-reads'
    if (tier === 'DEFAULT' && refused.length === 0 && this.#isSpent()) return 'few-writes'
    return refused.length === 0 && this.#isHeldMuch(conditionId) ? 'inventory' : undefined
  }

  /** Another market of the group is not quoted for a reason that keeps all of it, or what the others think of all of them does not go together. */
  #siblingReason(): Reason | undefined {
    const { scenario, markets, api } = this.#world
    if (scenario.setting.strategy !== 'group-consistent') return undefined
    const there = markets.filter((id) => api.exchange.market(id)?.winner !== 1)
    const sum = there.reduce((total, id) => total + this.#truth.middle(id), 0)
    const isApart = Math.abs(sum - 1) > Number(paramsOf(scenario.setting, false)['maxSurplus']) - SUM_SLACK
    return isApart || there.some((id) => OF_GROUP.has(this.#reasonFor(id))) ? 'sibling' : undefined
  }

  /** So that the strategy wants only what reduces it, or, of one that wants less the more is held, less than the smallest order. */
  #isHeldMuch(conditionId: ConditionId): boolean {
    const { scenario, api, life } = this.#world
    const unitRaw = unitRawOf(scenario.setting)
    const netRaw = this.#truth.netRaw(conditionId)
    if ((netRaw < 0n ? -netRaw : netRaw) >= MUCH * unitRaw) return true
    if (!TAPERING.includes(scenario.setting.strategy) || netRaw === 0n) return false
    const { size, maxNet } = paramsOf(scenario.setting, false)
    // as the bot knows it: that it is the venue's is seen by `grid`
    const { minLots, lotRaw } = life?.bot?.core.beliefs.markets.get(conditionId) ?? api.markets.find(conditionId).spec
    const leastRaw = lotsToRaw(minLots, lotRaw)
    const left = 1 - Math.abs(Number(netRaw) / Number(unitRaw)) / Number(maxNet)
    return Number(size) * left < Number(leastRaw) / Number(unitRaw)
  }

  #leftMs(conditionId: ConditionId): number {
    const { api, clock } = this.#world
    return api.markets.find(conditionId).spec.endMs - clock.wallMs()
  }

  #refused(conditionId: ConditionId): readonly RefusalReason[] {
    const approval = this.#world.life?.bot?.core.conclusions().approval(conditionId)
    return approval?.refused.map(({ reason }) => reason) ?? []
  }

  /** Its fills go bad, or its fee is beyond the cap: the venue's own, since one that is only believed is to be found out. */
  #isHeldBack(conditionId: ConditionId): boolean {
    if (this.#refused(conditionId).includes('toxic')) return true
    const { markets } = this.#world.api
    const listed = markets.find(conditionId)
    const { endMs } = listed.spec
    if (closingAt(conditionId, { endMs, nowMs: this.#world.clock.wallMs() }, this.#world).length > 0) return true
    if (markets.feeOf(listed).feeRateBps <= FEE_CAP_BPS) return false
    return this.#notWanted(conditionId).includes('fee-cap')
  }

  #isLimited(conditionId: ConditionId): boolean {
    if (this.#refused(conditionId).some((reason) => LIMITED.has(reason))) return true
    return this.#notWanted(conditionId).some((reason) => ALONE.has(reason))
  }

  /** Of what the strategy wishes, before any limit that orders share. */
  #notWanted(conditionId: ConditionId): readonly RefusalReason[] {
    const cells = this.#world.life?.bot?.core.conclusions().cells ?? []
    const cell = cells.find((one) => one.conditionId === conditionId)
    return cell?.wanted.refused.map(({ reason }) => reason) ?? []
  }

  /**
   * The venue does not have it, and it may still arrive from somewhere: until it expires nothing proves it dead. It was looked up a moment ago and
   * not found, and refused when it was sent again, or it is not sent again since its market has another tick or size step: nothing else is sent
   * in a market with an order of unknown outcome.
   */
  #isNowhere({ hash, draft }: { readonly hash: Hex; readonly draft: OrderDraft }): boolean {
    const { api, clock } = this.#world
    const { conditionId } = draft
    if (api.exchange.order(hash) !== undefined || draft.expirationSec * 1000 <= clock.wallMs()) return false
    const beliefs = this.#world.life?.bot?.core.beliefs
    const absentMs = this.#absentMs.get(`/orders/${hash}`) ?? Number.NEGATIVE_INFINITY
    if (clock.monoMs() - absentMs >= LOOKED_UP_MS) return false
    const isRefused = this.#rejectedMs.has(`/markets/${beliefs?.markets.get(conditionId)?.id}/orders`)
    return isRefused || beliefs?.heldBack.changed.has(conditionId) === true
  }

  #isSpent(): boolean {
    const write = this.#world.life?.bot?.snapshot().budgets.find(({ routeClass }) => routeClass === 'write')
    return write !== undefined && write.perMinute - write.leftInMinute >= SPENT_SHARE * write.perMinute
  }

  #state(conditionId: ConditionId): string {
    const { life } = this.#world
    const bot = life?.bot
    if (bot === undefined) return `no bot runs (life ${this.#world.lives.length})`
    const { halted, waiting, unverified, stoppedFor } = bot.core.standing
    const seen = bot.snapshot()
    const market = seen.markets.find((one) => one.conditionId === conditionId)
    const { approved, refused } = bot.core.conclusions().approval(conditionId)
    const orders = bot.core.beliefs.orders
      .livingOf(conditionId)
      .map(({ phase, draft }) => `${phase} ${draft.outcome}${draft.side}@${draft.price}`)
    return JSON.stringify({
      ...{ halted: halted?.reason, waiting: waiting?.reason, unverified, stoppedFor, signedIn: seen.signedIn },
      ...{ feed: market?.feed, fair: market?.fair, basis: market?.fairBasis, quarantined: market?.quarantined },
      ...{ fault: market?.fault, slowed: market?.slowed, changed: market?.changed, status: market?.status },
      ...{ orders, approved: approved.length, refused: refused.map(({ reason, detail }) => `${reason}: ${detail}`) },
    })
  }
}

/** When a calendar that forbids new orders has ended, monotonic. */
function calendarEndMs({ scenario, clock, startWallMs }: World): number {
  const { cautions = [] } = scenario.setting
  if (!cautions.includes('calendar-stop') && !cautions.includes('calendar-reduce')) return 0
  return calendarWindow(startWallMs).untilMs - clock.wallMs() + clock.monoMs()
}
