// Which reads are due: look-ups of unknown orders, lists, checks of the book, and polling where the socket is not believed.
// Most pressing first; what the budget does not allow stays due.

import type { Command } from '../domain/command.js'
import type { CoreEvent } from '../domain/core-event.js'
import type { ConditionId, Hex } from '../domain/market.js'
import type { BudgetPlanner } from './budget-planner.js'

export interface ReadSettings {
  readonly checkBestEveryMs: number
  readonly compareBookEveryMs: number
  readonly pollStaleAfterMs: number
  /** The venue tells own orders and balances by itself; lists are then only the safety net. */
  readonly privateEvents: boolean
}

export interface ReadMarket {
  readonly conditionId: ConditionId
  /** The socket's book is believed. */
  readonly trusted: boolean
  /** From when on a new snapshot of its book over the socket is wanted, monotonic; costs no budget. */
  readonly snapshotDueMonoMs: number
  readonly needsRecheck: boolean
}

export interface ReadNeeds {
  readonly nowMonoMs: number
  readonly nowVenueMs: number
  readonly seq: number
  readonly signedIn: boolean
  readonly markets: readonly ReadMarket[]
  readonly unknown: readonly { readonly hash: Hex; readonly dueMonoMs: number; readonly resend: boolean }[]
  /** Ended orders of which a match is not settled as far as we know: their records tell. */
  readonly settling: readonly { readonly hash: Hex; readonly sinceMonoMs: number }[]
  readonly accountStale: boolean
  /** Some fill is not settled, or a record tells of one that the list has not shown. */
  readonly fillsPending: boolean
  /** The venue holds other tokens for us than we count: the next lists tell who is right. */
  readonly inDoubt: boolean
}

/** A read without an answer is asked again after this. */
const ANSWER_MS = 6000
/** Snapshots over the socket: per market, and of all markets together. */
const RESYNC_EVERY_MS = 1000
const RESYNCS_PER_SEC = 5
/** Polls of one market are no closer than this, however much budget there is. */
const POLL_LEAST_MS = 1000
const RECHECK_MS = 700
/** Shares of the read budget: polls are planned into half of it; checks leave a part to fees, polls to look-ups. */
const POLL_SHARE = 0.5
const FEE_RESERVE = 0.3
const POLL_RESERVE = 0.1
/** A settlement usually tells of itself sooner; then nothing is asked. */
const SETTLING_MS = 3000
/** Between two lists while one of them decides about a doubt. */
const DOUBT_MS = 1500
const FILLS_OVERLAP_MS = 120_000

export class ReadSchedule {
  readonly #budget: BudgetPlanner
  readonly #settings: ReadSettings
  /** Key of a read -> when it was last asked, and whether the answer is out. */
  readonly #asked = new Map<string, { atMonoMs: number; open: boolean }>()
  readonly #settlingAsked = new Map<Hex, number>()
  #resynced: readonly number[] = []
  #commands: Command[] = []
  #wakeAtMonoMs = Infinity

  constructor(budget: BudgetPlanner, settings: ReadSettings) {
    this.#budget = budget
    this.#settings = settings
  }

  /** Takes note of answers. */
  note(event: CoreEvent): void {
    const key = answeredKey(event)
    const asked = key === undefined ? undefined : this.#asked.get(key)
    if (key !== undefined && asked) this.#asked.set(key, { ...asked, open: false })
    // an order's look-up is remembered no longer than its question
    if (event.kind === 'looked-up' || event.kind === 'submitted') this.#asked.delete(`look-up/${event.hash}`)
  }

