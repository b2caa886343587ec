// Follows the selected markets without trading: as a bot selects them and keeps their books whole, and nothing more.

import type { Config } from '../../config/config.js'
import type { ConditionId, Market } from '../../domain/market/market.js'
import type { CancelTimer, Clock } from '../../domain/time.js'
import { type FeedEvent, MarketFeed } from '../../feed/market-feed.js'
import { lookEveryMs } from '../../feed/select-markets.js'
import { type MarketChange, Selection } from '../../feed/selection.js'
import type { MarketData, MarketDataEvent } from '../../venue/market-data.js'

export interface FollowParts {
  readonly config: Config
  readonly marketData: MarketData
  readonly clock: Clock
  readonly venueMs: () => number
  readonly warn: (message: string) => void
}

/** Least time between two looks at the markets where only a book hints at other terms. */
const OFF_TERMS_GAP_MS = 10_000
/** The fee is read again this often, and when the venue says that it has changed. */
const FEE_EVERY_MS = 600_000
const RETRY_MS = 2000

function changeNews({ accepted, detail }: MarketChange): string {
  if (detail === undefined) return 'the market is again what it was'
  const terms = accepted ? 'its new terms' : 'the terms that it was taken up with'
  return `the market has changed, and is recorded by ${terms}: ${detail}`
}

export class FollowedMarkets {
  readonly #parts: FollowParts
  readonly #selection: Selection
  readonly #feeds = new Map<ConditionId, MarketFeed>()
  readonly #feeAtMs = new Map<ConditionId, number>()
  /** Markets whose book is not there. */
  readonly #lost = new Set<ConditionId>()
  /** Until a snapshot of the market's book may be asked for, or asked for again. */
  readonly #asked = new Map<ConditionId, CancelTimer>()
  #timer: CancelTimer | undefined
  #refreshedMs = Number.NEGATIVE_INFINITY

  constructor(parts: FollowParts) {
    const { config, marketData, clock, venueMs, warn } = parts
    this.#parts = parts
    this.#selection = new Selection({
      ...{ choice: config.markets, marketData, clock, venueMs, acceptChanges: config.feed.acceptMarketChanges },
      emit: (input) => {
        if (input.kind === 'market') this.#taken(input.market)
        else if (input.kind === 'market-dropped') this.#forget(input.conditionId)
      },
      looked: () => undefined,
      miscounted: () => undefined,
      // nothing of ours is ever counted by a former tick or size step
      isClear: () => true,
      changed: ({ question }, change) => warn(`${question}: ${changeNews(change)}`),
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
    for (const conditionId of this.#asked.keys()) this.#forget(conditionId)
    this.#parts.marketData.stop()
  }

  #refresh(): void {
    this.#refreshedMs = this.#parts.clock.monoMs()
    this.#again(lookEveryMs(this.#parts.config.markets))
    this.#selection.refresh()
  }

  #again(delayMs: number): void {
    this.#timer?.()
    this.#timer = this.#parts.clock.after(delayMs, () => this.#refresh())
  }

  #taken(market: Market): void {
    const { clock } = this.#parts
    const { conditionId } = market
    if (!this.#feeds.has(conditionId)) {
      this.#feeds.set(conditionId, new MarketFeed(conditionId))
      this.#lost.add(conditionId)
    } else if (this.#lost.has(conditionId) && !this.#asked.has(conditionId)) this.#awaitBook(conditionId)
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
      if (event.state === 'down') for (const conditionId of this.#feeds.keys()) this.#ordered(conditionId, event)
      return
    }
    if (event.kind === 'unwatched') {
      this.#forget(event.conditionId)
      this.#feeAtMs.delete(event.conditionId)
      return
    }
    this.#ordered(event.conditionId, event)
    if (event.kind === 'subscribed') this.#subscribed(event)
    const market = event.kind === 'fee-changed' ? this.#selection.market(event.conditionId) : undefined
    if (market !== undefined) this.#readFee(market)
  }

  #ordered(conditionId: ConditionId, event: FeedEvent): void {
    const { inputs = [], resync = false } = this.#feeds.get(conditionId)?.accept(event) ?? {}
    for (const input of inputs) {
      if (input.kind !== 'feed') continue
      if (input.health === 'live') this.#lost.delete(conditionId)
      else this.#lost.add(conditionId)
      if (input.reason.startsWith('unreadable')) this.#hinted()
    }
    if (resync) this.#resync(conditionId)
  }

  /** The room is refused, or is ours and its first book on the way, which may be lost. */
  #subscribed({ conditionId, accepted, reason }: Extract<MarketDataEvent, { kind: 'subscribed' }>): void {
    const { question } = this.#selection.market(conditionId) ?? {}
    if (!accepted) this.#parts.warn(`${question ?? conditionId}: the venue refuses its feed: ${reason ?? 'no reason'}`)
    if (!this.#asked.has(conditionId)) this.#awaitBook(conditionId)
  }

  /** What cannot be read may be told by another tick or size step. */
  #hinted(): void {
    if (this.#parts.clock.monoMs() - this.#refreshedMs >= OFF_TERMS_GAP_MS) this.#refresh()
  }

  /** Its answer may come too late to count, or not at all: asked again until the book is there, and not at each event that it is lost by. */
  #resync(conditionId: ConditionId): void {
    if (this.#asked.has(conditionId)) return
    this.#awaitBook(conditionId)
    this.#parts.marketData.resync(conditionId)
  }

  #awaitBook(conditionId: ConditionId): void {
    const again = this.#parts.clock.after(RETRY_MS, () => {
      this.#asked.delete(conditionId)
      // one that is closed may have no book any more
      const isOpen = this.#selection.market(conditionId)?.status === 'OPEN'
      if (isOpen && this.#lost.has(conditionId)) this.#resync(conditionId)
    })
    this.#asked.set(conditionId, again)
  }

  #forget(conditionId: ConditionId): void {
    this.#asked.get(conditionId)?.()
    this.#asked.delete(conditionId)
    this.#lost.delete(conditionId)
    this.#feeds.delete(conditionId)
  }
}
