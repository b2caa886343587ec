// The plain maker: socket.io-client, undici, viem, and a loop. On each change of a book it cancels what is off by more than a tick and places
// it anew, one market beside the other, each step after the last; refused for its rate, it waits as long as it is told and goes on.
//
//   argv: its task as JSON

import { setTimeout as sleep } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { PlainClient } from '../event/plain-client.js'
import { type Ask, Wallet } from '../event/signed-order.js'
import { OthersBook } from './others-book.js'
import {
  type BookChange,
  bidsAround,
  type Listed,
  type MakerTask,
  type OutcomeBook,
  RAW,
  SIZE,
  TICKS,
  TOLERANCE,
} from './protocol.js'

const FEE_MAX_AGE_MS = 1000

const task: MakerTask = JSON.parse(process.argv[2] ?? '{}')
const client = new PlainClient(task)
const wallet = new Wallet(task.privateKey)

class Refused extends Error {}

/** Refused for its rate, it waits as long as it is told. */
const ask: Ask = async (method, path, body) => {
  for (;;) {
    const { status, headers, text } = await client.request(method, path, body)
    if (status < 300) return JSON.parse(text)
    if (status !== 429) throw new Refused(`${method} ${path}: ${status} ${text}`)
    await sleep(1000 * Number(headers['retry-after-short'] ?? headers['retry-after-medium'] ?? 1))
  }
}

interface Resting {
  readonly ticks: number
  readonly shares: number
  readonly hash: string
  /** The book has shown it: from then on what the level lacks is filled. */
  isSeen: boolean
}

class MarketMaker {
  readonly #market: Listed
  readonly #book: OthersBook
  readonly #own: [Resting | undefined, Resting | undefined] = [undefined, undefined]
  #fee = { bps: 0, atMs: Number.NEGATIVE_INFINITY }
  #isBusy = false
  #isAgain = false

  constructor(market: Listed) {
    this.#market = market
    this.#book = new OthersBook(market.outcomes.map(({ tokenId }) => tokenId))
  }

  snapshot(books: readonly OutcomeBook[]): void {
    this.#book.take(books)
    void this.#follow()
  }

  changed(change: BookChange): void {
    this.#book.change(change)
    for (const outcome of [0, 1] as const) {
      const own = this.#own[outcome]
      if (own && this.#book.at(outcome, own.ticks) >= SIZE) own.isSeen = true
    }
    void this.#follow()
  }

  /** The newest book counts: what came meanwhile is looked at once. */
  async #follow(): Promise<void> {
    if (this.#isBusy) {
      this.#isAgain = true
      return
    }
    this.#isBusy = true
    do {
      this.#isAgain = false
      for (const outcome of [0, 1] as const) {
        // a refused order is looked at again with the next change
        await this.#quote(outcome).catch((error) => {
          if (!(error instanceof Refused)) throw error
        })
      }
    } while (this.#isAgain)
    this.#isBusy = false
  }

  async #quote(outcome: 0 | 1): Promise<void> {
    const ticks = this.#wished()?.[outcome]
    const resting = this.#own[outcome]
    if (resting !== undefined) {
      const isFilled = resting.isSeen && this.#book.at(outcome, resting.ticks) < SIZE / 2
      if (ticks !== undefined && !isFilled && Math.abs(ticks - resting.ticks) <= TOLERANCE) return
      await ask('POST', '/orders/cancel-many', { orderHashes: [resting.hash] })
      this.#own[outcome] = undefined
    }
    if (ticks === undefined) return
    const feeRateBps = await this.#feeBps()
    const takerAmount = BigInt(SIZE * RAW)
    const makerAmount = (takerAmount * BigInt(ticks)) / BigInt(TICKS)
    const tokenId = BigInt(this.#market.outcomes[outcome]?.tokenId ?? 0)
    const order = await wallet.order({ tokenId, makerAmount, takerAmount, feeRateBps: BigInt(feeRateBps) }, profile)
    const { orderHash } = await ask('POST', `/markets/${this.#market.id}/orders`, order)
    this.#own[outcome] = { ticks, shares: SIZE, hash: orderHash, isSeen: false }
  }

  #wished(): readonly [number, number] | undefined {
    return bidsAround(this.#book.best(0, this.#own), this.#book.best(1, this.#own))
  }

  async #feeBps(): Promise<number> {
    if (Date.now() - this.#fee.atMs > FEE_MAX_AGE_MS) {
      const atMs = Date.now()
      this.#fee = { bps: (await ask('GET', `/markets/${this.#market.id}/fee`)).feeRateBps, atMs }
    }
    return this.#fee.bps
  }
}

const { profile } = await ask('GET', '/')
client.token = await wallet.signIn(ask, profile)
const { data } = await ask('GET', '/markets?status=OPEN')
const makers = new Map((data as readonly Listed[]).map((market) => [market.conditionId, new MarketMaker(market)]))
const socket = io(task.url, { path: profile.socket.path, transports: ['websocket'], auth: { apiKey: task.apiKey } })
socket.on('orderbook.snapshot', ({ conditionId, data: books }) => makers.get(conditionId)?.snapshot(books.books))
socket.on('orderbook.update', ({ conditionId, data: change }) => makers.get(conditionId)?.changed(change))
socket.on('connect', () => {
  socket.emit('subscribe', { conditionIds: [...makers.keys()], channels: ['orderbook'] }, () => process.send?.('ready'))
})
process.on('disconnect', () => process.exit(0))
