// Traders who know the true probability at once and, near the end of a market, its outcome: they take mispriced quotes.
//
//   buys outcome o at <= value_o - threshold - fee,  value = p, or 1 and 0 once the outcome is known to them

import { complement, type Ticks } from '../../../domain/amounts/price.js'
import type { Address } from '../../../domain/market/market.js'
import { NO, OUTCOMES, type Outcome, otherOutcome } from '../../../domain/market/side.js'
import { yesProbability } from '../../../domain/market/yes-view.js'
import type { Random } from '../../../domain/random.js'
import { bestOffers } from './best-offers.js'
import type { Desk } from './desk.js'
import { type DrivenMarket, lifeLeft, lotsOf, ticksBelow } from './driven-market.js'
import type { WorldConfig } from './schema.js'

/** Who can no longer pay for an order leaves, in units of collateral. */
const BROKE = 100

interface Bargain {
  readonly account: Address
  readonly market: DrivenMarket
  readonly outcome: Outcome
  readonly limit: Ticks
}

export class InformedTraders {
  readonly #desk: Desk
  readonly #config: WorldConfig['informed']
  readonly #accounts: Address[]

  constructor(desk: Desk, config: WorldConfig['informed']) {
    this.#desk = desk
    this.#config = config
    this.#accounts = Array.from({ length: config.population }, () => desk.arrive(config.wealth))
  }

  get count(): number {
    return this.#accounts.length
  }

  /** One of them looks at the market and takes what is mispriced. */
  look(market: DrivenMarket, random: Random, nowMs: number): void {
    const account = this.#pick(random)
    if (account === undefined) return
    const { spec } = market
    const value = this.#valueOfYes(market, nowMs)
    const offers = bestOffers(this.#desk.exchange.book(spec.conditionId), spec.ticksPerUnit)
    for (const outcome of OUTCOMES) {
      const worth = yesProbability(outcome, value)
      const limit = ticksBelow(worth - this.#config.threshold - this.#desk.feePerShare(spec, worth), spec)
      const offer = offers[outcome]
      if (limit === undefined || offer === undefined || offer > limit) continue
      this.#take({ account, market, outcome, limit }, nowMs)
    }
  }

  #take({ account, market, outcome, limit }: Bargain, nowMs: number): void {
    const { spec } = market
    const size = lotsOf(this.#config.maxShares, spec)
    const other = otherOutcome(outcome)
    if (this.#desk.sellable(account, spec, other) >= spec.minLots) {
      const price = complement(limit, spec.ticksPerUnit)
      this.#desk.send({ account, spec, outcome: other, side: 'SELL', price, size, type: 'FAK' }, nowMs)
    } else {
      this.#desk.send({ account, spec, outcome, side: 'BUY', price: limit, size, type: 'FAK' }, nowMs)
    }
  }

  #valueOfYes(market: DrivenMarket, nowMs: number): number {
    if (lifeLeft(market, nowMs) > this.#config.outcomeKnownLast) return market.latent.probability
    return market.latent.outcome === NO ? 0 : 1
  }

  #pick(random: Random): Address | undefined {
    if (this.#accounts.length === 0) return undefined
    const seat = random.below(this.#accounts.length)
    const account = this.#accounts[seat]
    if (account === undefined) return undefined
    if (this.#desk.cash(account) >= BROKE || this.#desk.exchange.ledger.holdings(account).length > 0) return account
    this.#desk.leave(account)
    const newcomer = this.#desk.arrive(this.#config.wealth)
    this.#accounts[seat] = newcomer
    return newcomer
  }
}
