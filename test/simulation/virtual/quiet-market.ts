// One market whose true price stands still, with others who quote it wide, and a hand that trades in it: a place to attack a bot.

import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { Address, ConditionId, Hex } from '../../../src/domain/market/market.js'
import { NO, type Outcome, YES } from '../../../src/domain/market/side.js'
import type { OrderRecord, OrderType } from '../../../src/domain/orders/order.js'
import { ACCOUNT, type SimulationOptions, simulate } from './simulate.js'

const UNIT_RAW = 1_000_000n
const DEPOSIT_RAW = 100_000n * UNIT_RAW
const LIVE = ['open', 'partially_filled'] as const
const HOUSE: Address = `0x8${'1'.padStart(39, '0')}`
const KNOWING: Address = `0x8${'3'.padStart(39, '0')}`
export const ADVERSARY: Address = `0x8${'2'.padStart(39, '0')}`

export interface Leg {
  readonly outcome: Outcome
  /** Cents. */
  readonly price: number
  readonly shares: number
}

export class QuietMarket {
  readonly sim: ReturnType<typeof simulate>
  #orders = 0
  #house: Hex[] = []

  /** `server`: what is other than usual of the venue. */
  constructor(
    options: Pick<SimulationOptions, 'seed' | 'strategy' | 'params' | 'core'> &
      Partial<Pick<SimulationOptions, 'server'>>,
  ) {
    this.sim = simulate({
      tier: 'PRO',
      ...options,
      server: { markets: [{ question: 'Will it stand still?', endsInSec: 1e6 }], ...options.server },
    })
    for (const account of [HOUSE, ADVERSARY, KNOWING]) this.exchange.deposit(account, DEPOSIT_RAW)
    this.sim.bot.start()
  }

  get exchange() {
    return this.sim.api.exchange
  }

  get conditionId(): ConditionId {
    const [market] = this.sim.api.markets.all()
    if (market === undefined) throw new Error('no market')
    return market.conditionId
  }

  run(ms: number): void {
    this.sim.clock.runUntil(this.sim.clock.monoMs() + ms)
  }

  /** The others' book is this from now on. */
  quoteHouse(legs: readonly Leg[]): void {
    for (const hash of this.#house) if (this.#isLive(hash)) this.exchange.cancel(hash, HOUSE, this.#nowMs)
    this.#house = legs.map((leg) => this.send(HOUSE, leg).hash)
  }

  send(account: Address, { outcome, price, shares }: Leg, type: OrderType = 'GTC'): OrderRecord {
    const hash: Hex = `0x${(++this.#orders).toString(16).padStart(64, 'e')}`
    const terms = { conditionId: this.conditionId, outcome, side: 'BUY', price: ticks(price), type } as const
    const order = { ...terms, size: lots(Math.round(shares * 100)), expirationSec: 0, feeRateBps: 0 }
    return this.exchange.submit({ ...order, hash, account }, this.#nowMs)
  }

  cancel({ hash, account }: OrderRecord): void {
    if (this.#isLive(hash)) this.exchange.cancel(hash, account, this.#nowMs)
  }

  /** The bot's bids that rest, best first, in cents. */
  bids(outcome: Outcome): { readonly price: number; readonly shares: number }[] {
    return this.resting()
      .filter((order) => order.outcome === outcome && order.side === 'BUY')
      .map((order) => ({ price: Number(order.price), shares: Number(order.remainingRaw) / Number(UNIT_RAW) }))
      .sort((a, b) => b.price - a.price)
  }

  resting(): OrderRecord[] {
    return this.exchange.orders({ account: ACCOUNT, statuses: LIVE }).filter((order) => order.remainingRaw > 0n)
  }

  /** Sells YES (or NO) into what the bot bids above `worth` cents for it. */
  sellInto(outcome: Outcome, worth: number): void {
    const other = outcome === YES ? NO : YES
    for (const { price, shares } of this.bids(outcome)) {
      if (price > worth) this.send(ADVERSARY, { outcome: other, price: 100 - price, shares }, 'FAK')
    }
  }

  /** Somebody sells what is left of a bid to whoever made it, unless a better bid of the bot stands before it. */
  sellTo({ hash, outcome, price }: OrderRecord): void {
    const shares = Number(this.exchange.order(hash)?.remainingRaw ?? 0n) / Number(UNIT_RAW)
    const [best] = this.bids(outcome)
    if (shares === 0 || (best && best.price >= price)) return
    this.send(KNOWING, { outcome: outcome === YES ? NO : YES, price: 100 - price, shares }, 'FAK')
  }

  /** What an account has gained since the start, its tokens at the true price of YES. Units of collateral. */
  gain(account: Address, truth: number): number {
    const { tokensRaw } = this.exchange.ledger.tokens(account, this.conditionId)
    const { totalRaw } = this.exchange.ledger.collateral(account)
    const worth = truth * Number(tokensRaw[YES]) + (1 - truth) * Number(tokensRaw[NO])
    return (Number(totalRaw - DEPOSIT_RAW) + worth) / Number(UNIT_RAW)
  }

  get #nowMs(): number {
    return this.sim.clock.wallMs()
  }

  #isLive(hash: Hex): boolean {
    const record = this.exchange.order(hash)
    return record !== undefined && record.remainingRaw > 0n && record.status !== 'cancelled_local'
  }
}
