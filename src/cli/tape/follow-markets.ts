// Follows the selected markets without trading: as a bot selects them and keeps their books whole, and nothing more.

import type { Config } from '../../config/config.js'
import type { ConditionId, Market } from '../../domain/market/market.js'
import type { CancelTimer, Clock } from '../../domain/time.js'
import { MarketFeed } from '../../feed/market-feed.js'
import { marketNews, Selection } from '../../feed/selection.js'
import type { MarketData, MarketDataEvent } from '../../venue/market-data.js'

export interface FollowParts {
  readonly config: Config
  readonly marketData: MarketData
  readonly clock: Clock
  readonly venueMs: () => number
  readonly warn: (message: string) => void
}

const IDS_REFRESH_MS = 60_000
/** The fee is read again this often, and when the venue says that it has changed. */
const FEE_EVERY_MS = 600_000
const RETRY_MS = 2000

export class FollowedMarkets {
  readonly #parts: FollowParts
  readonly #selection: Selection
  readonly #feeds = new Map<ConditionId, MarketFeed>()
  readonly #feeAtMs = new Map<ConditionId, number>()
  #timer: CancelTimer | undefined

  constructor(parts: FollowParts) {
    const { config, marketData, clock, venueMs, warn } = parts
    this.#parts = parts
    this.#selection = new Selection({
      ...{ choice: config.markets, marketData, clock, venueMs, acceptChanges: config.feed.acceptMarketChanges },
      emit: (input) => {
        if (input.kind === 'market') this.#taken(input.market)
        else if (input.kind === 'market-dropped') this.#feeds.delete(input.conditionId)
      },
      looked: () => undefined,
      miscounted: () => undefined,
      changed: ({ question }, change) => warn(`${question}: ${marketNews(change)}`),
      failed: ({ message }) => {
        warn(`the market list could not be read: ${message}`)
        this.#again(RETRY_MS)
      },
    })
  }

  get markets(): readonly Market[] {
    return this.#selection.markets
  }

  start(): void {
    const { marketData } = this.#parts
    marketData.listen((event) => this.#heard(event))
    marketData.start()
    this.#refresh()
  }

  stop(): void {
    this.#timer?.()
    this.#parts.marketData.stop()
  }

  #refresh(): void {
    const { select } = this.#parts.config.markets
    this.#again(select === undefined ? IDS_REFRESH_MS : select.refreshSec * 1000)
    this.#selection.refresh()
  }

  #again(delayMs: number): void {
    this.#timer?.()
    this.#timer = this.#parts.clock.after(delayMs, () => this.#refresh())
  }

  #taken(market: Market): void {
    const { clock } = this.#parts
    const { conditionId } = market
    if (!this.#feeds.has(conditionId)) this.#feeds.set(conditionId, new MarketFeed(conditionId))
    const readAtMs = this.#feeAtMs.get(conditionId) ?? Number.NEGATIVE_INFINITY
    if (clock.monoMs() - readAtMs >= FEE_EVERY_MS) this.#readFee(market)
  }

  #readFee(market: Market): void {
    const { marketData, clock, warn } = this.#parts
    this.#feeAtMs.set(market.conditionId, clock.monoMs())
    marketData.readFee(market, (answer) => {
      if (answer.ok) return
      this.#feeAtMs.delete(market.conditionId)
      warn(`${market.question}: the fee could not be read: ${answer.failure.message}`)
    })
  }

  #heard(event: MarketDataEvent): void {
    if (event.kind === 'link') {
      if (event.state === 'down') for (const feed of this.#feeds.values()) feed.accept(event)
      return
    }
    if (event.kind === 'unwatched') {
      this.#feeds.delete(event.conditionId)
      this.#feeAtMs.delete(event.conditionId)
      return
    }
    if (this.#feeds.get(event.conditionId)?.accept(event).resync) this.#parts.marketData.resync(event.conditionId)
    const market = event.kind === 'fee-changed' ? this.#selection.market(event.conditionId) : undefined
    if (market !== undefined) this.#readFee(market)
  }
}
