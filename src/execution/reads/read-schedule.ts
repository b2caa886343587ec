// Which reads are due: look-ups of unknown orders, lists, checks of the book, and polling where the socket is not believed.
// Most pressing first; what the budget does not allow stays due.

import type { ConditionId, Hex } from '../../domain/market/market.js'
import type { Command, Unpaid } from '../../domain/run/command.js'
import type { CoreEvent } from '../../domain/run/core-event.js'
import type { Budget } from '../budget/budget.js'
import { FEE_RESERVE, type MarketReadSettings, MarketReads, POLL_RESERVE, type ReadMarketOf } from './market-reads.js'
import { ANSWER_MS, type Asked, dueAfter, isAwaited, type ReadCost, ReadRequests } from './read-requests.js'

export interface ReadSettings extends MarketReadSettings {
  /** The venue tells own orders and balances by itself; lists are then only the safety net. */
  readonly privateEvents: boolean
}

export interface ReadNeeds {
  readonly nowMonoMs: number
  readonly nowVenueMs: number
  readonly seq: number
  readonly signedIn: boolean
  readonly market: ReadMarketOf
  readonly unknown: readonly { readonly hash: Hex; readonly dueMonoMs: number; readonly resend: boolean }[]
  /** Ended orders of which a match is not settled, or not told, as far as we know: their records tell. `waitMs`: as for a settlement. */
  readonly settling: readonly { readonly hash: Hex; readonly sinceMonoMs: number; readonly waitMs?: number }[]
  readonly accountStale: boolean
  /** No reading of it was taken yet. */
  readonly accountUnread: boolean
  /** Some fill is not settled, or a record tells of one that the list has not shown. */
  readonly fillsPending: boolean
  /** From then on a list of fills is to tell what was matched of cancelled orders: until then it counts as if it all were. */
  readonly listFillsFromMonoMs: number
  /** The first list of fills reaches back so far, by the venue's clock, besides: what a former run may not have heard of. */
  readonly fillsSinceVenueMs: number | undefined
  /** The venue holds other tokens for us than we count: the next lists tell who is right. */
  readonly inDoubt: boolean
  /** What is held in some market is not certain, by whatever, and keeps it from being quoted. */
  readonly holdingsDoubted: boolean
}

export interface ReadPlan {
  readonly commands: readonly Command[]
  /** When the next read may be due; infinite when none is in sight. */
  readonly wakeAtMonoMs: number
}

/** A settlement usually tells of itself sooner; then nothing is asked. */
const SETTLING_MS = 3000
/** Between two lists while one of them decides about a doubt. */
const DOUBT_MS = 1500
/** Between two lists of fills while the room of cancelled orders waits for one. */
const WANTED_FILLS_MS = 1000
/** A list of fills reaches so far back behind the moment at which the last one that was answered was asked for. */
const FILLS_OVERLAP_MS = 120_000
/** Between two readings of the account while the first one to be taken is waited for: one that orders have overtaken is not. */
const OVERTAKEN_MS = 250

export class ReadSchedule {
  readonly #requests: ReadRequests
  readonly #markets: MarketReads
  readonly #settings: ReadSettings
  /** Lists and look-ups by their keys. */
  readonly #asked = new Map<string, Asked>()
  readonly #settlingAsked = new Map<Hex, number>()
  /** The newest list of fills that is awaited. */
  #fillsAsked: { readonly seq: number; readonly venueMs: number } | undefined
  /** Until then, by the venue's clock, lists have told what was matched in this run. */
  #fillsToldMs: number | undefined
  #wakeAtMonoMs = Infinity
  /** When the next list or look-up may be due, by the last `plan`. */
  #listsAtMonoMs = Number.NEGATIVE_INFINITY

  constructor(budget: Budget, settings: ReadSettings) {
    this.#requests = new ReadRequests(budget)
    this.#markets = new MarketReads(this.#requests, settings)
    this.#settings = settings
  }

