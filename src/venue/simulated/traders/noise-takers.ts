// Traders without information: each arrival has a reservation price v around the truth and takes what is better.
//
//   v = p + Laplace(b) * 2 sqrt(p (1 - p))      buys YES at <= v - fee when v > p, sells YES or buys NO when v < p
//
// so a quote at distance d from p, the taker's fee included, is hit at rate arrivals / 2 * exp(-d / b). Wealth is finite; the broke are replaced.

import { complement } from '../../../domain/amounts/price.js'
import type { Address } from '../../../domain/market/market.js'
import { NO, otherOutcome, YES } from '../../../domain/market/side.js'
import type { Random } from '../../../domain/random.js'
import { bestOffers } from './best-offers.js'
import type { Desk } from './desk.js'
import { type DrivenMarket, lotsOf, ticksBelow } from './driven-market.js'
import type { WorldConfig } from './schema.js'

/** Whoever has less than this and no tokens leaves, in units of collateral. */
const BROKE = 10

export class NoiseTakers {
  readonly #desk: Desk
  readonly #config: WorldConfig['noise']
  readonly #random: Random
  readonly #accounts: Address[]

  constructor(desk: Desk, config: WorldConfig['noise'], random: Random) {
    this.#desk = desk
    this.#config = config
    this.#random = random
    this.#accounts = Array.from({ length: config.population }, () => this.#newcomer())
  }

  /** One trader looks at the market. `random` is the market's own, so that arrivals do not depend on other markets. */
  arrive(market: DrivenMarket, random: Random, nowMs: number): void {
    const { spec, latent } = market
    const { fokShare, medianShares, sizeSpread } = this.#config
    const p = latent.probability
    const offset = this.#offset(p, random)
    const size = lotsOf(medianShares * Math.exp(sizeSpread * random.normal()), spec)
    const type = random.next() < fokShare ? 'FOK' : 'FAK'
    const account = this.#pick(random)
    const outcome = offset > 0 ? YES : NO
    const worth = outcome === YES ? p + offset : 1 - p - offset
    const limit = ticksBelow(worth - this.#desk.feePerShare(spec, worth), spec)
    if (limit === undefined) return
    const offer = bestOffers(this.#desk.exchange.book(spec.conditionId), spec.ticksPerUnit)[outcome]
    if (offer === undefined || offer > limit) return
    const other = otherOutcome(outcome)
    const held = this.#desk.sellable(account, spec, other)
    if (held >= spec.minLots) {
      const price = complement(limit, spec.ticksPerUnit)
      this.#desk.send({ account, spec, outcome: other, side: 'SELL', price, size, type }, nowMs)
    } else {
      this.#desk.send({ account, spec, outcome, side: 'BUY', price: limit, size, type }, nowMs)
    }
  }

  #offset(p: number, random: Random): number {
    const scale = this.#config.dispersion * 2 * Math.sqrt(p * (1 - p))
    const distance = random.exponential(scale)
    return random.next() < 0.5 ? distance : -distance
  }

  #pick(random: Random): Address {
    const seat = random.below(this.#accounts.length)
    const account = this.#accounts[seat]
    if (account !== undefined && !this.#isBroke(account)) return account
    if (account !== undefined) this.#desk.leave(account)
    const newcomer = this.#newcomer()
    this.#accounts[seat] = newcomer
    return newcomer
  }

  #isBroke(account: Address): boolean {
    return this.#desk.cash(account) < BROKE && this.#desk.exchange.ledger.holdings(account).length === 0
  }

  #newcomer(): Address {
    return this.#desk.arrive(Math.max(2 * BROKE, this.#config.wealth * Math.exp(0.5 * this.#random.normal())))
  }
}
