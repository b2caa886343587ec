// The living sandbox: markets with a hidden true probability, traders around it, resolution, and fresh markets after it.
//
// The world has its own time, `speed` times as fast as the wall: it carries the probability, arrivals, the rivals' looks and
// market lives. Expirations, the exchange and the informed traders' latency stay in wall time. The same seed, config
// and orders from outside give the same world. No method tells the probability; an observer given at birth hears it.

import type { Address, ConditionId, Hex } from '../../../domain/market/market.js'
import type { Outcome } from '../../../domain/market/side.js'
import type { Random } from '../../../domain/random.js'
import type { Exchange } from '../exchange/exchange.js'
import { Agenda } from './agenda.js'
import { Desk, type DeskOptions } from './desk.js'
import type { DrivenMarket } from './driven-market.js'
import { InformedTraders } from './informed-traders.js'
import { LatentProbability } from './latent-probability.js'
import { drawMarket, type MarketListing } from './market-draw.js'
import { NoiseTakers } from './noise-takers.js'
import { RivalMaker } from './rival-maker.js'
import type { WorldConfig } from './schema.js'

/** Hears what no trader may: for tests that judge the sandbox. */
export interface WorldObserver {
  onProbability?(conditionId: ConditionId, probability: number, nowMs: number): void
  onResolved?(conditionId: ConditionId, outcome: Outcome, nowMs: number): void
}

export interface WorldOptions extends DeskOptions {
  readonly exchange: Exchange
  readonly config: WorldConfig
  readonly random: Random
  /** Wall time of the beginning. */
  readonly nowMs: number
  /** Fresh order hashes; by default counted ones. */
  readonly makeHash?: () => Hex
  /** Lists a new market. It may add it to the exchange; otherwise the world does. */
  readonly onMarket?: (listing: MarketListing) => void
  readonly observer?: WorldObserver
  /** Unfinished markets of an earlier world: they fill the first places, and are replaced after their ends. */
  readonly inherited?: readonly InheritedMarket[]
  /** Markets are numbered after this; 0 by default. */
  readonly firstSerial?: number
}

export interface InheritedMarket {
  readonly conditionId: ConditionId
  /** Probability from which it goes on, more than 0 and less than 1. */
  readonly start: number
}

/** Tokens that were still in settlement at resolution are redeemed by these later rounds, wall time. */
const REDEEM_AGAIN_MS = [5000, 60_000]

/** Looks of the informed after a jump: each comes several times, as quotes are put back. */
const LOOKS_PER_JUMP = 3

export class World {
  readonly #options: WorldOptions
  readonly #agenda = new Agenda()
  readonly #desk: Desk
  readonly #unitRaw: bigint
  readonly #noise: NoiseTakers
  readonly #informed: InformedTraders
  readonly #rivals = new Map<string, Address>()
  #serial = 0
  #resolved = 0

  constructor(options: WorldOptions) {
    const { exchange, config, random, nowMs, makeHash = countedHashes() } = options
    this.#options = options
    this.#serial = options.firstSerial ?? 0
    this.#unitRaw = options.unitRaw ?? 1_000_000n
    this.#desk = new Desk(exchange, makeHash, options)
    this.#noise = new NoiseTakers(this.#desk, config.noise, random.fork('noise'))
    this.#informed = new InformedTraders(this.#desk, config.informed)
    const { inherited = [] } = options
    for (const [slot, market] of inherited.entries()) this.#inherit(slot, market, nowMs)
    for (let slot = inherited.length; slot < config.markets.count; slot++) this.#open(slot, nowMs)
  }

  /** Markets opened, or taken over, since the beginning. */
  get marketsOpened(): number {
    return this.#serial - (this.#options.firstSerial ?? 0)
  }

  get marketsResolved(): number {
    return this.#resolved
  }

  /** Whether the account belongs to one of the world's traders. */
  owns(account: Address): boolean {
    return this.#desk.owns(account)
  }

  /** Wall time at which `advance` is needed next. */
  nextDueMs(): number | undefined {
    return this.#agenda.nextDueMs()
  }

  /** Lets everything due by `nowMs` happen, in time order. */
  advance(nowMs: number): void {
    this.#agenda.runUntil(nowMs)
  }

  /** The calendar moved by so many milliseconds, to `nowMs`: ends of markets stay where they are in it, everything else goes on. */
  rebase(byMs: number, nowMs: number): void {
    this.#agenda.rebase(byMs, nowMs)
  }

  /** Brings traders to a market that somebody else listed, and resolves it after its end. `start` is its first probability. */
  drive(conditionId: ConditionId, nowMs: number, start?: number): void {
    const spec = this.#options.exchange.market(conditionId)?.spec
    if (spec === undefined) throw new RangeError(`drive: no market ${conditionId}`)
    const serial = ++this.#serial
    this.#start({ spec, openedMs: nowMs, latent: this.#latent(serial, start) }, `driven-${serial}`, serial)
  }

