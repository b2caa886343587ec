// A made-up venue with one market, for a bot that rehearses: it says yes to everything, forgets it, and its book moves when it is told to.

import type { z } from 'zod'
import type { Hex } from '../../../domain/market/market.js'
import type { Clock } from '../../../domain/time.js'
import type {
  HttpRequest,
  HttpResult,
  Signer,
  SocketHandlers,
  SocketLink,
  Transport,
} from '../../../venue/session/transport.js'
import type { cancelManyBody, WireOrderRecord, WireOrderSubmission } from '../../../venue/wire/order-schema.js'
import { collateralUnitRaw, type VenueProfile } from '../../../venue/wire/profile.js'

export const REHEARSED_ID = 'rehearsal'

const CONDITION_ID = `0x${'5e'.repeat(32)}`
const MARKET = { marketId: REHEARSED_ID, conditionId: CONDITION_ID }
const BID = '0.44'
const YES = { outcomeId: 'yes', tokenId: '1', name: 'Yes', index: 0 }
const NO = { outcomeId: 'no', tokenId: '2', name: 'No', index: 1 }
/** No part of the made-up run is longer. */
const RUN_MS = 30 * 86_400_000
const TOKEN_SEC = 2 * 86_400
/** Of the wallet, and of a level, in whole tokens. */
const RICH = 1_000_000
const LEVEL = 100
const ANSWER_MS = 1

export interface RehearsalVenue extends Transport {
  /** The venue names an order by its hash, and this one has no way to compute it. */
  readonly hearing: (signer: Signer) => Signer
  /** The others' best YES bid is of so many tokens from now on. */
  readonly move: (tokens: number) => void
  /** Orders that it was sent. */
  readonly orders: number
  /** Cancels that it was sent. */
  readonly cancels: number
}

export function createRehearsalVenue(profile: VenueProfile, clock: Clock): RehearsalVenue {
  return new MadeUpVenue(profile, clock)
}

class MadeUpVenue implements RehearsalVenue {
  orders = 0
  cancels = 0
  readonly #profile: VenueProfile
  readonly #clock: Clock
  readonly #unit: bigint
  readonly #ends: string
  #lastHash: Hex = '0x'
  #account = ''
  #seq = 0
  #yesBid = LEVEL
  readonly #resting = new Map<string, WireOrderRecord>()
  #socket: SocketHandlers | undefined

  constructor(profile: VenueProfile, clock: Clock) {
    this.#profile = profile
    this.#clock = clock
    this.#ends = new Date(clock.wallMs() + RUN_MS).toISOString()
    this.#unit = collateralUnitRaw(profile)
  }

  hearing(signer: Signer): Signer {
    this.#account = signer.maker
    return {
      ...signer,
      signOrder: (message, context, done) =>
        signer.signOrder(message, context, (result) => {
          if (!(result instanceof Error)) this.#lastHash = result.hash
          done(result)
        }),
    }
  }

  move(tokens: number): void {
    this.#yesBid = tokens
    const data = { tokenId: YES.tokenId, side: 'BUY', price: BID, size: this.#raw(tokens) }
    this.#tell('orderbook.update', { conditionId: CONDITION_ID, seq: ++this.#seq, ts: this.#clock.wallMs(), data })
  }

  http(request: HttpRequest, done: (result: HttpResult) => void): void {
    const body = JSON.stringify(this.#answer(request) ?? {})
    const headers = { date: new Date(this.#clock.wallMs()).toUTCString() }
    this.#clock.after(ANSWER_MS, () => done({ kind: 'response', status: 200, headers, body }))
  }

  openSocket(auth: () => unknown, handlers: SocketHandlers): SocketLink {
    this.#socket = handlers
    const connect = () => {
      this.#clock.after(ANSWER_MS, () => {
        // the handshake shows the token
        auth()
        handlers.connected()
      })
    }
    connect()
    return {
      emit: (name, payload, { done }) => {
        const ids = Reflect.get(Object(payload), 'conditionIds')
        this.#clock.after(ANSWER_MS, () => {
          done(
            name === 'auth'
              ? { accepted: true, account: this.#account, expiresAt: 0 }
              : { accepted: ids, rejected: [] },
          )
          if (Array.isArray(ids) && ids.length > 0) this.#tell('orderbook.snapshot', this.#snapshot())
        })
      },
      reconnect: connect,
      close: () => undefined,
    }
  }

  #tell(name: 'orderbook.update' | 'orderbook.snapshot', payload: unknown): void {
    this.#socket?.event(this.#profile.socket.events[name], payload)
  }

  #raw(tokens: number): string {
    return (BigInt(tokens) * this.#unit).toString()
  }

