// What is done on the chain with what is held: sets to be merged are withheld from the orders first, so that no share is spent twice, and one
// transaction is on its way at a time. Nothing is begun while the bot is halted, waits, or is on its way out.

import { type ChainPolicy, paidRaw, type Spare, takenRaw, tooDear, wantedActs } from '../chain/policy.js'
import type { ChainAct, ChainReading, PendingTransaction } from '../domain/account/chain-transaction.js'
import { smallerRaw } from '../domain/amounts/money.js'
import { inWords } from '../domain/error.js'
import { type ConditionId, isFinal, rawToShares } from '../domain/market/market.js'
import { NO, YES } from '../domain/market/side.js'
import type { OwnOrder } from '../domain/orders/own-order.js'
import type { Command } from '../domain/run/command.js'
import type { CoreEvent } from '../domain/run/core-event.js'
import type { CapitalSnapshot } from '../domain/run/snapshot.js'
import type { Instant } from '../domain/time.js'
import type { Exchanged } from '../state/account/former-exchange.js'
import type { Beliefs } from '../state/beliefs.js'
import type { Past } from '../state/known-markets.js'
import type { Cells } from './cells.js'
import { FailedActs } from './failed-acts.js'

/** What is held is looked at this often. */
const LOOK_EVERY_MS = 500

export interface CapitalParts {
  readonly beliefs: Beliefs
  readonly cells: Cells
  /** Absent: nothing is done. */
  readonly policy: ChainPolicy | undefined
  /** Why nothing is begun now. */
  readonly stopped: () => boolean
}

const NOTHING: readonly Command[] = []

export class CapitalStage {
  readonly #parts: CapitalParts
  #reading: ChainReading | undefined
  /** A transaction has ended since: an allowance that was given does not show in it. */
  #isReadingOld = false
  /** Why the chain was not read when it was last asked. */
  #readFailure: string | undefined
  /** Why nothing of what is wanted was begun by the last look. */
  #idleFor: string | undefined
  /** Decided on, and not ended. */
  #act: ChainAct | undefined
  #pending: PendingTransaction | undefined
  /** Since which event nothing rests that needs what is to be merged. */
  readonly #freeSinceSeq = new Map<ConditionId, number>()
  #dueMonoMs = Number.NEGATIVE_INFINITY
  readonly #failed = new FailedActs()
  readonly #done = { merged: 0, redeemed: 0, cost: 0 }

  constructor(parts: CapitalParts) {
    this.#parts = parts
  }

  hear(event: CoreEvent): void {
    if (event.kind === 'chain-read') this.#read(event.reading)
    else if (event.kind === 'chain-read-failed') this.#readFailure = inWords(event.failure)
    else if (event.kind === 'chain-pending') this.#sent(event.transaction)
    else if (event.kind === 'chain-ended') this.#ended(event)
  }

