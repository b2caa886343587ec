// A bot against the venue in virtual time with faults switched on and off: what must hold at every moment, and what must come back.

import { inWords } from '../../../src/domain/error.js'
import type { ConditionId } from '../../../src/domain/market/market.js'
import { netDirection } from '../../../src/domain/market/yes-view.js'
import type { OrderRecord } from '../../../src/domain/orders/order.js'
import type { RiskLimits } from '../../../src/risk/schema.js'
import { riskLimits } from '../../../src/risk/schema.js'
import { fixedSpread } from '../../../strategies/fixed-spread.js'
import { ACCOUNT, type SimulationOptions, simulate } from '../virtual/simulate.js'
import { FaultyTransport } from './faulty-transport.js'

const LIVE = ['open', 'partially_filled', 'pending_settlement'] as const
const STEP_MS = 100
/** Collateral of the account at the start. */
const START_RAW = 10_000_000_000n
/** An order being replaced and its successor; documented: cancel and place go out together. */
const MOST_PER_LEG = 2

export const LIMITS: RiskLimits = riskLimits.parse({
  maxMarketShares: 120,
  maxMarketCollateral: 200,
  maxMarketLoss: 120,
  maxTotalShares: 300,
  maxTotalCollateral: 500,
  maxTotalLoss: 300,
})

export class FaultRun {
  readonly sim: ReturnType<typeof simulate>
  readonly transport: FaultyTransport
  readonly violations: string[] = []
  /** Most orders seen on one leg. */
  mostPerLeg = 0
  stops: string[] = []
  #nowMs = 1000

  constructor(options: Partial<SimulationOptions> & { readonly seed: number }) {
    let transport: FaultyTransport | undefined
    this.sim = simulate({
      strategy: fixedSpread,
      params: { halfSpread: 0.03, size: 15, reduceOnlyMs: 0, stopMs: 0 },
      tier: 'PRO',
      ...options,
      transport: (network, clock) => {
        transport = new FaultyTransport(network, clock)
        return transport
      },
      tap: {
        ...options.tap,
        // nobody else uses this wallet: what the bot counts is what the venue holds, whatever is lost on the way
        step: ({ corrected }) => {
          for (const { conditionId } of corrected) this.violations.push(`holdings of ${conditionId} were corrected`)
        },
      },
      core: { risk: LIMITS, ...options.core },
      server: {
        world: { markets: { count: 3, minSec: 3000, maxSec: 3600 } },
        ...options.server,
      },
    })
    if (!transport) throw new Error('no transport')
    this.transport = transport
    void this.sim.bot.stoppedItself.then((cause) => this.stops.push(inWords(cause)))
    this.sim.bot.start()
  }

  get open(): ConditionId[] {
    const { api } = this.sim
    return api.markets
      .all()
      .map((m) => m.conditionId)
      .filter((id) => api.exchange.market(id)?.status === 'OPEN')
  }

  resting(conditionId?: ConditionId): OrderRecord[] {
    const { exchange } = this.sim.api
    return exchange
      .orders({ account: ACCOUNT, statuses: LIVE, ...(conditionId ? { conditionId } : {}) })
      .filter((o) => o.remainingRaw > 0n)
  }

  /** Both directions rest at the venue. */
  isTwoSided(conditionId: ConditionId): boolean {
    return new Set(this.resting(conditionId).map(netDirection)).size === 2
  }

