// A competing maker in one market: bids on both outcomes around a late and noisy estimate, leaning against its inventory.
//
//   x_hat = x(t - lag) + e,  e an Ornstein-Uhlenbeck error      fair = S(x_hat - skewAtMax q / qMax)
//   bid YES = fair - h,  bid NO = 1 - fair - h;  sometimes one tick above the best, never closer than minEdge

import { type Ticks, ticks } from '../../../domain/amounts/price.js'
import { type Lots, lotsToRaw } from '../../../domain/amounts/size.js'
import type { Address, Hex } from '../../../domain/market/market.js'
import { NO, OUTCOMES, type Outcome, YES } from '../../../domain/market/side.js'
import { yesProbability } from '../../../domain/market/yes-view.js'
import type { OrderRecord } from '../../../domain/orders/order.js'
import type { Random } from '../../../domain/random.js'
import { sigmoid } from '../../../models/logit.js'
import type { Desk } from './desk.js'
import { type DrivenMarket, lifeLeft, lotsOf, ticksBelow } from './driven-market.js'
import type { WorldConfig } from './schema.js'

export interface RivalInput {
  readonly desk: Desk
  readonly config: WorldConfig
  readonly market: DrivenMarket
  readonly account: Address
  readonly random: Random
}

/** A quote is renewed when less than this is left of it, wall time. */
const RENEW_BEFORE_MS = 12_000

export class RivalMaker {
  readonly #input: RivalInput
  /** The rival leaves the market when less than this part of its life remains. */
  readonly #leaveAt: number
  readonly #size: Lots
  readonly #quotes: [Hex | undefined, Hex | undefined] = [undefined, undefined]
  #error: number
  #errorAtMs: number

  constructor(input: RivalInput) {
    const { config, market, random } = input
    this.#input = input
    this.#leaveAt = config.rivals.leaveAt * (0.5 + 0.5 * random.next())
    this.#size = lotsOf(config.rivals.shares * (0.75 + 0.5 * random.next()), market.spec)
    this.#error = config.rivals.noise * random.normal()
    this.#errorAtMs = market.openedMs
  }

  /** Looks at its quotes and moves those that are no longer where it wants them. */
  requote(nowMs: number): void {
    const { desk, market, account } = this.#input
    desk.mergeSets(account, market.spec)
    const wanted = this.#wanted(nowMs)
    const stale = OUTCOMES.filter((outcome) => !this.#stands(outcome, wanted[outcome], nowMs))
    for (const outcome of stale) this.#pull(outcome, nowMs)
    for (const outcome of stale) this.#post(outcome, wanted[outcome], nowMs)
  }

  #wanted(nowMs: number): readonly [Ticks | undefined, Ticks | undefined] {
    const { desk, config, market, account } = this.#input
    const { rivals } = config
    const { spec } = market
    // every draw is made in every look: the stream does not depend on the book
    const estimate = this.#estimate(nowMs)
    const undercuts = OUTCOMES.map(() => this.#input.random.next() < rivals.undercutShare)
    if (lifeLeft(market, nowMs) < this.#leaveAt) return [undefined, undefined]
    const { tokensRaw } = desk.exchange.ledger.tokens(account, spec.conditionId)
    const net = Number(tokensRaw[YES] - tokensRaw[NO]) / Number(spec.unitRaw)
    const fair = sigmoid(estimate - (rivals.skewAtMax * net) / rivals.maxNetShares)
    const best = desk.exchange.bestBids(spec.conditionId, account)
    const tick = desk.exchange.market(spec.conditionId)?.grid.tick ?? 1
    const bid = (outcome: Outcome): Ticks | undefined => {
      if ((outcome === YES ? net : -net) >= rivals.maxNetShares) return undefined
      const value = yesProbability(outcome, fair)
      const below = (price: number): Ticks | undefined => {
        const highest = ticksBelow(price, spec)
        return highest && desk.onGrid(spec, highest, 'BUY')
      }
      const plain = below(value - rivals.halfSpread)
      const highest = below(value - rivals.minEdge)
      const rival = best[outcome]?.price
      if (undercuts[outcome] !== true || rival === undefined || plain === undefined || highest === undefined)
        return plain
      return rival >= plain && rival < highest ? ticks(rival + tick) : plain
    }
    return [bid(YES), bid(NO)]
  }

  #estimate(nowMs: number): number {
    const { config, market, random } = this.#input
    const { rivals, probability, speed } = config
    // the calendar may have gone back
    const passedMs = Math.max(0, nowMs - this.#errorAtMs)
    const kept = Math.exp((-passedMs * speed) / rivals.noiseMemoryMs)
    this.#error = this.#error * kept + rivals.noise * Math.sqrt(1 - kept * kept) * random.normal()
    this.#errorAtMs = nowMs
    return market.latent.pastLogOdds(Math.round(rivals.lagMs / probability.stepMs)) + this.#error
  }

  #stands(outcome: Outcome, price: Ticks | undefined, nowMs: number): boolean {
    const hash = this.#quotes[outcome]
    const record = hash === undefined ? undefined : this.#input.desk.exchange.order(hash)
    if (record === undefined) return price === undefined
    const { lotRaw } = this.#input.market.spec
    return (
      record.price === price &&
      record.remainingRaw * 2n >= lotsToRaw(this.#size, lotRaw) &&
      record.expirationSec * 1000 - nowMs > RENEW_BEFORE_MS
    )
  }

  #pull(outcome: Outcome, nowMs: number): void {
    const { desk, account } = this.#input
    const hash = this.#quotes[outcome]
    if (hash !== undefined && isLeft(desk.exchange.order(hash))) desk.cancel(hash, account, nowMs)
    this.#quotes[outcome] = undefined
  }

  #post(outcome: Outcome, price: Ticks | undefined, nowMs: number): void {
    if (price === undefined) return
    const { desk, market, account, config } = this.#input
    const expirationSec = Math.ceil((nowMs + RENEW_BEFORE_MS + config.rivals.lifetimeMs) / 1000)
    const order = { account, spec: market.spec, outcome, side: 'BUY', price, size: this.#size, type: 'GTC' } as const
    this.#quotes[outcome] = desk.send({ ...order, expirationSec }, nowMs)?.hash
  }
}

function isLeft(record: OrderRecord | undefined): boolean {
  return record !== undefined && record.remainingRaw > 0n
}
