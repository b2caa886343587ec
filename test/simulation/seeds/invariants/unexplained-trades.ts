// A trade takes something from a level of the book. The bot is told in the venue's order: where it has heard of a trade, of no change of its level,
// and of something that came half a second later, it has missed something, and does not believe its book until that has come anew.

import type { ConditionId, Market } from '../../../../src/domain/market/market.js'
import type { CoreEvent } from '../../../../src/domain/run/core-event.js'
import type { BotLife } from '../bot-life.js'

/** Between a trade and the change of its level, in either order. */
const TOGETHER_MS = 500

interface Unexplained {
  /** Of YES, in ticks. */
  readonly price: number
  readonly venueMs: number
  readonly monoMs: number
}

interface Seen {
  /** Price of YES, in ticks -> when its level was told to have changed last, monotonic. */
  readonly changedMs: Map<number, number>
  unexplained: Unexplained[]
  /** Nothing can explain it any more. */
  missed: Unexplained | undefined
}

export class UnexplainedTrades {
  readonly #add: (what: string) => void
  readonly #markets = new Map<ConditionId, Seen>()
  #life: BotLife | undefined

  constructor(add: (what: string) => void) {
    this.#add = add
  }

  heard(event: CoreEvent, life: BotLife): void {
    if (life !== this.#life) this.#markets.clear()
    this.#life = life
    if (event.kind === 'trade') {
      this.#traded(event, life)
      this.#came(event.trade.venueMs, event.at.monoMs)
    } else if (event.kind === 'level') {
      this.#changed(event, life)
      this.#came(event.venueMs, event.at.monoMs)
    } else if (event.kind === 'book' && event.via === 'socket') this.#markets.delete(event.conditionId)
    // another stream begins, or other ticks
    else if (event.kind === 'feed') this.#markets.delete(event.conditionId)
    else if (event.kind === 'market') this.#markets.delete(event.market.conditionId)
  }

  /** A turn has ended. */
  turned({ bot, clock }: BotLife): void {
    for (const [conditionId, { missed }] of this.#markets) {
      if (missed === undefined) continue
      this.#markets.delete(conditionId)
      const { markets, feeds } = bot?.core.beliefs ?? {}
      const market = markets?.get(conditionId)
      if (market?.status === 'OPEN' && feeds?.trustsSocket(conditionId, clock.monoMs()) === true)
        this.#add(`${market.id}: a trade at ${missed.price} has changed no level, and its book is still believed`)
    }
  }

  #traded({ conditionId, trade, at }: Extract<CoreEvent, { kind: 'trade' }>, { bot }: BotLife): void {
    const { markets, feeds } = bot?.core.beliefs ?? {}
    const market = markets?.get(conditionId)
    // before its book has come nothing can be missed of it
    if (market === undefined || feeds?.trustsSocket(conditionId, at.monoMs) !== true) return
    const { changedMs, unexplained } = this.#of(conditionId)
    const price = priceOfYes(market, trade)
    const changedAtMs = changedMs.get(price) ?? Number.NEGATIVE_INFINITY
    if (at.monoMs - changedAtMs > TOGETHER_MS) unexplained.push({ price, venueMs: trade.venueMs, monoMs: at.monoMs })
  }

  #changed({ conditionId, change, at }: Extract<CoreEvent, { kind: 'level' }>, { bot }: BotLife): void {
    const market = bot?.core.beliefs.markets.get(conditionId)
    if (market === undefined) return
    const seen = this.#of(conditionId)
    const price = priceOfYes(market, change)
    seen.changedMs.set(price, at.monoMs)
    seen.unexplained = seen.unexplained.filter((trade) => trade.price !== price)
  }

  /** Something that the venue has told then is here. */
  #came(venueMs: number | undefined, monoMs: number): void {
    if (venueMs === undefined) return
    for (const seen of this.#markets.values())
      seen.missed ??= seen.unexplained.find(
        (trade) => venueMs - trade.venueMs >= TOGETHER_MS && monoMs - trade.monoMs >= TOGETHER_MS,
      )
  }

  #of(conditionId: ConditionId): Seen {
    let seen = this.#markets.get(conditionId)
    if (seen === undefined) {
      seen = { changedMs: new Map(), unexplained: [], missed: undefined }
      this.#markets.set(conditionId, seen)
    }
    return seen
  }
}

/** Whoever buys NO sells YES. */
const priceOfYes = ({ ticksPerUnit }: Market, { outcome, price }: { outcome: 0 | 1; price: number }) =>
  outcome === 0 ? price : ticksPerUnit - price
