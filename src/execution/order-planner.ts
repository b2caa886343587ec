// From approved quotes to commands about orders, for all markets at once, inside the budget.
// Order of work: cancel, reduce, replace, add. Newest plan wins: nothing is queued, what does not fit now is planned again.

import type { Command, PlaceIntent } from '../domain/command.js'
import type { ConditionId, Hex, Market } from '../domain/market.js'
import type { OwnOrder } from '../domain/own-order.js'
import type { Quote } from '../domain/quote.js'
import type { Instant } from '../domain/time.js'
import type { BudgetPlanner } from './budget-planner.js'
import { type DiffSettings, diffMarket, type MarketDiff, type Replacement } from './diff.js'
import { FeeReads } from './fee-reads.js'
import { LegBackOff, legKey } from './leg-back-off.js'
import { Pace } from './pace.js'
import { WriteHolds } from './write-holds.js'

/** One cancel-many call takes this many hashes. */
const CANCEL_BATCH = 100
/** Share of the writes that routine reprices may use; renewals and new quotes have the rest. */
const REPRICE_SHARE = 0.7
/** An order with less than this share of its life left is renewed whatever the pace says. */
const LAST_CALL = 0.12

export interface PlannerSettings extends DiffSettings {
  readonly feeMaxAgeMs: number
  readonly minRepriceMs: number
}

export interface PlanMarket {
  readonly market: Market
  readonly approved: readonly Quote[]
  readonly orders: readonly OwnOrder[]
  readonly fee: { readonly feeRateBps: number; readonly readAtMonoMs: number } | undefined
  /** Why nothing may be placed in this market now: an unknown order, no sign-in. */
  readonly closedFor: string | undefined
}

/** The last check before a place. */
export interface PlaceGate {
  /** Why a quote may not be sent while every own order may still be matched. */
  refuses(quote: Quote): string | undefined
  /** The quote is sent: it counts from now on. */
  sent(quote: Quote): void
}

export interface PlanInput {
  readonly markets: readonly PlanMarket[]
  readonly now: Instant
  readonly gate: PlaceGate
  readonly nextIntentId: () => number
}

export interface OrderPlan {
  readonly commands: readonly Command[]
  /** Hashes whose cancel is sent now. */
  readonly cancelled: readonly OwnOrder[]
  readonly waiting: ReadonlyMap<ConditionId, readonly string[]>
  readonly wakeAtMonoMs: number | undefined
}

interface Draft {
  readonly commands: Command[]
  readonly cancels: OwnOrder[]
  readonly waiting: Map<ConditionId, string[]>
  wakeAtMonoMs: number
}

interface PlaceJob {
  readonly plan: PlanMarket
  readonly quotes: readonly Quote[]
  /** Those whose writes the pace has already given. */
  readonly replaced: ReadonlySet<Quote>
  readonly rate: { readonly perMinute: number; readonly burst: number }
}

export class OrderPlanner {
  readonly #budget: BudgetPlanner
  readonly #pace = new Pace()
  readonly #holds = new WriteHolds()
  readonly fees: FeeReads
  readonly backOff = new LegBackOff()
  #settings: PlannerSettings

  constructor(budget: BudgetPlanner, settings: PlannerSettings) {
    this.#budget = budget
    this.#settings = settings
    this.fees = new FeeReads(settings.feeMaxAgeMs)
  }

  /** The lifetime follows the learned budget. */
  setLifetime(lifetimeSec: number): void {
    this.#settings = { ...this.#settings, lifetimeSec }
  }