  plan(needs: ReadNeeds): { readonly commands: readonly Command[]; readonly wakeAtMonoMs: number | undefined } {
    this.#commands = []
    this.#wakeAtMonoMs = Infinity
    if (needs.signedIn) {
      this.#lookUps(needs)
      this.#lists(needs)
    }
    this.#resyncs(needs)
    this.#poll(needs)
    this.#checks(needs)
    return {
      commands: this.#commands,
      wakeAtMonoMs: Number.isFinite(this.#wakeAtMonoMs) ? this.#wakeAtMonoMs : undefined,
    }
  }

  /** How many markets polling can keep fresh. */
  pollable(): number {
    const perSecond = (this.#budget.perMinute('read') * POLL_SHARE) / 60
    return Math.floor((perSecond * this.#pollEveryMs()) / 1000)
  }

  #lookUps(needs: ReadNeeds): void {
    const { unknown, nowMonoMs } = needs
    for (const { hash, dueMonoMs, resend } of unknown) {
      if (dueMonoMs > nowMonoMs) this.#wake(dueMonoMs)
      else if (resend) this.#ask(`look-up/${hash}`, { kind: 'resend', hash }, 'write', nowMonoMs)
      else this.#ask(`look-up/${hash}`, { kind: 'look-up', hash }, 'read', nowMonoMs)
    }
    this.#settled(needs)
  }

  /** An end that came with matches still on their way is looked at again until they have arrived or failed. */
  #settled({ settling, nowMonoMs }: ReadNeeds): void {
    const open = new Set(settling.map(({ hash }) => hash))
    for (const hash of this.#settlingAsked.keys()) if (!open.has(hash)) this.#settlingAsked.delete(hash)
    for (const { hash, sinceMonoMs } of settling) {
      const dueMonoMs = Math.max(sinceMonoMs, this.#settlingAsked.get(hash) ?? 0) + SETTLING_MS
      if (dueMonoMs > nowMonoMs) this.#wake(dueMonoMs)
      else if (this.#ask(`look-up/${hash}`, { kind: 'look-up', hash }, 'read', nowMonoMs, FEE_RESERVE)) {
        this.#settlingAsked.set(hash, nowMonoMs)
      }
    }
  }

  #lists({ nowMonoMs, nowVenueMs, seq, accountStale, fillsPending, inDoubt }: ReadNeeds): void {
    const { privateEvents } = this.#settings
    const every = privateEvents
      ? { orders: 10_000, fills: 10_000, pending: 4000, account: 15_000, changed: 3000 }
      : { orders: 3000, fills: 3000, pending: 2000, account: 8000, changed: 3000 }
    if (this.#isDue('orders', inDoubt ? DOUBT_MS : every.orders, nowMonoMs)) {
      this.#ask('orders', { kind: 'list-orders', askedSeq: seq }, 'read', nowMonoMs)
    }
    if (this.#isDue('fills', inDoubt ? DOUBT_MS : fillsPending ? every.pending : every.fills, nowMonoMs)) {
      this.#ask(
        'fills',
        { kind: 'list-fills', sinceVenueMs: nowVenueMs - FILLS_OVERLAP_MS, askedSeq: seq },
        'read',
        nowMonoMs,
      )
    }
    if (this.#isDue('account', accountStale ? every.changed : every.account, nowMonoMs)) {
      this.#ask('account', { kind: 'read-account', askedSeq: seq }, 'read', nowMonoMs, 0, 2)
    }
  }

  /** The longest due first, so that many quiet markets take turns. */
  #resyncs({ markets, nowMonoMs }: ReadNeeds): void {
    for (const { conditionId, snapshotDueMonoMs } of markets.toSorted(bySnapshotDue)) {
      if (snapshotDueMonoMs === Number.POSITIVE_INFINITY) return
      if (snapshotDueMonoMs > nowMonoMs) {
        this.#wake(snapshotDueMonoMs)
        return
      }
      if (!this.#isDue(`resync/${conditionId}`, RESYNC_EVERY_MS, nowMonoMs)) continue
      this.#resynced = this.#resynced.filter((atMonoMs) => nowMonoMs - atMonoMs < 1000)
      const [oldest] = this.#resynced
      if (oldest !== undefined && this.#resynced.length >= RESYNCS_PER_SEC) {
        this.#wake(oldest + 1000)
        return
      }
      this.#resynced = [...this.#resynced, nowMonoMs]
      this.#asked.set(`resync/${conditionId}`, { atMonoMs: nowMonoMs, open: false })
      this.#commands.push({ kind: 'resync', conditionId })
    }
  }

  /** Markets without a believed socket, as many as the budget keeps fresh, in the order given. */
  #poll({ markets, nowMonoMs }: ReadNeeds): void {
    const polled = markets.filter((m) => !m.trusted).slice(0, this.pollable())
    // few markets are polled as often as their share of the budget allows
    const shareMs = (polled.length * 60_000) / (this.#budget.perMinute('read') * POLL_SHARE)
    const everyMs = Math.min(this.#pollEveryMs(), Math.max(POLL_LEAST_MS, shareMs))
    for (const { conditionId } of polled) {
      if (this.#isDue(`best-bids/${conditionId}`, everyMs, nowMonoMs))
        this.#askBest(conditionId, nowMonoMs, POLL_RESERVE)
    }
  }

  /** Well before the answer before it is stale. */
  #pollEveryMs(): number {
    return this.#settings.pollStaleAfterMs * 0.7
  }

  #checks({ markets, nowMonoMs }: ReadNeeds): void {
    const { checkBestEveryMs, compareBookEveryMs } = this.#settings
    for (const { conditionId, trusted, needsRecheck } of markets) {
      if (!trusted) continue
      const everyMs = needsRecheck ? RECHECK_MS : checkBestEveryMs
      if (this.#isDue(`best-bids/${conditionId}`, everyMs, nowMonoMs))
        this.#askBest(conditionId, nowMonoMs, FEE_RESERVE)
      else if (
        !this.#isOpen(`best-bids/${conditionId}`, nowMonoMs) &&
        this.#isDue(`book/${conditionId}`, compareBookEveryMs, nowMonoMs)
      ) {
        this.#ask(`book/${conditionId}`, { kind: 'read-book', conditionId }, 'read', nowMonoMs, FEE_RESERVE)
      }
    }
  }

  #askBest(conditionId: ConditionId, nowMonoMs: number, reserve: number): void {
    this.#ask(`best-bids/${conditionId}`, { kind: 'read-best-bids', conditionId }, 'read', nowMonoMs, reserve)
  }

  #ask(
    key: string,
    command: Command,
    routeClass: 'read' | 'write',
    nowMonoMs: number,
    reserveShare = 0,
    requests = 1,
  ): boolean {
    if (this.#isOpen(key, nowMonoMs)) return false
    const reserve = Math.floor(this.#budget.perMinute(routeClass) * reserveShare)
    if (this.#budget.available(routeClass, nowMonoMs, reserve) < requests) {
      this.#wake(this.#budget.nextMonoMs(routeClass, nowMonoMs, { requests, reserve }))
      return false
    }
    this.#budget.spend(routeClass, requests, nowMonoMs)
    this.#asked.set(key, { atMonoMs: nowMonoMs, open: true })
    this.#commands.push(command)
    this.#wake(nowMonoMs + ANSWER_MS)
    return true
  }

  #isOpen(key: string, nowMonoMs: number): boolean {
    const asked = this.#asked.get(key)
    return asked?.open === true && nowMonoMs - asked.atMonoMs < ANSWER_MS
  }

  #isDue(key: string, everyMs: number, nowMonoMs: number): boolean {
    const asked = this.#asked.get(key)
    if (!asked) return true
    const dueMonoMs = asked.atMonoMs + everyMs
    if (dueMonoMs > nowMonoMs) this.#wake(dueMonoMs)
    return dueMonoMs <= nowMonoMs
  }

  #wake(atMonoMs: number): void {
    this.#wakeAtMonoMs = Math.min(this.#wakeAtMonoMs, atMonoMs)
  }
}

function bySnapshotDue(a: ReadMarket, b: ReadMarket): number {
  return a.snapshotDueMonoMs === b.snapshotDueMonoMs ? 0 : a.snapshotDueMonoMs - b.snapshotDueMonoMs
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
    case 'best-bids':
      return `best-bids/${event.conditionId}`
    case 'book':
      return event.via === 'poll' ? `book/${event.conditionId}` : undefined
    case 'look-up-failed':
      return `look-up/${event.hash}`
    case 'read-failed':
      return event.conditionId === undefined ? event.read : `${event.read}/${event.conditionId}`
    default:
      return undefined
  }
}