  /** The end of a turn: what is begun now. */
  decide({ at, seq }: Pick<CoreEvent, 'at' | 'seq'>): readonly Command[] {
    const { policy, stopped } = this.#parts
    if (policy === undefined || at.monoMs < this.#dueMonoMs) return NOTHING
    this.#dueMonoMs = at.monoMs + LOOK_EVERY_MS
    if (this.#act !== undefined) return NOTHING
    this.#failed.forget(at.monoMs)
    const isStopped = stopped()
    const reading = this.#isReadingOld ? undefined : this.#reading
    const all = isStopped || reading === undefined ? [] : wantedActs(this.#spare(), reading, policy)
    const wanted = all.filter((candidate) => !this.#failed.isWaiting(candidate, at.monoMs))
    this.#withhold(wanted)
    const act = wanted.find((candidate) => this.#isFree(candidate, at, seq))
    if (act === undefined) {
      this.#idleFor = isStopped ? undefined : this.#whyIdle(wanted, reading, policy)
      return NOTHING
    }
    this.#begin(act, true)
    return [{ kind: 'chain-act', act }]
  }

  #whyIdle([first]: readonly ChainAct[], reading: ChainReading | undefined, policy: ChainPolicy): string | undefined {
    if (reading === undefined) return this.#readFailure && `the chain cannot be read: ${this.#readFailure}`
    if (first?.kind !== 'merge') return tooDear(this.#spare(), reading, policy)
    const isUnused = this.#isUnused(first.conditionId, first.setsRaw)
    const what = isUnused ? 'the account is to be read' : 'orders that need its sets are to be cancelled'
    return `merge of ${this.#parts.beliefs.markets.get(first.conditionId)?.id ?? first.conditionId}: ${what} first`
  }

  /** `undefined` where nothing is done on the chain. */
  snapshot(): CapitalSnapshot | undefined {
    if (this.#parts.policy === undefined) return undefined
    const pending = this.#pending
    const failure = this.#failed.reason
    return {
      ...this.#done,
      ...(pending === undefined ? {} : { pending: { ...pending, act: pending.act.kind } }),
      ...(this.#reading === undefined ? {} : this.#shown(this.#reading)),
      ...(failure === undefined ? {} : { failure }),
      ...(this.#idleFor === undefined ? {} : { idleFor: this.#idleFor }),
    }
  }

  #read(reading: ChainReading): void {
    this.#reading = reading
    this.#isReadingOld = false
    this.#readFailure = undefined
  }

  #shown({ gas, allowances }: ChainReading): Pick<CapitalSnapshot, 'gas' | 'allowances'> {
    const [market] = this.#parts.beliefs.markets.values()
    const shown = market === undefined ? [] : allowances
    return {
      ...(gas === undefined ? {} : { gas }),
      allowances: shown.map(({ spender, raw }) => ({ spender, amount: market ? rawToShares(raw, market) : 0 })),
    }
  }

  /** Tokens that the account showed, less what orders have used since, and no more than we count; what rests in SELL orders is among them. */
  *#spare(): Generator<Spare> {
    const { funds, ledger, markets, orders, positions } = this.#parts.beliefs
    for (const { conditionId } of funds.snapshot?.holdings ?? []) {
      const market = markets.get(conditionId)
      if (market === undefined || isWorthless(markets.past.get(conditionId))) continue
      if (ledger.isMismatched(conditionId)) continue
      const shown = [funds.spareRaw(conditionId, YES), funds.spareRaw(conditionId, NO)] as const
      const counted = positions.tokensRaw(conditionId)
      // a redemption takes everything: nothing of the market may be on its way, and nothing unexplained
      const isWhole = shown[YES] <= counted[YES] && shown[NO] <= counted[NO]
      if (isFinal(market) && !(isWhole && orders.isSettled(conditionId))) continue
      yield { market, tokensRaw: [smallerRaw(shown[YES], counted[YES]), smallerRaw(shown[NO], counted[NO])] }
    }
  }

  /** Sets that are wanted leave the quotes; those that are not any more come back. */
  #withhold(wanted: readonly ChainAct[]): void {
    const { funds } = this.#parts.beliefs
    const sets = new Map<ConditionId, bigint>()
    for (const act of wanted) if (act.kind === 'merge') sets.set(act.conditionId, act.setsRaw)
    for (const id of new Set([...funds.withheldOf(), ...sets.keys()])) {
      if (funds.withhold(id, sets.get(id) ?? 0n)) this.#mark(id)
    }
    for (const id of this.#freeSinceSeq.keys()) if (!sets.has(id)) this.#freeSinceSeq.delete(id)
  }

  /** No order that lives may need what the act takes, and of those that ended a reading must have told what they sold. */
  #isFree(act: ChainAct, { monoMs }: Instant, seq: number): boolean {
    if (act.kind !== 'merge') return true
    const { conditionId } = act
    const { beliefs } = this.#parts
    if (!this.#isUnused(conditionId, act.setsRaw)) {
      this.#freeSinceSeq.delete(conditionId)
      return false
    }
    const sinceSeq = this.#freeSinceSeq.get(conditionId) ?? seq
    this.#freeSinceSeq.set(conditionId, sinceSeq)
    if (!hasSold(beliefs.orders.recentOf(conditionId, monoMs)) || beliefs.funds.readSeq >= sinceSeq) return true
    beliefs.accountStale = true
    return false
  }

  #isUnused(conditionId: ConditionId, setsRaw: bigint): boolean {
    const { funds, orders } = this.#parts.beliefs
    const leftRaw: [bigint, bigint] = [funds.spareRaw(conditionId, YES), funds.spareRaw(conditionId, NO)]
    for (const order of orders.livingOf(conditionId)) {
      const { side, outcome } = order.draft
      if (side === 'SELL') leftRaw[outcome] -= order.restingRaw
    }
    return leftRaw.every((raw) => raw >= setsRaw)
  }

  #sent(transaction: PendingTransaction): void {
    this.#pending = transaction
    // found by a start: it was decided on by a former run
    if (this.#act === undefined) this.#begin(transaction.act, false)
  }

  #begin(act: ChainAct, isNew: boolean): void {
    const { funds, ledger } = this.#parts.beliefs
    this.#act = act
    this.#idleFor = undefined
    const exchanged = exchangedBy(act)
    ledger.exchanging(exchanged, isNew)
    if (!isNew && act.kind === 'merge') {
      funds.withhold(act.conditionId, act.setsRaw)
      this.#mark(act.conditionId)
    }
  }

  #ended({ at, seq, ...end }: Extract<CoreEvent, { kind: 'chain-ended' }>): void {
    const { beliefs } = this.#parts
    const exchanged = exchangedBy(end.act)
    const isDone = end.outcome === 'confirmed'
    if (isDone && exchanged !== undefined) {
      beliefs.ledger.exchanged(exchanged, { seq, monoMs: at.monoMs })
      this.#count(end.act, exchanged)
    } else beliefs.ledger.exchanging(undefined, false)
    if (exchanged !== undefined && beliefs.funds.withhold(exchanged.conditionId, 0n)) this.#mark(exchanged.conditionId)
    this.#done.cost += end.cost
    this.#act = this.#pending = undefined
    this.#isReadingOld = end.outcome !== 'unsent'
    if (isDone) this.#failed.done(end.act)
    else this.#failed.failed(end.act, `${end.outcome}: ${end.failure?.message ?? 'no reason given'}`, at.monoMs)
    // after a failure the next one is begun by the next look: where nothing can be sent at all, not all of them are tried at once
    if (isDone) this.#dueMonoMs = Number.NEGATIVE_INFINITY
    beliefs.accountStale = true
  }

  #count(act: ChainAct, exchanged: Exchanged): void {
    const market = this.#parts.beliefs.markets.get(exchanged.conditionId)
    if (market === undefined) return
    const paid = rawToShares(exchanged.paidRaw, market)
    if (act.kind === 'merge') this.#done.merged += paid
    else this.#done.redeemed += paid
  }

  #mark(conditionId: ConditionId): void {
    const { beliefs, cells } = this.#parts
    if (beliefs.markets.has(conditionId)) cells.mark(cells.open(conditionId), 'replan')
  }
}

/** Of thousands of markets that are past most pay nothing for what is held. */
function isWorthless(past: Past | undefined): boolean {
  return past !== undefined && past.over === undefined
}

function hasSold(orders: Iterable<OwnOrder>): boolean {
  for (const { draft } of orders) if (draft.side === 'SELL') return true
  return false
}

function exchangedBy(act: ChainAct): Exchanged | undefined {
  if (act.kind !== 'merge' && act.kind !== 'redeem') return undefined
  return { conditionId: act.conditionId, tokensRaw: takenRaw(act), paidRaw: paidRaw(act) }
}
