// What both plain clients do: on each update of the best bid, cancel what rests and place what is wished; how is theirs.

import {
  BASE_PRICE,
  BASE_SHARES,
  type BookUpdate,
  type ClientTask,
  type Listed,
  MOVED_PRICE,
  SIZE,
} from './protocol.js'

const RAW = 1_000_000
const BID = 0.5

/** A venue as a client calls it. */
export interface VenueCalls {
  market(id: string): Promise<Listed>
  feeRateBps(marketId: string): Promise<number>
  /** Resolves to the hash. */
  place(marketId: string, order: OrderFields): Promise<string>
  cancel(hash: string): Promise<void>
}

export interface OrderFields {
  readonly tokenId: bigint
  readonly makerAmount: bigint
  readonly takerAmount: bigint
  readonly feeRateBps: bigint
}

export class Quoter {
  readonly #task: ClientTask
  readonly #calls: VenueCalls
  readonly #markets = new Map<string, Listed>()
  readonly #resting = new Map<string, string>()
  readonly #underWay = new Map<string, Promise<void>>()
  readonly #fees = new Map<string, { readonly bps: number; readonly atMs: number }>()

  constructor(task: ClientTask, calls: VenueCalls) {
    this.#task = task
    this.#calls = calls
  }

  async list(): Promise<readonly string[]> {
    for (const id of this.#task.marketIds) {
      const market = await this.#calls.market(id)
      this.#markets.set(market.conditionId, market)
    }
    return [...this.#markets.keys()]
  }

  /** One update of a market after the other: the next may be about an order whose hash is not here yet. */
  heard(update: BookUpdate): Promise<void> {
    const before = this.#underWay.get(update.conditionId)
    const now = before === undefined ? this.#follow(update) : before.then(() => this.#follow(update))
    this.#underWay.set(update.conditionId, now)
    return now
  }

  async #follow({ conditionId, data }: BookUpdate): Promise<void> {
    const market = this.#markets.get(conditionId)
    if (market === undefined || data.tokenId !== market.outcomes[0]?.tokenId || Number(data.price) !== BID) return
    const isBase = Number(data.size) / RAW < BASE_SHARES * 1.5
    const old = this.#resting.get(conditionId)
    if (old !== undefined) {
      this.#resting.delete(conditionId)
      await this.#calls.cancel(old)
    }
    if (this.#task.mode === 'alone' && !isBase) return
    const feeRateBps = await this.#fee(market.id)
    const price = isBase ? BASE_PRICE : MOVED_PRICE
    const hash = await this.#calls.place(market.id, {
      tokenId: BigInt(market.outcomes[0].tokenId),
      makerAmount: BigInt(Math.round(price * SIZE * RAW)),
      takerAmount: BigInt(SIZE * RAW),
      feeRateBps: BigInt(feeRateBps),
    })
    this.#resting.set(conditionId, hash)
  }

  async #fee(marketId: string): Promise<number> {
    const known = this.#fees.get(marketId)
    if (known !== undefined && Date.now() - known.atMs < this.#task.feeMaxAgeMs) return known.bps
    const bps = await this.#calls.feeRateBps(marketId)
    this.#fees.set(marketId, { bps, atMs: Date.now() })
    return bps
  }
}
