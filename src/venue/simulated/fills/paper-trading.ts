// Paper trading: the `Trading` port over simulated fills. Nothing that writes ever leaves the process.
//
//   request --its way--> simulated venue --its way back--> answer         own events arrive late, in their order
//
// Reads show the account as it was when they arrived. Hashes come from a counter and the moment of
// creation, so that two runs over one journal do not share any.
// Who pays is charged as the venue would, so that a bot on paper paces itself as a live one does.

import { type Answer, QuoinError, toFailure } from '../../../domain/error.js'
import type { Address, Hex, Market } from '../../../domain/market/market.js'
import type { Fill } from '../../../domain/orders/fill.js'
import type { OrderDraft, OrderRecord } from '../../../domain/orders/order.js'
import { MOST_CANCELS } from '../../../domain/orders/order.js'
import type { PermitDesk } from '../../../domain/permit.js'
import { aboutOrder, type RequestKind } from '../../../domain/run/sent-message.js'
import type { CancelTimer, Clock } from '../../../domain/time.js'
import type { MarketDataEvent } from '../../market-data.js'
import type { CancelResult, SignedOrder, SubmitResult, Trading, TradingEvent } from '../../trading.js'
import { charged } from './charged.js'
import type { Latency } from './latency.js'
import { NewsDelay } from './news-delay.js'
import { type FillOnGrid, gridOf, PaperGrids, signedBody } from './paper-grids.js'
import type { PaperVenueOptions } from './paper-venue.js'

export interface PaperTradingOptions {
  readonly account: Address
  readonly clock: Clock
  readonly latency: Latency
  /** Takers always pay the rate they signed. */
  readonly fees: { readonly makerPays: boolean }
  readonly startCollateralRaw: bigint
  readonly settlementDelayMs: number
  /** `insideRandom`: also estimates what no tape proves. */
  readonly fillModel: Pick<
    PaperVenueOptions,
    'queue' | 'insideRandom' | 'unseenTakers' | 'recordedBot' | 'toldWithinMs'
  >
  /** The venue's clock; default the local wall clock. */
  readonly venueMs?: () => number
  /** An order is not matched any more this long before its expiration. Default 5000. */
  readonly stopMatchingBeforeMs?: number
  /** One of our orders was matched at the venue; the bot hears of it later. */
  readonly onMatch?: PaperVenueOptions['onMatch']
  readonly onFillOver?: (over: FillOnGrid) => void
}

export interface PaperTrading extends Trading {
  /** Every event of the real or recorded market data, in order. */
  onMarketData(event: MarketDataEvent): void
  /** Told of each of our orders as soon as the bot hears of it; one listener. */
  onOrderTold(listener: (record: OrderRecord) => void): void
  /** Every match of ours that `onFillOver` was not told of, newest first, as the venue has it now. */
  fillsLeft(): readonly FillOnGrid[]
  /** A market to trade, or its news. `sign` and `cancelAll` call it themselves. */
  setMarket(market: Market): void
  /** The same, with its tick and size step: where they are others, what rests is cancelled, and orders must be signed by them. */
  setGrid(market: Market): void
  /** The bot has taken the market up by these: all is told by them from now on. */
  tellOn(market: Market): void
}

export function createPaperTrading(options: PaperTradingOptions): PaperTrading {
  return new SimulatedTrading(options)
}

/** Longest single sleep: timers of some clocks overflow beyond 24 days. */
const MAX_SLEEP_MS = 3_600_000

class SimulatedTrading implements PaperTrading {
  readonly account: Address
  readonly #options: PaperTradingOptions
  readonly followsGrid = true
  readonly #venue: PaperGrids
  readonly #hashPrefix: string
  #hashes = 0
  #listener: (event: TradingEvent) => void = () => {}
  #orderTold: (record: OrderRecord) => void = () => {}
  #running = false
  readonly #news: NewsDelay
  #timer: { readonly dueMs: number; readonly stop: CancelTimer } | undefined