  /** Runs for `ms`, looking at every step; returns the virtual milliseconds until `until` held, if it did. */
  run(ms: number, until?: () => boolean): number | undefined {
    const end = this.#nowMs + ms
    const start = this.#nowMs
    while (this.#nowMs < end) {
      this.#nowMs += STEP_MS
      this.sim.clock.runUntil(this.#nowMs)
      this.#check()
      if (until?.()) return this.#nowMs - start
    }
    return undefined
  }

  /** A market whose position is at its limit quotes the side that brings it back. */
  allTwoSided(): boolean {
    return this.open.length > 0 && this.open.every((id) => this.isTwoSided(id) || this.#isAtLimit(id))
  }

  #isAtLimit(conditionId: ConditionId): boolean {
    const { approved, refused } = this.sim.bot.core.conclusions().approval(conditionId)
    const net = this.sim.api.exchange.ledger.tokens(ACCOUNT, conditionId).tokensRaw
    const reduces = approved.some((quote) => netDirection(quote) === (net[0] > net[1] ? -1 : 1))
    return reduces && refused.some(({ reason }) => reason === 'market-position')
  }

  /** Cash and tokens as the bot believes, against the venue's own ledger; what differs. */
  async settleAccounts(): Promise<string[]> {
    this.sim.bot.operate('halt', { actor: 'test', reason: 'the end' })
    this.run(20_000, () => this.#differences().length === 0)
    // a promise of the bot is told on the next turn
    await Promise.resolve()
    const found = this.#differences()
    for (const reason of this.stops) found.push(`stopped itself: ${reason}`)
    if (this.sim.faults.length > 0) found.push(`server faults: ${String(this.sim.faults[0])}`)
    return found
  }

  #differences(): string[] {
    const { api, bot } = this.sim
    const found: string[] = []
    const resting = this.resting()
    if (resting.length > 0) found.push(`${resting.length} orders rest after the halt`)
    let cash = START_RAW
    for (const market of bot.core.beliefs.markets.values()) {
      const { tokensRaw, cashFlowRaw } = bot.core.beliefs.positions.position(market)
      const { status } = api.exchange.market(market.conditionId) ?? {}
      cash += cashFlowRaw
      if (status === 'RESOLVED' || status === 'CANCELLED') continue
      const held = api.exchange.ledger.tokens(ACCOUNT, market.conditionId).tokensRaw
      for (const i of [0, 1] as const) {
        if (held[i] !== tokensRaw[i]) found.push(`${market.id} token ${i}: venue ${held[i]}, bot ${tokensRaw[i]}`)
      }
    }
    const total = api.exchange.ledger.collateral(ACCOUNT).totalRaw
    if (total !== cash) found.push(`cash: venue ${total}, bot ${cash}`)
    return found
  }

  /** Orders that the bot does not know the fate of. */
  unknown(): number {
    return [...this.sim.bot.core.beliefs.orders.unknown()].length
  }

  failedFills(): number {
    return this.sim.api.exchange.tradesOf(ACCOUNT).filter((fill) => fill.status === 'failed').length
  }

  fills(): number {
    return this.sim.api.exchange.tradesOf(ACCOUNT).length
  }

  #check(): void {
    const legs = new Map<string, OrderRecord[]>()
    const returned = this.#returned()
    for (const order of this.resting()) {
      if (returned.has(order.hash)) continue
      const leg = `${order.conditionId}/${order.outcome}/${order.side}`
      legs.set(leg, [...(legs.get(leg) ?? []), order])
      if (order.type !== 'POST_ONLY') this.#violated(`an order of type ${order.type}`)
    }
    for (const [leg, orders] of legs) {
      this.mostPerLeg = Math.max(this.mostPerLeg, orders.length)
      if (orders.length > MOST_PER_LEG) this.#violated(`${orders.length} orders rest on ${leg}`)
    }
    for (const conditionId of this.open) {
      if (this.sim.bot.core.beliefs.ledger.isMismatched(conditionId))
        this.#violated(`holdings of ${conditionId} are doubted`)
      this.#checkMarket(conditionId)
    }
  }

  /** Orders that a failed settlement has put back on the book: the venue's doing, not a second order of ours. */
  #returned(): Set<string> {
    const fills = this.sim.api.exchange.tradesOf(ACCOUNT, undefined, 100)
    return new Set(fills.filter(({ status }) => status === 'failed').map(({ hash }) => hash))
  }

  #checkMarket(conditionId: ConditionId): void {
    const resting = this.resting(conditionId)
    const market = this.sim.api.exchange.market(conditionId)
    if (!market) return
    const { ticksPerUnit } = market.spec
    const yes = (o: OrderRecord) => (o.outcome === 0 ? o.price : ticksPerUnit - o.price)
    const bids = resting.filter(isUp)
    const asks = resting.filter((o) => !bids.includes(o))
    for (const bid of bids)
      for (const ask of asks) if (yes(bid) >= yes(ask)) this.#violated(`self-cross in ${conditionId}`)
    const pending = this.sim.api.exchange
      .tradesOf(ACCOUNT, conditionId, 50)
      .filter((fill) => fill.status === 'pending')
      .reduce((net, fill) => net + (isUp(fill) ? fill.sizeRaw : -fill.sizeRaw), 0n)
    const held = this.sim.api.exchange.ledger.tokens(ACCOUNT, conditionId).tokensRaw
    const net = held[0] - held[1] + pending
    const sum = (orders: OrderRecord[]) => orders.reduce((total, o) => total + o.remainingRaw, 0n)
    const limit = BigInt(LIMITS.maxMarketShares) * 1_000_000n
    if (net + sum(bids) > limit || net - sum(asks) < -limit) {
      this.#violated(
        `position of ${conditionId}: ${net}, with orders ${net + sum(bids)} and ${net - sum(asks)}, limit ${limit}`,
      )
    }
  }

  #violated(what: string): void {
    if (this.violations.length < 20) this.violations.push(`at ${this.#nowMs}: ${what}`)
  }
}

/** Whether a fill makes us longer in YES. */
function isUp(order: Pick<OrderRecord, 'outcome' | 'side'>): boolean {
  return netDirection(order) === 1
}