  plan(input: PlanInput): OrderPlan {
    const draft: Draft = { commands: [], cancels: [], waiting: new Map(), wakeAtMonoMs: Infinity }
    const diffs = input.markets.map((m) => ({
      plan: m,
      diff: diffMarket({ ...m, now: input.now, settings: this.#settings }),
    }))
    for (const { diff } of diffs) this.#cancelAll(diff.cancels, draft, input.now)
    const replaced = this.#replace(diffs, draft, input)
    this.#sendCancels(draft, input.now)
    this.#placeAll(diffs, replaced, draft, input)
    this.#wakeForRenewals(input, draft)
    return {
      commands: draft.commands,
      cancelled: draft.cancels,
      waiting: draft.waiting,
      wakeAtMonoMs: Number.isFinite(draft.wakeAtMonoMs) ? draft.wakeAtMonoMs : undefined,
    }
  }

  #cancelAll(orders: readonly OwnOrder[], draft: Draft, now: Instant): void {
    for (const order of orders) {
      if (order.hash && order.phase === 'live') draft.cancels.push(order)
      else this.#wait(draft, order.draft.conditionId, 'the answer to an order', now.monoMs + 1000)
    }
  }

  /** Which replacements are worth their writes now, the most pressing first. */
  #replace(diffs: readonly { plan: PlanMarket; diff: MarketDiff }[], draft: Draft, { now }: PlanInput): Set<Quote> {
    const replaced = new Set<Quote>()
    const open = diffs.filter(({ plan }) => plan.closedFor === undefined)
    const wanted = open.flatMap(({ diff }) => diff.replacements).sort((a, b) => b.urgency - a.urgency)
    const quotes = diffs.reduce((sum, { plan }) => sum + plan.approved.length, 0)
    const rate = this.#repriceRate(quotes)
    let writes = this.#budget.available('write', now.monoMs)
    for (const replacement of wanted) {
      const { order, quote } = replacement
      if (order.phase !== 'live' || !order.hash) continue
      const earliest = order.sinceMonoMs + this.#settings.minRepriceMs
      if (earliest > now.monoMs) {
        this.#wait(draft, quote.conditionId, 'the shortest time between reprices', earliest)
        continue
      }
      if (writes <= 0 || !(this.#isLastCall(replacement, now) || this.#pace.take(1, now.monoMs, rate))) {
        const at = now.monoMs + Math.max(100, this.#pace.waitMs(1, rate))
        this.#wait(draft, quote.conditionId, `budget to ${replacement.reason}`, at)
        break
      }
      writes--
      draft.cancels.push(order)
      replaced.add(quote)
    }
    return replaced
  }

  /** What renewals leave of the writes of a minute. */
  #repriceRate(quotes: number): { perMinute: number; burst: number } {
    const writes = this.#budget.perMinute('write')
    const renewals = (quotes * 60) / (this.#settings.lifetimeSec * (1 - this.#settings.renewBeforeFraction))
    const perMinute = Math.max(writes * 0.1, (writes - renewals) * REPRICE_SHARE)
    return { perMinute, burst: Math.max(2, perMinute / 6) }
  }

  #isLastCall({ order, reason }: Replacement, now: Instant): boolean {
    const leftMs = order.draft.expirationSec * 1000 - now.venueMs
    return reason === 'renew' && leftMs < LAST_CALL * this.#settings.lifetimeSec * 1000
  }

  #sendCancels(draft: Draft, now: Instant): void {
    const hashes: Hex[] = []
    for (const order of draft.cancels) if (order.hash) hashes.push(order.hash)
    const kept: OwnOrder[] = []
    for (let i = 0; i < hashes.length; i += CANCEL_BATCH) {
      if (this.#budget.available('cancel', now.monoMs) < 1) {
        draft.wakeAtMonoMs = Math.min(draft.wakeAtMonoMs, this.#budget.nextMonoMs('cancel', now.monoMs))
        break
      }
      this.#budget.spend('cancel', 1, now.monoMs)
      draft.commands.push({ kind: 'cancel', hashes: hashes.slice(i, i + CANCEL_BATCH) })
      kept.push(...draft.cancels.slice(i, i + CANCEL_BATCH))
    }
    draft.cancels.splice(0, draft.cancels.length, ...kept)
  }

  #placeAll(
    diffs: readonly { plan: PlanMarket; diff: MarketDiff }[],
    replaced: ReadonlySet<Quote>,
    draft: Draft,
    input: PlanInput,
  ): void {
    const jobs = diffs
      .map(({ plan, diff }) => ({
        plan,
        quotes: [...diff.missing, ...diff.replacements.map((r) => r.quote).filter((q) => replaced.has(q))],
      }))
      .filter((job) => job.quotes.length > 0)
      .sort((a, b) => rank(b.quotes) - rank(a.quotes))
    const rate = this.#repriceRate(diffs.reduce((sum, { plan }) => sum + plan.approved.length, 0))
    for (const { plan, quotes } of jobs) this.#placeMarket({ plan, quotes, replaced, rate }, draft, input)
  }