  #snapshot() {
    const data = { books: this.#books() }
    return { conditionId: CONDITION_ID, seq: ++this.#seq, ts: this.#clock.wallMs(), data }
  }

  #books() {
    return [YES, NO].map(({ outcomeId, tokenId }) => ({ outcomeId, tokenId, bids: [this.#bid(tokenId)], asks: [] }))
  }

  #bid(tokenId: string) {
    return { price: BID, size: this.#raw(tokenId === YES.tokenId ? this.#yesBid : LEVEL) }
  }

  #answer({ method, path, body }: HttpRequest): unknown {
    const { paths } = this.#profile
    const at = (template: string) => path.split('?')[0] === template.replace('{id}', REHEARSED_ID)
    if (method === 'POST') return this.#act(at, body)
    if (at(paths.market)) return this.#market()
    if (at(paths.fee)) return { feeRateBps: 0, feeRateBpsOverride: null }
    if (at(paths.bestBids)) return { ...MARKET, bestBids: this.#bestBids() }
    if (at(paths.orderbook)) return { ...MARKET, books: this.#books() }
    if (at(paths.nonce)) return { nonce: 'rehearsal0' }
    if (at(paths.me)) return { nonce: '0' }
    if (at(paths.balances)) return { account: this.#account, collateral: this.#owned() }
    if (at(paths.orders)) return { orders: this.#listed(), pagination: { ...ONE_PAGE, total: this.#resting.size } }
    return { data: [], pagination: ONE_PAGE }
  }

  #act(at: (template: string) => boolean, body = '{}'): unknown {
    const { paths } = this.#profile
    if (at(paths.verify) || at(paths.refresh))
      return { accessToken: 'rehearsal', refreshToken: 'rehearsal', tokenType: 'Bearer', expiresIn: TOKEN_SEC }
    if (at(paths.cancelMany)) return this.#cancel(JSON.parse(body))
    return this.#place(JSON.parse(body))
  }

  #cancel({ orderHashes }: z.infer<typeof cancelManyBody>): unknown {
    this.cancels++
    for (const hash of orderHashes) this.#ended(hash)
    return { cancelled: orderHashes.length, orderHashes, failed: [] }
  }

  #ended(hash: string): void {
    const record = this.#resting.get(hash)
    if (record === undefined) return
    this.#resting.delete(hash)
    this.#tellOf({ ...record, status: 'cancelled_local' })
  }

  #place({ order, orderType }: WireOrderSubmission): unknown {
    this.orders++
    const orderHash = this.#lastHash
    const nowMs = this.#clock.wallMs()
    const [at, size] = [new Date(nowMs).toISOString(), order.takerAmount]
    const price = (Number(order.makerAmount) / Number(size)).toFixed(2)
    const record: WireOrderRecord = {
      ...{ orderHash, account: order.maker, conditionId: CONDITION_ID, tokenId: order.tokenId, status: 'open' },
      ...{ side: 'BUY', price, originalSize: size, filledSize: '0', remainingSize: size, pendingSize: '0' },
      ...{ orderType, expiration: order.expiration, createdAt: at, updatedAt: at },
    }
    this.#resting.set(orderHash, record)
    this.#tellOf(record)
    return { orderHash, status: 'open' }
  }

  #tellOf(data: WireOrderRecord): void {
    if (!this.#profile.socket.privateEvents) return
    const event = { conditionId: CONDITION_ID, ts: this.#clock.wallMs(), data }
    this.#clock.after(ANSWER_MS, () => this.#socket?.event(this.#profile.socket.events.order, event))
  }

  #listed(): readonly WireOrderRecord[] {
    const nowSec = this.#clock.wallMs() / 1000
    for (const { orderHash, expiration } of this.#resting.values())
      if (Number(expiration) > 0 && Number(expiration) < nowSec) this.#resting.delete(orderHash)
    return [...this.#resting.values()]
  }

  #bestBids() {
    return [YES, NO].map(({ outcomeId, tokenId }) => ({ outcomeId, tokenId, bestBid: this.#bid(tokenId) }))
  }

  #market() {
    return {
      ...{ id: REHEARSED_ID, conditionId: CONDITION_ID, question: 'Rehearsal?', status: 'OPEN' },
      ...{ clobMarketStatus: 'REGISTERED', feeRateBps: 0, feeRateBpsOverride: null },
      endTimestamp: this.#ends,
      outcomes: [YES, NO],
    }
  }

  #owned() {
    const all = this.#raw(RICH)
    return { total: all, available: all, locked: '0', pending: '0' }
  }
}

const ONE_PAGE = { page: 1, pageSize: 100, total: 0, totalPages: 0, hasNext: false, hasPrev: false }
