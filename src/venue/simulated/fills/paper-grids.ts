// The venue on paper, of which a market's tick or size step may become another. To the exchange each grid of a market is a market of its own:
// under the next one nothing rests at first, and what is held comes over from the one before, as soon as nothing settles there any more.
//
//   the venue's    on which an order must be signed, and the tape is told
//   the bot's      on which everything is told to it, until it takes the market up by the other one

import type { AccountSnapshot, Holding } from '../../../domain/account/account.js'
import { worsePrice } from '../../../domain/amounts/price.js'
import { QuoinError } from '../../../domain/error.js'
import { type ConditionId, type Hex, isFinal, type Market } from '../../../domain/market/market.js'
import { type Grid, isSameGrid } from '../../../domain/market/market-terms.js'
import { type Fill, fillOn } from '../../../domain/orders/fill.js'
import type { OrderDraft, OrderRecord, OrderStatus } from '../../../domain/orders/order.js'
import type { MarketDataEvent } from '../../market-data.js'
import { PaperVenue, type PaperVenueOptions } from './paper-venue.js'

/** A market on one grid, as the exchange has it. */
interface OnGrid extends Grid {
  /** What it is called there. */
  readonly key: ConditionId
  readonly conditionId: ConditionId
}

/** A fill as it is booked, with what its price is counted in. */
export interface FillOnGrid {
  readonly fill: Fill
  readonly grid: Grid | undefined
}

export interface PaperGridsOptions extends Omit<PaperVenueOptions, 'onFillOver'> {
  /** A fill that is listed no longer, oldest first: nothing changes it any more. */
  readonly onFillOver?: (over: FillOnGrid) => void
}

interface Signed {
  readonly draft: OrderDraft
  /** In which its price and its size are counted; absent: in the venue's. */
  readonly grid: Grid | undefined
}

export class PaperGrids {
  readonly #venue: PaperVenue
  /** By market: as it is traded now. */
  readonly #now = new Map<ConditionId, OnGrid>()
  /** Of markets that had more than one grid: all of them, by key. */
  readonly #byKey = new Map<ConditionId, OnGrid>()
  /** Of those: what the bot counts in. */
  readonly #told = new Map<ConditionId, Grid>()
  /** What is left, and is still to settle or to be handed over. */
  readonly #leaving = new Set<OnGrid>()

