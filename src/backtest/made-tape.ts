// A tape of the sandbox's markets as a recorder beside it would have written: no bot, no server, one generator. The same options make the same.

import type { ConditionId, Market } from '../domain/market/market.js'
import { type Random, seededRandom } from '../domain/random.js'
import type { TapeEvent, TapeRecord } from '../recording/tape-record.js'
import type { MarketDataEvent } from '../venue/market-data.js'
import { Exchange, type ExchangeEvent } from '../venue/simulated/exchange/exchange.js'
import type { Archive } from '../venue/simulated/exchange/rows/archive.js'
import type { MarketListing } from '../venue/simulated/traders/market-draw.js'
import type { WorldConfig } from '../venue/simulated/traders/schema.js'
import { World } from '../venue/simulated/traders/world.js'

export interface MadeTapeOptions {
  readonly seed: number
  readonly world: WorldConfig
  /** Venue time of the beginning, unix milliseconds. */
  readonly startMs: number
  readonly durationMs: number
  /** Way of a message to the recorder, milliseconds: `least`, and an exponential part of this `mean` on top. */
  readonly feed: { readonly leastMs: number; readonly meanMs: number }
  readonly settlementDelayMs: number
}

/** Records made at once, so that reading costs no promise per record. */
const STEP_MS = 1000
const FIRST_MARKETS_MS = 1
/** Nobody asks for what is over, so nothing keeps it: memory must not grow with the tape. */
const KEEPS_NOTHING: Archive = {
  order: () => undefined,
  orders: () => ({ items: [], total: 0 }),
  fills: () => ({ items: [], total: 0 }),
  tape: () => [],
}

class Sandbox {
  readonly #options: MadeTapeOptions
  readonly #random: Random
  readonly #exchange: Exchange
  readonly #world: World
  readonly #seqs = new Map<ConditionId, number>()
  /** Their holdings are not all paid yet. */
  readonly #over = new Set<ConditionId>()
  #records: TapeRecord[] = []
  #nowMs: number
  #receivedMs: number

  constructor(options: MadeTapeOptions) {
    const { seed, world, startMs, settlementDelayMs } = options
    this.#options = options
    this.#nowMs = startMs
    this.#receivedMs = startMs
    const random = seededRandom(seed)
    this.#random = random.fork('feed')
    this.#exchange = new Exchange({
      settlement: { delayMs: settlementDelayMs },
      fees: { takerPays: true, makerPays: false },
      archive: KEEPS_NOTHING,
      emit: (event) => this.#hear(event),
    })
    this.#tell({ kind: 'link', state: 'up' }, startMs)
    this.#world = new World({
      ...{ exchange: this.#exchange, config: world, random: random.fork('world') },
      nowMs: startMs + FIRST_MARKETS_MS,
      onMarket: (listing) => this.#list(listing),
    })
  }

  *play(): Generator<readonly TapeRecord[]> {
    const { startMs, durationMs } = this.#options
    const endMs = startMs + durationMs
    for (let untilMs = startMs + STEP_MS; untilMs < endMs + STEP_MS; untilMs += STEP_MS) {
      this.#advance(Math.min(untilMs, endMs))
      this.#forget()
      const made = this.#records
      this.#records = []
      if (made.length > 0) yield made
    }
  }

  #forget(): void {
    const { orders } = this.#exchange.takeRows()
    this.#exchange.forget(orders.map(({ terms }) => terms.hash))
    for (const conditionId of this.#over) {
      this.#exchange.redeemFees(conditionId)
      if (!this.#exchange.forgetMarket(conditionId)) continue
      this.#over.delete(conditionId)
      this.#seqs.delete(conditionId)
    }
  }

  #advance(untilMs: number): void {
    for (;;) {
      const dueMs = Math.min(this.#world.nextDueMs() ?? untilMs, this.#exchange.nextDueMs() ?? untilMs)
      if (dueMs >= untilMs) break
      this.#nowMs = Math.max(this.#nowMs, dueMs)
      this.#exchange.advance(this.#nowMs)
      this.#world.advance(this.#nowMs)
    }
    this.#nowMs = untilMs
  }

  #list({ spec, question, outcomeNames, category, tagSlugs }: MarketListing): void {
    const outcome = (i: 0 | 1) => ({ outcomeId: `${spec.id}-${i}`, tokenId: spec.tokenIds[i], name: outcomeNames[i] })
    const { id, conditionId, ticksPerUnit, lotRaw, minLots, unitRaw, endMs, feeRateBps } = spec
    const market: Market = {
      ...{ id, conditionId, question, ticksPerUnit, lotRaw, minLots, unitRaw, endMs, feeRateBps, category },
      outcomes: [outcome(0), outcome(1)],
      status: 'OPEN',
      registration: 'REGISTERED',
      tagSlugs,
    }
    this.#exchange.addMarket(spec)
    this.#seqs.set(conditionId, 0)
    this.#note({ kind: 'market', market }, this.#nowMs)
    this.#tell({ kind: 'snapshot', conditionId, book: this.#exchange.book(conditionId), seq: 0 }, this.#nowMs)
  }

  #hear(event: ExchangeEvent): void {
    if (event.kind === 'level') {
      const { conditionId, change } = event
      const seq = (this.#seqs.get(conditionId) ?? 0) + 1
      this.#seqs.set(conditionId, seq)
      this.#tell({ kind: 'change', conditionId, change, seq, venueMs: this.#nowMs }, this.#nowMs)
    } else if (event.kind === 'trade') {
      this.#tell({ kind: 'trade', conditionId: event.trade.conditionId, trade: event.trade }, this.#nowMs)
    } else if (event.kind === 'settlement') {
      const { conditionId, tradeId } = event.trade
      this.#tell({ kind: 'settlement', conditionId, tradeId, status: event.status }, this.#nowMs)
    } else if (event.kind === 'market') {
      const { conditionId, status, winner } = event
      if (winner !== undefined) this.#over.add(conditionId)
      this.#tell({ kind: 'status', conditionId, status, ...(winner === undefined ? {} : { winner }) }, this.#nowMs)
    }
  }

  #tell(event: MarketDataEvent, venueMs: number): void {
    this.#note({ kind: 'market-data', event }, venueMs)
  }

  /** One connection: what is sent later never arrives earlier. */
  #note(event: TapeEvent, venueMs: number): void {
    const { leastMs, meanMs } = this.#options.feed
    const delayMs = leastMs + this.#random.exponential(meanMs)
    this.#receivedMs = Math.max(this.#receivedMs, Math.round((venueMs + delayMs) * 1000) / 1000)
    this.#records.push({ atMs: this.#receivedMs, venueMs, event })
  }
}

/** Records in the order of their reception, a second's at a time. */
export function madeTape(options: MadeTapeOptions): Generator<readonly TapeRecord[]> {
  return new Sandbox(options).play()
}