  /** Takes note of answers. */
  note(event: CoreEvent): void {
    this.#markets.note(event)
    const key = answeredKey(event)
    const asked = key === undefined ? undefined : this.#asked.get(key)
    const hasFailed = event.kind === 'read-failed'
    if (key !== undefined && asked) this.#asked.set(key, { hasFailed, ...asked, open: false })
    if (event.kind === 'fills-listed' && event.askedSeq === this.#fillsAsked?.seq)
      this.#fillsToldMs = this.#fillsAsked.venueMs
    // an order's look-up is remembered no longer than its question
    if (event.kind === 'looked-up' || event.kind === 'submitted') this.#asked.delete(`look-up/${event.hash}`)
  }

  /** Something else is believed of these markets, or they are new or gone. */
  touch(markets: readonly ConditionId[] | 'all'): void {
    if (markets === 'all') this.#markets.touchAll()
    else for (const conditionId of markets) this.#markets.touch(conditionId)
  }

  /** A level of the market's book has moved, which only puts its reads off, unless by it the socket's book is believed otherwise. */
  moved(conditionId: ConditionId, isTrusted: boolean): void {
    this.#markets.moved(conditionId, isTrusted)
  }

  /** Something is told that `planMarkets` has not looked at. */
  get hasNews(): boolean {
    return this.#markets.hasNews
  }

  plan(needs: ReadNeeds): ReadPlan {
    this.#wakeAtMonoMs = Infinity
    if (needs.signedIn) {
      this.#lookUps(needs)
      this.#lists(needs)
    }
    this.#listsAtMonoMs = this.#wakeAtMonoMs
    return this.planMarkets(needs.nowMonoMs, needs.market)
  }

  /** The same for reads of single markets alone: where nothing has happened that another read could be due by, since the last `plan`. */
  planMarkets(nowMonoMs: number, market: ReadMarketOf): ReadPlan {
    const marketsAtMonoMs = this.#markets.plan(nowMonoMs, market)
    return { commands: this.#requests.take(), wakeAtMonoMs: Math.min(this.#listsAtMonoMs, marketsAtMonoMs) }
  }

  #lookUps(needs: ReadNeeds): void {
    const { unknown, nowMonoMs } = needs
    for (const { hash, dueMonoMs, resend } of unknown) {
      if (dueMonoMs > nowMonoMs) this.#wake(dueMonoMs)
      else if (resend) this.#ask(`look-up/${hash}`, { kind: 'resend', hash }, nowMonoMs, { routeClass: 'write' })
      else this.#ask(`look-up/${hash}`, { kind: 'look-up', hash }, nowMonoMs)
    }
    this.#settled(needs)
  }

  /** An end that came with matches still on their way is looked at again until they have arrived or failed. */
  #settled({ settling, nowMonoMs, holdingsDoubted }: ReadNeeds): void {
    // what keeps a market from being quoted does not wait behind polls; the lists that decide, and fees, need what those leave
    const cost = { reserveShare: holdingsDoubted ? POLL_RESERVE : FEE_RESERVE }
    if (this.#settlingAsked.size > 0) {
      const open = new Set(settling.map(({ hash }) => hash))
      for (const hash of this.#settlingAsked.keys()) if (!open.has(hash)) this.#settlingAsked.delete(hash)
    }
    for (const { hash, sinceMonoMs, waitMs = SETTLING_MS } of settling) {
      const dueMonoMs = Math.max(sinceMonoMs, this.#settlingAsked.get(hash) ?? 0) + waitMs
      if (dueMonoMs > nowMonoMs) this.#wake(dueMonoMs)
      else if (this.#ask(`look-up/${hash}`, { kind: 'look-up', hash }, nowMonoMs, cost)) {
        this.#settlingAsked.set(hash, nowMonoMs)
      }
    }
  }

  #lists(needs: ReadNeeds): void {
    const { nowMonoMs, nowVenueMs, seq, fillsPending, listFillsFromMonoMs, fillsSinceVenueMs, inDoubt } = needs
    const { privateEvents } = this.#settings
    const every = privateEvents
      ? { orders: 10_000, fills: 10_000, pending: 4000, account: 15_000, changed: 3000 }
      : { orders: 3000, fills: 3000, pending: 2000, account: 8000, changed: 3000 }
    if (this.#isDue('orders', inDoubt ? DOUBT_MS : every.orders, nowMonoMs)) {
      this.#ask('orders', { kind: 'list-orders', askedSeq: seq }, nowMonoMs)
    }
    const fillsMs = inDoubt ? DOUBT_MS : fillsPending ? every.pending : every.fills
    const isWanted = listFillsFromMonoMs <= nowMonoMs
    if (!isWanted) this.#wake(listFillsFromMonoMs)
    if (this.#isDue('fills', isWanted ? WANTED_FILLS_MS : fillsMs, nowMonoMs)) {
      // lists that failed leave a gap, however long it is
      this.#fillsToldMs = Math.min(this.#fillsToldMs ?? fillsSinceVenueMs ?? nowVenueMs, nowVenueMs)
      const sinceVenueMs = this.#fillsToldMs - FILLS_OVERLAP_MS
      if (this.#ask('fills', { kind: 'list-fills', sinceVenueMs, askedSeq: seq }, nowMonoMs))
        this.#fillsAsked = { seq, venueMs: nowVenueMs }
    }
    if (this.#isDue('account', this.#accountMs(needs, every), nowMonoMs)) {
      this.#ask('account', { kind: 'read-account', askedSeq: seq }, nowMonoMs, { requests: 2 })
    }
  }

  #accountMs(
    { accountUnread, accountStale }: ReadNeeds,
    every: { readonly changed: number; readonly account: number },
  ): number {
    if (accountUnread && this.#asked.get('account')?.hasFailed === false) return OVERTAKEN_MS
    return accountStale ? every.changed : every.account
  }

  #ask(key: string, command: Unpaid, nowMonoMs: number, cost?: ReadCost): boolean {
    if (isAwaited(this.#asked.get(key), nowMonoMs)) return false
    const waitMonoMs = this.#requests.ask(command, nowMonoMs, cost)
    if (waitMonoMs !== undefined) {
      this.#wake(waitMonoMs)
      return false
    }
    this.#asked.set(key, { atMonoMs: nowMonoMs, open: true })
    this.#wake(nowMonoMs + ANSWER_MS)
    return true
  }

  #isDue(key: string, everyMs: number, nowMonoMs: number): boolean {
    const dueMonoMs = dueAfter(this.#asked.get(key), everyMs)
    if (dueMonoMs > nowMonoMs) this.#wake(dueMonoMs)
    return dueMonoMs <= nowMonoMs
  }

  #wake(atMonoMs: number): void {
    this.#wakeAtMonoMs = Math.min(this.#wakeAtMonoMs, atMonoMs)
  }
}

/** The read that an event answers. */
function answeredKey(event: CoreEvent): string | undefined {
  switch (event.kind) {
    case 'orders-listed':
      return 'orders'
    case 'fills-listed':
      return 'fills'
    case 'account':
      return 'account'
    case 'look-up-failed':
    case 'resent':
      return `look-up/${event.hash}`
    case 'read-failed':
      return event.read
    default:
      return undefined
  }
}
