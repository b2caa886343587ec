// The fills of a running bot as it hears of them: an order's record says first that something was matched, the list of fills says later what it
// was. Bounded: of a long run the oldest are counted and let go.
//
//   heard    the record has grown: the moment at which the others' mid is looked at
//   listed   the venue's own words on a match: price, size, fee, status
//   rest     matched and not listed yet, at the end: at the order's price, with the fee that the bot assumes, as in its own books, one for
//            each time that its record has grown
//
// Their times are by this machine's clock, as the looks at the markets are and a tape is: the venue's may be seconds from it.

import { feeRaw } from '../../domain/amounts/money.js'
import type { ConditionId, Hex, Market } from '../../domain/market/market.js'
import type { Fill } from '../../domain/orders/fill.js'
import type { OrderRecord } from '../../domain/orders/order.js'
import { isForeign, matchedRawOf, type OwnOrder, pendingRawOf } from '../../domain/orders/own-order.js'
import type { CoreEvent } from '../../domain/run/core-event.js'
import { SinceStart } from '../../domain/run/since-start.js'
import type { RunFill } from '../result.js'
import { type Mids, type MidsAfterOptions, midsAfter, NO_MIDS } from './mids-after.js'
import { runFill } from './run-fill.js'

export interface OwnFillsOptions extends MidsAfterOptions {
  readonly market: (conditionId: ConditionId) => Market | undefined
  /** Our order as the bot believes in it; `undefined` where it is not known, or was forgotten. */
  readonly order: (hash: Hex) => OwnOrder | undefined
  readonly makerPaysFee: boolean
  /** Matches kept, in all markets together; 20,000 by default. */
  readonly most?: number
}

interface Heard extends Mids {
  readonly raw: bigint
  readonly wallMs: number
}

interface Listed extends Fill {
  /** That its price is counted in; absent before its market is known. */
  readonly ticksPerUnit: number | undefined
  /** When it happened. */
  readonly wallMs: number
}

interface OrderNotes {
  readonly conditionId: ConditionId
  heardRaw: bigint
  readonly heard: Heard[]
  readonly fills: Map<string, Listed>
}

/** Fills and shares that are not listed any more. */
export interface LeftOut {
  fills: number
  shares: number
}

const MOST_FILLS = 20_000

export class OwnFills {
  readonly #options: OwnFillsOptions
  /** Orders of which something was matched, in the order in which that was heard. */
  readonly #orders = new Map<Hex, OrderNotes>()
  readonly #byTrade = new Map<string, readonly OrderNotes[]>()
  readonly #leftOut = new Map<ConditionId, LeftOut>()
  /** The last orders that were let go: what is told of them again is no news. */
  readonly #gone = new Set<Hex>()
  readonly #most: number
  #kept = 0
  readonly #sinceStart = new SinceStart()
  /** Fills from before are those of a former run, or of one whose wallet was waited for. */
  #startVenueMs = Number.NEGATIVE_INFINITY

  constructor(options: OwnFillsOptions) {
    this.#options = options
    this.#most = options.most ?? MOST_FILLS
  }

  /** All events of the run, from the first on. */
  hear(event: CoreEvent): void {
    this.#startVenueMs = this.#sinceStart.startVenueMs(event.at)
    switch (event.kind) {
      case 'order':
        this.#record(event.record, event)
        break
      case 'orders-listed':
        for (const record of event.records) this.#record(record, event)
        break
      case 'looked-up':
        if (event.record !== undefined) this.#record(event.record, event)
        break
      case 'fills-listed':
        for (const fill of event.fills) this.#listed(fill, event)
        break
      case 'settlement':
        this.#settled(event.tradeId, event.status)
        break
    }
  }

  /** In the order of time. */
  fills(): RunFill[] {
    return [...this.#orders].flatMap(([hash, notes]) => this.#fillsOf(hash, notes)).sort((a, b) => a.atMs - b.atMs)
  }

  leftOut(): ReadonlyMap<string, LeftOut> {
    return this.#leftOut
  }

  /** Single matches of former runs are not followed: what they had by our start belongs to what was held then. */
  #record({ hash, conditionId, filledRaw, pendingRaw }: OrderRecord, { at }: CoreEvent): void {
    const matchedRaw = filledRaw + pendingRaw
    const known = this.#orders.get(hash)
    if (known === undefined && (matchedRaw === 0n || !this.#isPlaced(hash))) return
    const notes = known ?? this.#begin(hash, conditionId)
    if (notes === undefined) return
    if (matchedRaw > notes.heardRaw) this.#hear(notes, matchedRaw - notes.heardRaw, at.wallMs)
    notes.heardRaw = matchedRaw
  }

  #listed(fill: Fill, { at }: CoreEvent): void {
    const { hash, conditionId, tradeId } = fill
    let notes = this.#orders.get(hash)
    if (notes === undefined) {
      if (!this.#isPlaced(hash) && fill.venueMs < this.#startVenueMs) return
      notes = this.#begin(hash, conditionId)
    }
    if (notes === undefined) return
    const isNew = !notes.fills.has(tradeId)
    notes.fills.set(tradeId, this.#asListed(fill, notes.fills.get(tradeId), at))
    if (!isNew) return
    this.#byTrade.set(tradeId, [...(this.#byTrade.get(tradeId) ?? []), notes])
    const unheardRaw = listedRaw(notes) - notes.heardRaw
    if (unheardRaw > 0n) {
      this.#hear(notes, unheardRaw, at.wallMs)
      notes.heardRaw += unheardRaw
    }
  }

  /** Its price and its time as it was listed first, in the ticks and by the clocks of then: these may become others. */
  #asListed(fill: Fill, known: Listed | undefined, { wallMs, venueMs }: CoreEvent['at']): Listed {
    if (known === undefined) {
      const ticksPerUnit = this.#options.market(fill.conditionId)?.ticksPerUnit
      return { ...fill, ticksPerUnit, wallMs: fill.venueMs + wallMs - venueMs }
    }
    return { ...fill, price: known.price, ticksPerUnit: known.ticksPerUnit, wallMs: known.wallMs }
  }

  #settled(tradeId: string, status: 'settled' | 'failed'): void {
    for (const { fills } of this.#byTrade.get(tradeId) ?? []) {
      const fill = fills.get(tradeId)
      if (fill !== undefined) fills.set(tradeId, { ...fill, status })
    }
  }

  #isPlaced(hash: Hex): boolean {
    const order = this.#options.order(hash)
    return order !== undefined && !isForeign(order)
  }

