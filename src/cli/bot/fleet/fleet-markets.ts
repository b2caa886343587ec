// The markets that a bot divides with others: by the Redis of the configuration, or by a fixed share.

import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { MarketClaiming } from '../../../bot/claim-desk.js'
import type { Config } from '../../../config/config.js'
import type { Address, ConditionId, Market } from '../../../domain/market/market.js'
import type { FleetView } from '../../../domain/run/market-claim.js'
import type { TradingMode } from '../../../domain/run/trading-mode.js'
import type { Clock } from '../../../domain/time.js'
import { orderLifetimeSec } from '../../../execution/planning/lifetime.js'
import { FixedShare } from '../../../fleet/markets/fixed-share.js'
import { MarketClaims } from '../../../fleet/markets/market-claims.js'
import { redisClient } from '../../../fleet/redis-client.js'
import type { HttpRequest } from '../../../venue/session/transport.js'
import { fleetRedis } from '../../fleet-redis.js'
import { fleetName } from './fleet-name.js'

export interface FleetMarketsParts {
  readonly config: Config
  /** That counts now. */
  readonly inForce: () => Pick<Config, 'execution'>
  readonly mode: TradingMode
  readonly clock: Clock
  readonly logger: Readonly<Record<'info' | 'warn', (message: string) => void>>
}

interface Divided extends MarketClaiming {
  readonly view: FleetView
  close(isAllClear: boolean): Promise<void>
}

export class FleetMarkets implements MarketClaiming {
  readonly #parts: FleetMarketsParts
  readonly #ids = new Map<string, ConditionId>()
  #wallet: { readonly account: Address; readonly fence: number } | undefined
  #divided: Divided | undefined
  #isOver = false

  constructor(parts: FleetMarketsParts) {
    this.#parts = parts
  }

  /** `undefined` where all markets are this bot's. */
  get claims(): MarketClaiming | undefined {
    return this.#parts.config.fleet.markets === undefined ? undefined : this
  }

  /** A live bot is its wallet, by the number of its lease; on paper each process is a bot of its own. */
  trades(wallet: { readonly account: Address; readonly fence: number }): void {
    this.#wallet = wallet
  }

  start(bot: Parameters<MarketClaiming['start']>[0]): void {
    this.#divided = this.#open()
    this.#divided?.start(bot)
  }

  selected(market: Market): void {
    this.#ids.set(market.id, market.conditionId)
    this.#divided?.selected(market)
  }

  refusal(conditionId: ConditionId): string | undefined {
    return this.#isOver ? 'the bot ends' : this.#divided?.refusal(conditionId)
  }

  /** Why an order may not leave: the last check before the wire. */
  lastCheck({ params }: Pick<HttpRequest, 'params'>): string | undefined {
    if (this.claims === undefined) return undefined
    const conditionId = this.#ids.get(params?.['id'] ?? '')
    return conditionId === undefined ? 'not a market of this bot' : this.refusal(conditionId)
  }

  get view(): FleetView | undefined {
    return this.#divided?.view
  }

  /** `isClean`: a list has shown that nothing rests. */
  async end(isClean: boolean): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    await this.#divided?.close(isClean)
  }

  #open(): Divided | undefined {
    const { config, logger, clock, mode } = this.#parts
    const { markets, leaseSec } = config.fleet
    if (markets === undefined) return undefined
    if (markets.fixed !== undefined) {
      const { bot, of } = markets.fixed
      const share = `takes the share ${bot} of ${of} of its markets by itself`
      logger.warn(`fleet ${markets.name}: without fleet.redis this bot ${share}; what another leaves is not taken over`)
      return new FixedShare({ name: markets.name, bot, of })
    }
    const address = fleetRedis(config)
    if (address === undefined) return undefined
    const leaseMs = leaseSec * 1000
    const heard = {
      onAway: (reason: string) => logger.warn(`redis ${address.shown}, which divides the markets, is away: ${reason}`),
      onBack: () => logger.info(`redis ${address.shown}, which divides the markets, is back`),
    }
    const place = `${hostname()}:${process.pid}`
    const account = this.#wallet?.account.toLowerCase()
    return new MarketClaims({
      redis: redisClient(address, heard, { maxRetriesPerRequest: 1, commandTimeout: leaseMs / 6 }),
      ...{ shown: address.shown, fleet: fleetName(config, mode), leaseMs, clock, weight: markets.weight },
      fleetName: markets.name,
      bot: account ?? randomUUID(),
      label: account === undefined ? place : `${account.slice(0, 8)} on ${place}`,
      run: this.#wallet?.fence ?? 1,
      restMs: () => (mode === 'paper' ? 0 : this.#restMs()),
    })
  }

  /** The longest life of an order, and what it may rest beyond by the clocks. */
  #restMs(): number {
    const { config, inForce } = this.#parts
    const { execution } = inForce()
    const life = orderLifetimeSec({
      configured: execution.orderLifetimeSec,
      ...{ quotes: Number.POSITIVE_INFINITY, writesPerMinute: 1, ...config.venue.profile.orders },
    })
    return (life + 1 + execution.unknownGraceSec) * 1000
  }
}