  constructor(options: PaperGridsOptions) {
    const { recordedBot, onMatch, onFillOver } = options
    const marketOf = (key: ConditionId) => this.#byKey.get(key)?.conditionId ?? key
    this.#venue = new PaperVenue({
      ...options,
      ...(recordedBot && {
        recordedBot: {
          recordedBest: (key) => recordedBot.recordedBest(marketOf(key)),
          shownAt: (key, place) => recordedBot.shownAt(marketOf(key), place),
        },
      }),
      ...(onMatch && {
        onMatch: (trade, isEstimate) => onMatch({ ...trade, conditionId: marketOf(trade.conditionId) }, isEstimate),
      }),
      onFillOver: (fill) => onFillOver?.(this.#onGrid(fill)),
    })
  }

  /** Makes the market tradable; again: follows its status, and its smallest order while it is on the grid that is traded. */
  setMarket(market: Market, nowMs: number): void {
    const { conditionId, ticksPerUnit, lotRaw } = market
    const now = this.#now.get(conditionId)
    if (now === undefined) {
      this.#now.set(conditionId, { key: conditionId, conditionId, ticksPerUnit, lotRaw })
      this.#venue.setMarket(market, nowMs)
    } else if (isSameGrid(now, market)) this.#venue.setMarket({ ...market, conditionId: now.key }, nowMs)
    else this.#venue.follow({ ...market, conditionId: now.key }, nowMs)
  }

  /** The same; where its tick or size step is another, what rests by the former ones is cancelled, and orders must be signed by the new ones. */
  setGrid(market: Market, nowMs: number): void {
    const { conditionId, ticksPerUnit, lotRaw } = market
    const before = this.#now.get(conditionId)
    if (before === undefined || isSameGrid(before, market) || isFinal(market)) {
      this.setMarket(market, nowMs)
      return
    }
    const count = [...this.#byKey.values()].filter((one) => one.conditionId === conditionId).length
    const next = { key: `${conditionId}/${Math.max(count, 1)}` as ConditionId, conditionId, ticksPerUnit, lotRaw }
    if (!this.#told.has(conditionId)) this.#told.set(conditionId, before)
    for (const one of [before, next]) this.#byKey.set(one.key, one)
    this.#now.set(conditionId, next)
    this.#venue.setMarket({ ...market, conditionId: next.key }, nowMs)
    this.#leaving.add(before)
    this.#handOver(nowMs)
  }

  /** The bot counts in these from now on. */
  tellOn(market: Market): void {
    const { conditionId, ticksPerUnit, lotRaw } = market
    if (this.#told.has(conditionId)) this.#told.set(conditionId, { ticksPerUnit, lotRaw })
  }

  onMarketData(event: MarketDataEvent, nowMs: number): void {
    this.#handOver(nowMs)
    const key = event.kind === 'link' ? undefined : this.#now.get(event.conditionId)?.key
    const isOther = event.kind !== 'link' && key !== undefined && key !== event.conditionId
    this.#venue.onMarketData(isOther ? { ...event, conditionId: key } : event, nowMs)
  }

  /** Throws as the venue; `bad-amounts` for one signed on another grid than the venue's. */
  submit({ draft, grid }: Signed, hash: Hex, nowMs: number): OrderRecord {
    this.#handOver(nowMs)
    const now = this.#now.get(draft.conditionId)
    if (now === undefined || this.#told.get(draft.conditionId) === undefined)
      return this.#venue.submit(draft, hash, nowMs)
    if (grid !== undefined && !isSameGrid(grid, now))
      throw new QuoinError('bad-amounts', `price: expected a multiple of 1/${now.ticksPerUnit}, size of ${now.lotRaw}`)
    return this.#venue.submit({ ...draft, conditionId: now.key }, hash, nowMs)
  }

  /** Whether the market had another grid: what was signed before may not fit. */
  hasOther(conditionId: ConditionId): boolean {
    return this.#told.has(conditionId)
  }

  cancel(hash: Hex, nowMs: number): void {
    this.#venue.cancel(hash, nowMs)
  }

  cancelAll(conditionId: ConditionId, nowMs: number): void {
    this.#venue.cancelAll(this.#now.get(conditionId)?.key ?? conditionId, nowMs)
  }

  found(hash: Hex): OrderRecord | undefined {
    const record = this.#venue.found(hash)
    return record && this.told(record)
  }

  order(hash: Hex): OrderRecord {
    return this.#venue.order(hash)
  }

  /** Newest first. */
  orders(filter: { readonly conditionId?: ConditionId; readonly statuses: readonly OrderStatus[] }): OrderRecord[] {
    const { conditionId } = filter
    if (conditionId === undefined || !this.#told.has(conditionId)) return this.#venue.orders(filter)
    const keys = [...this.#byKey.values()].filter((one) => one.conditionId === conditionId).reverse()
    return keys.flatMap(({ key }) => this.#venue.orders({ ...filter, conditionId: key }))
  }

  fills(sinceMs: number): Fill[] {
    return this.#venue.fills(sinceMs)
  }

  /** Every fill that `onFillOver` was not told of, newest first. */
  fillsLeft(): readonly FillOnGrid[] {
    return this.#venue.fills(0).map((fill) => this.#onGrid(fill))
  }

  snapshot(): AccountSnapshot {
    const { collateral, holdings } = this.#venue.snapshot()
    return { collateral, holdings: this.#byKey.size === 0 ? holdings : this.#together(holdings) }
  }

  advance(nowMs: number): void {
    this.#venue.advance(nowMs)
    this.#handOver(nowMs)
  }

  nextDueMs(): number | undefined {
    return this.#venue.nextDueMs()
  }

  /** An order of the exchange as the bot counts it: at the next price that is worse for us, where there is none like it. */
  told(record: OrderRecord): OrderRecord {
    const on = this.#byKey.get(record.conditionId)
    if (on === undefined) return record
    const { conditionId, ticksPerUnit } = on
    const parts = { collateral: BigInt(record.price), tokens: BigInt(ticksPerUnit) }
    return { ...record, conditionId, price: worsePrice(parts, record.side, this.#ticksTold(on)) }
  }

  /** The same of a fill. */
  toldFill(fill: Fill): Fill {
    const on = this.#byKey.get(fill.conditionId)
    if (on === undefined) return fill
    return { ...fillOn(fill, on.ticksPerUnit, this.#ticksTold(on)), conditionId: on.conditionId }
  }

  #ticksTold({ conditionId, ticksPerUnit }: OnGrid): number {
    return this.#told.get(conditionId)?.ticksPerUnit ?? ticksPerUnit
  }

  #onGrid(fill: Fill): FillOnGrid {
    const on = this.#byKey.get(fill.conditionId)
    return on === undefined ? { fill, grid: undefined } : { fill: { ...fill, conditionId: on.conditionId }, grid: on }
  }

  #handOver(nowMs: number): void {
    for (const left of this.#leaving) {
      const { key } = this.#now.get(left.conditionId) ?? left
      if (this.#venue.handOver(left.key, key, nowMs)) this.#leaving.delete(left)
    }
  }

  /** One holding for each market. */
  #together(holdings: readonly Holding[]): Holding[] {
    const sums = new Map<ConditionId, Holding>()
    for (const holding of holdings) {
      const conditionId = this.#byKey.get(holding.conditionId)?.conditionId ?? holding.conditionId
      const before = sums.get(conditionId)
      sums.set(conditionId, before === undefined ? { ...holding, conditionId } : plus(before, holding))
    }
    return [...sums.values()]
  }
}

/** Order and grid: prices and sizes are counted in that. */
export function signedBody(
  order: { readonly hash: Hex; readonly draft: OrderDraft },
  { ticksPerUnit, lotRaw }: Market,
): string {
  return JSON.stringify({ ...order, ticksPerUnit, lotRaw: `${lotRaw}` })
}

export function gridOf(body: string): Grid | undefined {
  const found = /"ticksPerUnit":(\d+),"lotRaw":"(\d+)"}$/.exec(body)
  return found === null ? undefined : { ticksPerUnit: Number(found[1]), lotRaw: BigInt(found[2] ?? 0) }
}

function plus(a: Holding, b: Holding): Holding {
  const sum = (key: 'tokensRaw' | 'lockedRaw' | 'pendingRaw') => [a[key][0] + b[key][0], a[key][1] + b[key][1]] as const
  return {
    conditionId: a.conditionId,
    ...{ tokensRaw: sum('tokensRaw'), lockedRaw: sum('lockedRaw'), pendingRaw: sum('pendingRaw') },
  }
}