  constructor(options: PaperTradingOptions) {
    this.account = options.account
    this.#options = options
    this.#news = new NewsDelay(options.clock, options.latency)
    this.#hashPrefix = Math.floor(options.clock.wallMs()).toString(16).padStart(16, '0')
    this.#venue = new PaperGrids({
      account: options.account,
      startCollateralRaw: options.startCollateralRaw,
      fees: options.fees,
      settlementDelayMs: options.settlementDelayMs,
      ...options.fillModel,
      stopMatchingBeforeMs: options.stopMatchingBeforeMs ?? 5000,
      onOrder: (record) => this.#tell({ kind: 'order', record }),
      onBalance: () => this.#tell({ kind: 'account-changed' }),
      ...(options.onMatch === undefined ? {} : { onMatch: options.onMatch }),
      ...(options.onFillOver === undefined ? {} : { onFillOver: options.onFillOver }),
    })
  }

  listen(listener: (event: TradingEvent) => void): void {
    this.#listener = listener
  }

  onOrderTold(listener: (record: OrderRecord) => void): void {
    this.#orderTold = listener
  }

  fillsLeft(): readonly FillOnGrid[] {
    return this.#venue.fillsLeft()
  }

  start(): void {
    this.#running = true
    this.#tell({ kind: 'signed-in', untilVenueMs: Number.MAX_SAFE_INTEGER })
    this.#schedule()
  }

  /** Events end; requests under way are still answered. */
  stop(): void {
    this.#running = false
    this.#timer?.stop()
    this.#timer = undefined
  }

  onMarketData(event: MarketDataEvent): void {
    this.#venue.onMarketData(event, this.#nowMs())
    this.#schedule()
  }

  setMarket(market: Market): void {
    this.#venue.setMarket(market, this.#nowMs())
    this.#schedule()
  }

  setGrid(market: Market): void {
    this.#venue.setGrid(market, this.#nowMs())
    this.#schedule()
  }

  tellOn(market: Market): void {
    this.#venue.tellOn(market)
  }

  sign(draft: OrderDraft, market: Market, done: (answer: Answer<SignedOrder>) => void): void {
    this.#hashes += 1
    const hash: Hex = `0x${this.#hashPrefix}${this.#hashes.toString(16).padStart(48, '0')}`
    this.#answer(0, done, () => {
      this.setMarket(market)
      return { hash, draft, marketId: market.id, body: signedBody({ hash, draft }, market) }
    })
  }

  submit(
    { hash, draft, body }: SignedOrder,
    done: (answer: Answer<SubmitResult>) => void,
    paidFrom?: PermitDesk,
  ): void {
    this.#request({ kind: 'submit', about: aboutOrder(draft) }, charged(done, paidFrom, 'write'), () => {
      const signed = { draft, grid: this.#venue.hasOther(draft.conditionId) ? gridOf(body) : undefined }
      const { status } = this.#venue.submit(signed, hash, this.#nowMs())
      return { hash, status }
    })
  }

  cancelMany(hashes: readonly Hex[], done: (answer: Answer<CancelResult>) => void, paidFrom?: PermitDesk): void {
    this.#request({ kind: 'cancel', about: this.#about(hashes) }, charged(done, paidFrom, 'cancel'), () => {
      if (hashes.length === 0 || hashes.length > MOST_CANCELS) {
        throw new QuoinError('bad-argument', `hashes: expected 1 to ${MOST_CANCELS}, got ${hashes.length}`)
      }
      const cancelled: Hex[] = []
      const failed: { hash: Hex; error: string }[] = []
      for (const hash of new Set(hashes)) {
        const error = this.#cancel(hash)
        if (error === undefined) cancelled.push(hash)
        else failed.push({ hash, error })
      }
      return { cancelled, failed }
    })
  }

  cancelAll(market: Market, done: (answer: Answer<void>) => void): void {
    this.#request({ kind: 'cancel' }, done, () => {
      this.setMarket(market)
      this.#venue.cancelAll(market.conditionId, this.#nowMs())
    })
  }

  readOrder(hash: Hex, done: (answer: Answer<OrderRecord>) => void, paidFrom?: PermitDesk): void {
    const told = (order: OrderRecord) => this.#venue.told(order)
    this.#read(charged(done, paidFrom, 'read'), () => this.#venue.order(hash), told)
  }

  listOrders(
    filter: Parameters<Trading['listOrders']>[0],
    done: (answer: Answer<readonly OrderRecord[]>) => void,
    paidFrom?: PermitDesk,
  ): void {
    const told = (orders: readonly OrderRecord[]) => orders.map((order) => this.#venue.told(order))
    this.#read(charged(done, paidFrom, 'read'), () => this.#venue.orders(filter), told)
  }

  listFills(sinceVenueMs: number, done: Parameters<Trading['listFills']>[1], paidFrom?: PermitDesk): void {
    const told = (fills: readonly Fill[]) => fills.map((fill) => this.#venue.toldFill(fill))
    this.#read(charged(done, paidFrom, 'read'), () => this.#venue.fills(sinceVenueMs), told)
  }

  readAccount(done: Parameters<Trading['readAccount']>[0], paidFrom?: PermitDesk): void {
    // holdings and balances
    this.#read(charged(charged(done, paidFrom, 'read'), paidFrom, 'read'), () => this.#venue.snapshot())
  }

  #cancel(hash: Hex): string | undefined {
    try {
      this.#venue.cancel(hash, this.#nowMs())
      return undefined
    } catch (error) {
      return toFailure(error).message
    }
  }

  #nowMs(): number {
    return this.#options.venueMs?.() ?? this.#options.clock.wallMs()
  }

  #tell(event: TradingEvent): void {
    if (!this.#running) return
    const about = event.kind === 'order' ? aboutOrder(this.#venue.told(event.record)) : undefined
    this.#options.clock.after(this.#news.nextMs(event.kind, about), () => {
      if (!this.#running) return
      // by what the bot counts in when it hears of it
      const told = event.kind === 'order' ? { ...event, record: this.#venue.told(event.record) } : event
      this.#listener(told)
      if (told.kind === 'order') this.#orderTold(told.record)
    })
  }

  /** `told`: as the bot counts it when the answer comes. */
  #read<T>(done: (answer: Answer<T>) => void, work: () => T, told: (value: T) => T = (value) => value): void {
    const answered = (answer: Answer<T>) => done(answer.ok ? { ok: true, value: told(answer.value) } : answer)
    this.#request({ kind: 'read' }, answered, () => {
      this.#venue.advance(this.#nowMs())
      return work()
    })
  }

  /** Carried out on arrival, answered later. */
  #request<T>(
    { kind, about }: { readonly kind: RequestKind; readonly about?: string | undefined },
    done: (answer: Answer<T>) => void,
    work: () => T,
  ): void {
    const { thereMs, backMs } = this.#options.latency.trip(kind, about)
    this.#options.clock.after(thereMs, () => {
      this.#answer(backMs, done, work)
      this.#schedule()
    })
  }

  #about([first]: readonly Hex[]): string | undefined {
    const order = first && this.#venue.found(first)
    return order && aboutOrder(order)
  }

  #answer<T>(delayMs: number, done: (answer: Answer<T>) => void, work: () => T): void {
    const answer = attempt(work)
    this.#options.clock.after(delayMs, () => done(answer))
  }

  /** Wakes up for the next settlement, expiry or end of a market. */
  #schedule(): void {
    const dueMs = this.#venue.nextDueMs()
    if (!this.#running || dueMs === undefined || this.#timer?.dueMs === dueMs) return
    this.#timer?.stop()
    const sleepMs = Math.min(Math.max(0, dueMs - this.#nowMs()), MAX_SLEEP_MS)
    const stop = this.#options.clock.after(sleepMs, () => {
      this.#timer = undefined
      this.#venue.advance(this.#nowMs())
      this.#schedule()
    })
    this.#timer = { dueMs, stop }
  }
}

function attempt<T>(work: () => T): Answer<T> {
  try {
    return { ok: true, value: work() }
  } catch (error) {
    return { ok: false, failure: toFailure(error) }
  }
}
