// One line for what happens to a transaction: decided, replaced, in trouble, ended.

import type { ChainAct, ChainEvent, PendingTransaction } from '../domain/account/chain-transaction.js'
import { type ConditionId, type Market, rawToShares } from '../domain/market/market.js'
import type { CoreInput } from '../domain/run/core-event.js'
import type { Logger } from '../telemetry/log/log.js'

export function isOfChain(event: CoreInput): event is ChainEvent {
  return event.kind.startsWith('chain-')
}

export class ChainLog {
  readonly #logger: Logger
  readonly #markets: ReadonlyMap<ConditionId, Market>
  #readFails = false
  /** The one on its way that was told of last, and what was in its way, amounts left out: they are others at each look. */
  #pending: (Pick<PendingTransaction, 'hash' | 'replaced'> & { readonly trouble: string | undefined }) | undefined

  constructor(logger: Logger, markets: ReadonlyMap<ConditionId, Market>) {
    this.#logger = logger
    this.#markets = markets
  }

  event(event: ChainEvent): void {
    switch (event.kind) {
      case 'chain-pending':
        this.#waits(event.transaction)
        return
      case 'chain-ended': {
        this.#pending = undefined
        const { act, outcome, hash, cost, failure } = event
        const what = { event: 'transaction-end', ...this.#told(act), outcome, cost, ...(hash ? { hash } : {}) }
        if (outcome === 'confirmed') this.#logger.info(what, 'the transaction is confirmed')
        else this.#logger.warn({ ...what, ...failure }, `the transaction came to nothing: ${outcome}`)
        return
      }
      case 'chain-read':
        this.#readFails = false
        return
      case 'chain-read-failed': {
        // one that is away is told once
        const level = this.#readFails ? 'debug' : 'warn'
        this.#readFails = true
        this.#logger[level]({ event: 'chain-read-failed', ...event.failure }, 'the chain could not be read')
        return
      }
    }
  }

  #waits({ act, trouble, ...transaction }: PendingTransaction): void {
    const { hash, replaced } = transaction
    const isSame = this.#pending?.hash === hash && this.#pending.replaced === replaced
    const before = isSame ? this.#pending : undefined
    const kind = trouble?.replaceAll(/\d+(\.\d+)?/g, '#')
    this.#pending = { hash, replaced, trouble: kind }
    const what = { event: 'transaction', ...this.#told(act), ...transaction }
    if (trouble !== undefined) {
      const level = before !== undefined && before.trouble === kind ? 'debug' : 'warn'
      this.#logger[level]({ ...what, trouble }, 'the transaction is not through')
    } else if (before !== undefined) this.#logger.info(what, 'nothing is in the way of the transaction any more')
    else this.#logger.info(what, replaced > 0 ? 'the transaction is replaced' : 'a transaction is sent')
  }

  #told(act: ChainAct): Readonly<Record<string, unknown>> {
    if (act.kind === 'approve') return { act: act.kind, spender: act.spender, amountRaw: act.amountRaw.toString() }
    const market = this.#markets.get(act.conditionId)
    const amountRaw = act.kind === 'redeem' ? act.paidRaw : act.setsRaw
    const amount = market === undefined ? {} : { collateral: rawToShares(amountRaw, market) }
    const name = market === undefined ? {} : { market: market.id }
    return { act: act.kind, ...name, conditionId: act.conditionId, ...amount }
  }
}
