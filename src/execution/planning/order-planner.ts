// From approved quotes to commands about orders, for the markets in which something changed or is due, inside the budget.
// Order of work: cancel, reduce, replace, add. Newest plan wins: nothing is queued, what does not fit now is planned again.

import type { ConditionId } from '../../domain/market/market.js'
import type { OpenOrder, StandingOrder } from '../../domain/orders/own-order.js'
import type { Quote } from '../../domain/orders/quote.js'
import type { PlaceIntent } from '../../domain/run/command.js'
import type { Instant } from '../../domain/time.js'
import type { Budget } from '../budget/budget.js'
import type { FeeBook } from '../fees/fee-book.js'
import { Cancels } from './cancels.js'
import { type DiffSettings, isOpen, type OpenReplacement } from './diff.js'
import { askDoubtfulFees } from './doubtful-fees.js'
import { LegBackOff, legKey } from './leg-back-off.js'
import type { LegRoom } from './leg-room.js'
import { isLastCall } from './lifetime.js'
import { isSettled, type MarketPlan, marketPlan, type PlanMarket } from './market-plan.js'
import { OrderPlaces } from './order-places.js'
import type { Held, PlaceGate } from './place-gate.js'
import { type Draft, dueBy, emptyDraft, hold, type OrderPlan, planOf, renewBy, starve, wait } from './plan-draft.js'
import { QuotedLegs } from './quoted-legs.js'
import { RepriceBucket } from './reprice-bucket.js'
import { type RepriceRate, repriceRate } from './reprice-rate.js'
import { edgeOf, type Room } from './starved.js'
import { firstOf, WriteRoom } from './write-room.js'

/** Between two looks at what waits for a budget. */
const LEAST_WAIT_MS = 50
/** Room that is promised may come free by itself. */
const PROMISE_MS = 500
const CANCEL_PENDING = { waitsFor: 'a cancel to be confirmed' }

export interface PlannerSettings extends DiffSettings {
  readonly minRepriceMs: number
}

export interface PlanInput {
  readonly markets: readonly PlanMarket[]
  /** Quotes approved in all markets, these and the others. */
  readonly quotes: number
  readonly now: Instant
  readonly gate: PlaceGate
  readonly nextIntentId: () => number
}

interface PlaceJob {
  readonly plan: PlanMarket
  readonly room: LegRoom
  readonly quotes: readonly Quote[]
  /** Those whose writes the pace has already given. */
  readonly replaced: ReadonlySet<Quote>
}

interface Checks extends Omit<PlanInput, 'markets' | 'quotes'> {
  readonly room: LegRoom
  readonly feeRateBps: number
}

export class OrderPlanner {
  readonly #budget: Budget
  readonly #fees: FeeBook
  readonly #writes: WriteRoom
  readonly #repriceBucket = new RepriceBucket()
  readonly #places = new OrderPlaces()
  readonly #cancels: Cancels
  readonly backOff = new LegBackOff()
  readonly #quoted = new QuotedLegs()
  readonly #edgeOf = (quotes: readonly Quote[]) => edgeOf(quotes, (quote) => this.#quoted.isFirst(quote))
  #settings: PlannerSettings

  /** `mayResend`: some order is of unknown outcome, and may have to be sent again. */
  constructor(budget: Budget, fees: FeeBook, settings: PlannerSettings, mayResend: () => boolean) {
    this.#budget = budget
    this.#writes = new WriteRoom(budget, mayResend)
    this.#fees = fees
    this.#cancels = new Cancels(budget)
    this.#settings = settings
  }

  change(settings: PlannerSettings): void {
    this.#settings = settings
  }

  /** The lifetime follows the learned budget. */
  setLifetime(lifetimeSec: number): void {
    this.#settings = { ...this.#settings, lifetimeSec }
  }

  /** The market leaves the work. */
  remove(conditionId: ConditionId): void {
    this.#quoted.remove(conditionId)
    this.#places.remove(conditionId)
  }

  /** What markets that wait for a budget could write with now. */
  room(quotes: number, nowMonoMs: number): Room {
    return {
      writes: this.#writes.freeFor(undefined, nowMonoMs),
      mayReplace: this.#repriceBucket.waitMs(1, this.#repriceRate(quotes), nowMonoMs) === 0,
    }
  }