  #begin(hash: Hex, conditionId: ConditionId): OrderNotes | undefined {
    if (this.#gone.has(hash)) return undefined
    const notes: OrderNotes = { conditionId, heardRaw: 0n, heard: [], fills: new Map() }
    this.#orders.set(hash, notes)
    return notes
  }

  #hear(notes: OrderNotes, raw: bigint, wallMs: number): void {
    notes.heard.push({ raw, wallMs, ...midsAfter(notes.conditionId, this.#options) })
    this.#kept += 1
    if (this.#kept > this.#most) this.#letGoOfOldest()
  }

  #letGoOfOldest(): void {
    const [oldest] = this.#orders
    if (oldest === undefined) return
    const [hash, notes] = oldest
    const gone = this.#fillsOf(hash, notes)
    const sum = this.#leftOut.get(notes.conditionId) ?? { fills: 0, shares: 0 }
    this.#leftOut.set(notes.conditionId, sum)
    sum.fills += gone.length
    sum.shares += gone.reduce((total, { status, shares }) => total + (status === 'failed' ? 0 : shares), 0)
    this.#orders.delete(hash)
    for (const tradeId of notes.fills.keys()) this.#byTrade.delete(tradeId)
    this.#kept -= notes.heard.length
    this.#gone.add(hash)
    const [first] = this.#gone
    if (this.#gone.size > this.#most && first !== undefined) this.#gone.delete(first)
  }

  #fillsOf(hash: Hex, notes: OrderNotes): RunFill[] {
    const market = this.#options.market(notes.conditionId)
    if (market === undefined) return []
    const listed = [...notes.fills.values()].sort((a, b) => a.venueMs - b.venueMs)
    let passedRaw = 0n
    const fills = listed.map((fill) => {
      const mids = heardAt(notes, passedRaw)
      passedRaw += fill.sizeRaw
      const { ticksPerUnit = market.ticksPerUnit, wallMs } = fill
      const told = runFill(fill, { ...market, ticksPerUnit }, { isEstimate: false, ...midsOf(mids) })
      return { ...told, atMs: wallMs }
    })
    return [...fills, ...this.#rest(hash, notes, market)]
  }

  /** What is matched and in no list yet: settled but for what the order says is pending, which is the newest of it. */
  #rest(hash: Hex, notes: OrderNotes, market: Market): RunFill[] {
    const order = this.#options.order(hash)
    if (order === undefined || isForeign(order)) return []
    const { outcome, side, price, feeRateBps } = order.draft
    const { ticksPerUnit, conditionId } = market
    let restRaw = matchedRawOf(order) - listedRaw(notes)
    let pendingRaw = pendingRawOf(order) - listedRaw(notes, 'pending')
    const rest: RunFill[] = []
    for (const [index, heard] of [...notes.heard.entries()].reverse()) {
      if (restRaw <= 0n) break
      const sizeRaw = index > 0 && heard.raw < restRaw ? heard.raw : restRaw
      const status = pendingRaw > 0n ? 'pending' : 'settled'
      restRaw -= sizeRaw
      pendingRaw -= sizeRaw
      const fill: Fill = {
        ...{ tradeId: '', hash, conditionId, outcome, side, price, sizeRaw },
        feeRaw: this.#options.makerPaysFee ? feeRaw({ side, price, tokensRaw: sizeRaw, feeRateBps, ticksPerUnit }) : 0n,
        ...{ liquidity: 'maker', status, venueMs: heard.wallMs },
      }
      rest.unshift(runFill(fill, market, { isEstimate: false, ...midsOf(heard) }))
    }
    return rest
  }
}

/** Listed matches that stand, or those that wait for their settlement. */
function listedRaw({ fills }: OrderNotes, which: 'standing' | 'pending' = 'standing'): bigint {
  let sum = 0n
  for (const { status, sizeRaw } of fills.values())
    if (which === 'pending' ? status === 'pending' : status !== 'failed') sum += sizeRaw
  return sum
}

/** What was heard when the order had been matched so far. */
function heardAt({ heard }: OrderNotes, passedRaw: bigint): Heard | undefined {
  let sum = 0n
  for (const one of heard) {
    sum += one.raw
    if (sum > passedRaw) return one
  }
  return heard.at(-1)
}

const midsOf = (heard: Heard | undefined): Mids =>
  heard === undefined ? NO_MIDS : { midAfter: heard.midAfter, ...(heard.mid === undefined ? {} : { mid: heard.mid }) }

/** Shares of all markets that are not listed any more. */
export function allLeftOut(leftOut: ReadonlyMap<string, LeftOut>): LeftOut {
  const sum = { fills: 0, shares: 0 }
  for (const { fills, shares } of leftOut.values()) {
    sum.fills += fills
    sum.shares += shares
  }
  return sum
}