  #placeMarket({ plan, quotes, replaced, rate }: PlaceJob, draft: Draft, { now, gate, nextIntentId }: PlanInput): void {
    const { conditionId } = plan.market
    if (plan.closedFor !== undefined) {
      this.#wait(draft, conditionId, plan.closedFor, now.monoMs + 500)
      return
    }
    const ready = quotes.filter((q) => {
      const until = this.backOff.until(legKey(q))
      if (until > now.monoMs) this.#wait(draft, conditionId, 'a refusal to cool down', until)
      return until <= now.monoMs
    })
    const fitting = ready.filter((quote) => {
      const reason = gate.refuses(quote)
      if (reason !== undefined) this.#wait(draft, conditionId, reason, now.monoMs + 1000)
      return reason === undefined
    })
    const free = this.#budget.available('write', now.monoMs)
    const writes = Math.max(0, free - this.#holds.heldByOthers(conditionId, now.monoMs))
    if (writes < fitting.length)
      this.#wait(draft, conditionId, 'write budget', this.#budget.nextMonoMs('write', now.monoMs))
    const chosen = fitting.slice(0, writes)
    if (chosen.length === 0) return
    if (!plan.fee || !this.fees.isFresh(plan.fee.readAtMonoMs, now.monoMs)) {
      this.#askFee(conditionId, chosen.length, draft, now)
      return
    }
    const { feeRateBps, readAtMonoMs } = plan.fee
    const intents = this.#intents(chosen, feeRateBps, { now, gate, nextIntentId })
    if (intents.length === 0) return
    this.#budget.spend('write', intents.length, now.monoMs)
    this.#holds.release(conditionId)
    const routine = chosen.filter((q) => replaced.has(q)).length
    this.#pace.charge(Math.max(0, intents.length - routine), now.monoMs, rate)
    draft.commands.push({ kind: 'place', conditionId, intents, feeReadAtMonoMs: readAtMonoMs })
  }

  /** Each quote is checked again beside those that go out with it. */
  #intents(
    quotes: readonly Quote[],
    feeRateBps: number,
    { now, gate, nextIntentId }: Omit<PlanInput, 'markets'>,
  ): PlaceIntent[] {
    const intents: PlaceIntent[] = []
    for (const quote of quotes) {
      if (gate.refuses(quote) !== undefined) continue
      gate.sent(quote)
      intents.push({ intentId: nextIntentId(), draft: this.#draftOf(quote, feeRateBps, now) })
    }
    return intents
  }

  #askFee(conditionId: ConditionId, writes: number, draft: Draft, now: Instant): void {
    if (this.fees.isAsked(conditionId, now.monoMs)) return
    if (this.#budget.available('read', now.monoMs) < 1) {
      this.#wait(draft, conditionId, 'read budget for the fee', this.#budget.nextMonoMs('read', now.monoMs))
      return
    }
    this.#budget.spend('read', 1, now.monoMs)
    this.fees.asked(conditionId, now.monoMs)
    this.#holds.hold(conditionId, writes, now.monoMs)
    draft.commands.push({ kind: 'read-fee', conditionId })
    this.#wait(draft, conditionId, 'the fee', now.monoMs + 2000)
  }

  #draftOf(quote: Quote, feeRateBps: number, now: Instant): PlaceIntent['draft'] {
    const { conditionId, outcome, side, price, size } = quote
    const expirationSec = Math.ceil(now.venueMs / 1000) + this.#settings.lifetimeSec
    return { conditionId, outcome, side, price, size, type: 'POST_ONLY', expirationSec, feeRateBps }
  }

  #wait(draft: Draft, conditionId: ConditionId, reason: string, untilMonoMs: number): void {
    const reasons = draft.waiting.get(conditionId) ?? []
    reasons.push(reason)
    draft.waiting.set(conditionId, reasons)
    draft.wakeAtMonoMs = Math.min(draft.wakeAtMonoMs, untilMonoMs)
  }

  #wakeForRenewals({ markets, now }: PlanInput, draft: Draft): void {
    for (const { orders } of markets) {
      for (const order of orders) {
        if (order.phase === 'ended' || order.draft.expirationSec === 0) continue
        const dueInMs = order.draft.expirationSec * 1000 - now.venueMs
        const renewInMs = dueInMs - this.#settings.renewBeforeFraction * this.#settings.lifetimeSec * 1500
        draft.wakeAtMonoMs = Math.min(draft.wakeAtMonoMs, now.monoMs + Math.max(500, renewInMs))
      }
    }
  }
}

/** Expected profit of a market's missing quotes; sales come first, they free capital. */
function rank(quotes: readonly Quote[]): number {
  return quotes.reduce((best, q) => Math.max(best, q.edge + (q.side === 'SELL' ? 1 : 0)), -1)
}