  /** When there may be more room, monotonic: by time alone, where nothing is answered before. */
  nextRoomMonoMs(quotes: number, nowMonoMs: number): number {
    const bucketMs = Math.max(LEAST_WAIT_MS, this.#repriceBucket.waitMs(1, this.#repriceRate(quotes), nowMonoMs))
    const writeMonoMs = Math.max(nowMonoMs + LEAST_WAIT_MS, this.#writes.nextMonoMs(nowMonoMs))
    return Math.max(writeMonoMs, Math.min(nowMonoMs + bucketMs, nowMonoMs + PROMISE_MS))
  }

  plan(input: PlanInput): OrderPlan {
    const draft = emptyDraft(this.#repriceRate(input.quotes))
    const { now } = input
    const diffs = input.markets.map((plan) => marketPlan(plan, now, this.#settings))
    // what others use of the budget ends for whoever looks, and lifetimes follow it
    if (diffs.every(isSettled)) {
      this.#writes.free(now.monoMs)
      this.#places.planned(input.markets)
    } else this.#act(diffs, draft, input)
    draft.commands.push(...askDoubtfulFees(input.markets, { fees: this.#fees, budget: this.#budget, now }))
    renewBy(draft, input.markets, now, this.#settings)
    return planOf(draft)
  }

  /** Cancels, and places what is missing. */
  #act(diffs: readonly MarketPlan[], draft: Draft, input: PlanInput): void {
    const { now } = input
    for (const { diff } of diffs) this.#cancelAll(diff.cancels, draft, now)
    const replacing = this.#replace(diffs, draft, input)
    this.#places.planned(input.markets)
    const sent = new Set(this.#sendCancels(draft, now))
    for (const order of sent) input.gate.leaves(order)
    // no successor without its predecessor's cancel
    const replaced = new Set(replacing.filter(({ order }) => sent.has(order)).map(({ quote }) => quote))
    for (const { conditionId } of replaced) this.#places.cancelled(conditionId, now.monoMs)
    this.#placeAll(diffs, replaced, draft, input)
  }

  #cancelAll(orders: readonly StandingOrder[], draft: Draft, now: Instant): void {
    for (const order of orders) {
      if (order.phase === 'open') draft.cancels.push(order)
      else wait(draft, order.draft.conditionId, 'the answer to an order', now.monoMs + 1000)
    }
  }

  /** Which replacements are worth their writes now, the most pressing first. */
  #replace(diffs: readonly MarketPlan[], draft: Draft, input: PlanInput): OpenReplacement[] {
    const { now, gate } = input
    const replacing: OpenReplacement[] = []
    const wanted = this.#replaceable(diffs, draft, input).sort((a, b) => b.urgency - a.urgency)
    for (const replacement of wanted) {
      const { order, quote, reason, urgency } = replacement
      const shut = this.#places.held(replacing.length, gate, now.monoMs)
      if (shut !== undefined) {
        hold(draft, quote, shut, now.monoMs)
        continue
      }
      const hasWrite = this.#writes.freeFor(quote.conditionId, now.monoMs) > replacing.length
      const isLast = reason === 'renew' && isLastCall(order.draft, now.venueMs, this.#settings)
      if (!hasWrite || !(isLast || this.#repriceBucket.take(1, now.monoMs, draft.rate))) {
        starve(draft, quote.conditionId, `budget to ${reason}`, { urgency })
        continue
      }
      draft.cancels.push(order)
      replacing.push(replacement)
    }
    return replacing
  }

  /** Replacements that nothing but the budget holds back: what cannot be placed again now is not cancelled for it. */
  #replaceable(diffs: readonly MarketPlan[], draft: Draft, { now }: PlanInput): OpenReplacement[] {
    const open = diffs.filter(({ plan }) => plan.closedFor === undefined)
    return open.flatMap(({ diff, room }) =>
      diff.replacements.filter(isOpen).filter(({ order, quote }) => {
        const held = this.#held(order, quote, room, now)
        if (held !== undefined) hold(draft, quote, held, now.monoMs)
        return held === undefined
      }),
    )
  }

  #held(order: OpenOrder, quote: Quote, room: LegRoom, now: Instant): Held | undefined {
    const repriceMonoMs = order.sinceMonoMs + this.#settings.minRepriceMs
    if (repriceMonoMs > now.monoMs)
      return { waitsFor: 'the shortest time between reprices', untilMonoMs: repriceMonoMs }
    const coolMonoMs = this.backOff.until(legKey(quote))
    if (coolMonoMs > now.monoMs) return { waitsFor: 'a refusal to cool down', untilMonoMs: coolMonoMs }
    return room.hasRoom(quote) ? undefined : { ...CANCEL_PENDING, untilMonoMs: now.monoMs + 500 }
  }

  #repriceRate(quotes: number): RepriceRate {
    return repriceRate(this.#writes.perMinute, quotes, this.#settings)
  }

  #sendCancels(draft: Draft, { monoMs }: Instant): readonly OpenOrder[] {
    const { commands, sent, unsent, againMonoMs } = this.#cancels.send(draft.cancels, monoMs)
    draft.commands.push(...commands)
    draft.cancels.splice(0, draft.cancels.length, ...sent)
    for (const order of unsent) dueBy(draft, order.draft.conditionId, againMonoMs)
    return sent
  }

  #placeAll(diffs: readonly MarketPlan[], replaced: ReadonlySet<Quote>, draft: Draft, input: PlanInput): void {
    const jobs = diffs
      .map(({ plan, diff, room }) => ({
        plan,
        room,
        replaced,
        quotes: [...diff.missing, ...diff.replacements.map((r) => r.quote).filter((q) => replaced.has(q))],
      }))
      .filter((job) => job.quotes.length > 0)
      .sort((a, b) => this.#edgeOf(b.quotes) - this.#edgeOf(a.quotes))
    let owed = replaced.size
    for (const job of jobs) {
      owed -= job.quotes.filter((quote) => replaced.has(quote)).length
      this.#placeMarket(job, owed, draft, input)
    }
  }

  /** `owed`: writes that successors in markets behind it need. */
  #placeMarket(job: PlaceJob, owed: number, draft: Draft, { now, gate, nextIntentId }: PlanInput): void {
    const { plan, quotes, replaced, room } = job
    const { conditionId } = plan.market
    if (plan.closedFor !== undefined) {
      wait(draft, conditionId, plan.closedFor, now.monoMs + 500)
      return
    }
    const ready = quotes.filter((quote) => {
      const until = this.backOff.until(legKey(quote))
      if (until > now.monoMs) wait(draft, conditionId, 'a refusal to cool down', until)
      return until <= now.monoMs
    })
    const fitting = ready.filter((quote) => {
      const held = room.hasRoom(quote) ? gate.refuses(quote) : CANCEL_PENDING
      if (held !== undefined) hold(draft, quote, held, now.monoMs)
      return held === undefined
    })
    const writes = Math.max(0, this.#writes.freeFor(conditionId, now.monoMs) - owed)
    if (writes < fitting.length) starve(draft, conditionId, 'write budget', { edge: this.#edgeOf(fitting) })
    const { places, shut } = this.#places.take(conditionId, fitting.length, gate, now.monoMs)
    const chosen = firstOf(fitting, replaced, Math.min(writes, places))
    if (shut !== undefined)
      for (const quote of fitting) if (!chosen.includes(quote)) hold(draft, quote, shut, now.monoMs)
    if (chosen.length === 0) return
    const fee = this.#fees.signable(conditionId, now.monoMs)
    if (fee === undefined) {
      this.#askFee(conditionId, chosen.length, draft, now)
      return
    }
    const { feeRateBps, readAtMonoMs } = fee
    const intents = this.#intents(chosen, draft, { now, gate, nextIntentId, room, feeRateBps })
    if (intents.length === 0) return
    const permits = this.#writes.take(conditionId, intents.length, now.monoMs)
    const routine = chosen.filter((q) => replaced.has(q)).length
    this.#repriceBucket.charge(Math.max(0, intents.length - routine), now.monoMs, draft.rate)
    draft.commands.push({ kind: 'place', conditionId, intents, feeReadAtMonoMs: readAtMonoMs, permits })
  }

  /** Each quote is checked again beside those that go out with it. */
  #intents(quotes: readonly Quote[], draft: Draft, checks: Checks): PlaceIntent[] {
    const { now, gate, nextIntentId, room, feeRateBps } = checks
    const intents: PlaceIntent[] = []
    for (const quote of quotes) {
      const held = room.hasRoom(quote) ? gate.refuses(quote) : CANCEL_PENDING
      if (held !== undefined) {
        hold(draft, quote, held, now.monoMs)
        continue
      }
      room.take(quote)
      gate.sent(quote)
      this.#places.sent(quote.conditionId)
      this.#quoted.note(quote)
      intents.push({ intentId: nextIntentId(), draft: this.#draftOf(quote, feeRateBps, now) })
    }
    return intents
  }

  #askFee(conditionId: ConditionId, writes: number, draft: Draft, now: Instant): void {
    const what = this.#fees.tooSlow(conditionId) ?? 'the fee'
    if (this.#fees.isAsked(conditionId, now.monoMs)) {
      wait(draft, conditionId, what, now.monoMs + 2000)
      return
    }
    if (this.#budget.available('read', now.monoMs, { priority: 'urgent' }) < 1) {
      const at = this.#budget.nextMonoMs('read', now.monoMs, { priority: 'urgent' })
      wait(draft, conditionId, 'read budget for the fee', at)
      return
    }
    const permits = this.#budget.take('read', 1, now.monoMs)
    this.#fees.asked(conditionId, now.monoMs)
    this.#writes.promise(conditionId, writes, now.monoMs)
    draft.commands.push({ kind: 'read-fee', conditionId, permits })
    wait(draft, conditionId, what, now.monoMs + 2000)
  }

  #draftOf(quote: Quote, feeRateBps: number, now: Instant): PlaceIntent['draft'] {
    const { conditionId, outcome, side, price, size } = quote
    const expirationSec = Math.ceil(now.venueMs / 1000) + this.#settings.lifetimeSec
    return { conditionId, outcome, side, price, size, type: 'POST_ONLY', expirationSec, feeRateBps }
  }
}