  #open(slot: number, nowMs: number): void {
    const { exchange, config, random, onMarket } = this.#options
    const serial = ++this.#serial
    const listing = drawMarket({
      ...{ config, nowMs, serial, random: random.fork(`market-${serial}`) },
      unitRaw: this.#unitRaw,
    })
    onMarket?.(listing)
    const { spec } = listing
    if (exchange.market(spec.conditionId) === undefined) exchange.addMarket(spec)
    this.#start({ spec, openedMs: nowMs, latent: this.#latent(serial) }, `slot-${slot}`, serial)
    if (config.markets.replace) this.#afterEnd(spec.endMs, (atMs) => this.#open(slot, atMs))
  }

  #inherit(slot: number, { conditionId, start }: InheritedMarket, nowMs: number): void {
    const { exchange, config } = this.#options
    this.drive(conditionId, nowMs, start)
    const endMs = exchange.market(conditionId)?.spec.endMs ?? nowMs
    if (config.markets.replace && slot < config.markets.count) {
      this.#afterEnd(Math.max(endMs, nowMs), (atMs) => this.#open(slot, atMs))
    }
  }

  #latent(serial: number, start?: number): LatentProbability {
    const { probability, markets, rivals } = this.#options.config
    const random = this.#options.random.fork(`latent-${serial}`)
    const drawn = markets.startMin + (markets.startMax - markets.startMin) * random.next()
    const memory = Math.round(rivals.lagMs / probability.stepMs)
    return new LatentProbability({ start: start ?? drawn, process: probability, random, memory })
  }

  #start(market: DrivenMarket, seat: string, serial: number): void {
    const { config } = this.#options
    const stream = (name: string) => this.#options.random.fork(`${name}-${serial}`)
    const informedRandom = stream('informed')
    const noiseRandom = stream('arrivals')
    const { openedMs } = market
    this.#tellProbability(market, openedMs)
    this.#repeat(
      market,
      openedMs,
      () => config.probability.stepMs,
      (nowMs) => {
        const jumped = market.latent.step()
        this.#tellProbability(market, nowMs)
        if (jumped) this.#onJump(market, informedRandom, nowMs)
      },
    )
    this.#poisson(market, config.noise.arrivalsPerSec, noiseRandom, (nowMs) => {
      this.#noise.arrive(market, noiseRandom, nowMs)
    })
    this.#poisson(market, config.informed.looksPerSec, informedRandom, (nowMs) => {
      this.#informed.look(market, informedRandom, nowMs)
    })
    for (let i = 0; i < config.rivals.perMarket; i++) this.#startRival(market, `${seat}/${i}`, stream(`rival-${i}`))
    this.#afterEnd(market.spec.endMs, (nowMs) => this.#resolve(market, nowMs))
  }

  #startRival(market: DrivenMarket, seat: string, random: Random): void {
    const { config } = this.#options
    const rival = new RivalMaker({ desk: this.#desk, config, market, random, account: this.#rivalAccount(seat) })
    const wait = () => config.rivals.requoteMs * (0.5 + random.next())
    rival.requote(market.openedMs)
    this.#repeat(market, market.openedMs, wait, (nowMs) => rival.requote(nowMs))
  }

  /** The same maker comes back to each market of its seat, until it has lost three quarters of its wealth. */
  #rivalAccount(seat: string): Address {
    const { wealth } = this.#options.config.rivals
    const known = this.#rivals.get(seat)
    if (known !== undefined && this.#desk.cash(known) >= wealth / 4) return known
    if (known !== undefined) this.#desk.leave(known)
    const account = this.#desk.arrive(wealth)
    this.#rivals.set(seat, account)
    return account
  }

  #onJump(market: DrivenMarket, random: Random, nowMs: number): void {
    const { latencyMs } = this.#options.config.informed
    for (let i = 0; i < this.#informed.count * LOOKS_PER_JUMP; i++) {
      const atMs = nowMs + random.exponential(latencyMs * (1 + Math.floor(i / this.#informed.count) * 5))
      this.#agenda.plan(atMs, (dueMs) => {
        if (this.#desk.isOpen(market.spec.conditionId)) this.#informed.look(market, random, Math.ceil(dueMs))
      })
    }
  }

  #resolve({ spec, latent }: DrivenMarket, nowMs: number): void {
    const { exchange, observer } = this.#options
    const status = exchange.market(spec.conditionId)?.status
    if (status === 'OPEN' || status === 'CLOSED') exchange.resolve(spec.conditionId, latent.outcome, nowMs)
    this.#resolved += 1
    observer?.onResolved?.(spec.conditionId, latent.outcome, nowMs)
    this.#desk.redeemAll(spec.conditionId)
    for (const delayMs of REDEEM_AGAIN_MS) {
      this.#agenda.plan(nowMs + delayMs, () => this.#desk.redeemAll(spec.conditionId))
    }
  }

  #tellProbability({ spec, latent }: DrivenMarket, nowMs: number): void {
    this.#options.observer?.onProbability?.(spec.conditionId, latent.probability, nowMs)
  }

  #afterEnd(endMs: number, act: (nowMs: number) => void): void {
    this.#agenda.planDate(endMs + this.#options.config.markets.resolveAfterMs, (atMs) => act(Math.ceil(atMs)))
  }

  /** Acts again and again while the market is open; `waitMs` is world time. */
  #repeat(market: DrivenMarket, fromMs: number, waitMs: () => number, act: (nowMs: number) => void): void {
    const plannedMs = fromMs + waitMs() / this.#options.config.speed
    if (plannedMs >= market.spec.endMs) return
    this.#agenda.plan(plannedMs, (dueMs) => {
      if (!this.#desk.isOpen(market.spec.conditionId)) return
      act(Math.ceil(dueMs))
      this.#repeat(market, dueMs, waitMs, act)
    })
  }

  #poisson(market: DrivenMarket, ratePerSec: number, random: Random, act: (nowMs: number) => void): void {
    if (ratePerSec <= 0) return
    this.#repeat(market, market.openedMs, () => random.exponential(1000 / ratePerSec), act)
  }
}

function countedHashes(): () => Hex {
  let count = 0
  return () => {
    count += 1
    // a prefix that real order hashes will not have
    return `0x7ade${count.toString(16).padStart(60, '0')}`
  }
}
