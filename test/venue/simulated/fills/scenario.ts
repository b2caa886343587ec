// Paper trading on one market in virtual time, for tests: a tick of 0.01, a lot of 0.01 shares, 6 decimals.

import type { AccountSnapshot } from '../../../../src/domain/account/account.js'
import { ticks } from '../../../../src/domain/amounts/price.js'
import { lots } from '../../../../src/domain/amounts/size.js'
import type { Answer } from '../../../../src/domain/error.js'
import type { Level, MarketBook } from '../../../../src/domain/market/book.js'
import type { Address, ConditionId, Hex, Market } from '../../../../src/domain/market/market.js'
import type { Outcome, Side } from '../../../../src/domain/market/side.js'
import type { Fill } from '../../../../src/domain/orders/fill.js'
import type { OrderDraft, OrderRecord } from '../../../../src/domain/orders/order.js'
import type { Clock } from '../../../../src/domain/time.js'
import { constantLatency } from '../../../../src/venue/simulated/fills/latency.js'
import { createPaperTrading, type PaperTradingOptions } from '../../../../src/venue/simulated/fills/paper-trading.js'
import type { TradingEvent } from '../../../../src/venue/trading.js'

export const CONDITION = '0xc1' as ConditionId
export const ME: Address = '0x00000000000000000000000000000000000000aa'
/** Venue time at the start, whole seconds. */
export const START_MS = 1_000_000_000

export const MARKET: Market = {
  id: 'm1',
  conditionId: CONDITION,
  question: 'Will it?',
  outcomes: [
    { outcomeId: 'o0', tokenId: '100', name: 'YES' },
    { outcomeId: 'o1', tokenId: '101', name: 'NO' },
  ],
  ticksPerUnit: 100,
  lotRaw: 10_000n,
  minLots: lots(500),
  unitRaw: 1_000_000n,
  status: 'OPEN',
  registration: 'REGISTERED',
  feeRateBps: 0,
  endMs: START_MS + 86_400_000,
  tagSlugs: [],
}

export const raw = (amount: number) => BigInt(Math.round(amount * 1e6))

/** Timers in the order of their moment, then of their making. */
export class VirtualClock implements Clock {
  #now = START_MS
  #count = 0
  #timers: { readonly atMs: number; readonly id: number; readonly run: () => void }[] = []

  monoMs = () => this.#now
  wallMs = () => this.#now

  soon(run: () => void) {
    return this.after(0, run)
  }

  after(delayMs: number, run: () => void) {
    const timer = { atMs: this.#now + delayMs, id: this.#count++, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer)
    }
  }

  advance(byMs: number): void {
    const end = this.#now + byMs
    for (;;) {
      const [next] = this.#timers.sort((a, b) => a.atMs - b.atMs || a.id - b.id)
      if (next === undefined || next.atMs > end) break
      this.#timers.shift()
      this.#now = next.atMs
      next.run()
    }
    this.#now = end
  }
}

/** `['YES bid', 48, 100]`: cents and shares. */
export type Row = readonly [`${'YES' | 'NO'} ${'bid' | 'ask'}`, number, number]

export function book(rows: readonly Row[]): MarketBook {
  const levels = (name: Row[0]): Level[] =>
    rows
      .filter(([row]) => row === name)
      .map(([, price, shares]) => ({ price: ticks(price), size: lots(Math.round(shares * 100)) }))
      .sort((a, b) => (name.endsWith('bid') ? b.price - a.price : a.price - b.price))
  return [
    { bids: levels('YES bid'), asks: levels('YES ask') },
    { bids: levels('NO bid'), asks: levels('NO ask') },
  ]
}

export type Words = `${Side} ${'YES' | 'NO'}`
export const termsOf = (words: Words): { side: Side; outcome: Outcome } => ({
  side: words.startsWith('BUY') ? 'BUY' : 'SELL',
  outcome: words.endsWith('YES') ? 0 : 1,
})

export function paper(change: Partial<PaperTradingOptions> = {}, market: Partial<Market> = {}) {
  const clock = new VirtualClock()
  const events: TradingEvent[] = []
  const trading = createPaperTrading({
    account: ME,
    clock,
    latency: constantLatency({ submitMs: 80, cancelMs: 80, answerMs: 40 }),
    fees: { makerPays: false },
    startCollateralRaw: raw(1000),
    settlementDelayMs: 2000,
    fillModel: { queue: 'risk-averse' },
    ...change,
  })
  trading.listen((event) => events.push(event))
  trading.start()
  const theMarket = { ...MARKET, ...market }
  trading.setMarket(theMarket)
  let trades = 0

  /** Runs time until the request is answered. */
  function wait<T>(ask: (done: (answer: Answer<T>) => void) => void): Answer<T> {
    let answer: Answer<T> | undefined
    ask((given) => {
      answer = given
    })
    for (let ms = 0; answer === undefined && ms < 10_000; ms++) clock.advance(1)
    if (answer === undefined) throw new Error('no answer')
    return answer
  }
  const value = <T>(answer: Answer<T>): T => {
    if (!answer.ok) throw new Error(`${answer.failure.code}: ${answer.failure.message}`)
    return answer.value
  }
  const draft = (words: Words, price: number, shares: number, terms: Partial<OrderDraft> = {}): OrderDraft => ({
    conditionId: CONDITION,
    ...termsOf(words),
    price: ticks(price),
    size: lots(Math.round(shares * 100)),
    type: 'POST_ONLY',
    expirationSec: 0,
    feeRateBps: theMarket.feeRateBps,
    ...terms,
  })
  const sign = (wish: OrderDraft) =>
    value(
      wait((done: (a: Answer<import('../../../../src/venue/trading.js').SignedOrder>) => void) =>
        trading.sign(wish, theMarket, done),
      ),
    )

  return {
    clock,
    trading,
    events,
    wait,
    value,
    draft,
    sign,
    /** Signs, submits, waits for the answer. */
    place: (words: Words, price: number, shares: number, terms: Partial<OrderDraft> = {}) => {
      const signed = sign(draft(words, price, shares, terms))
      return value(wait<{ hash: Hex; status: string }>((done) => trading.submit(signed, done)))
    },
    order: (hash: Hex): OrderRecord => value(wait<OrderRecord>((done) => trading.readOrder(hash, done))),
    account: (): AccountSnapshot => value(wait<AccountSnapshot>((done) => trading.readAccount(done))),
    fills: (): readonly Fill[] => value(wait<readonly Fill[]>((done) => trading.listFills(0, done))),
    show: (rows: readonly Row[]) =>
      trading.onMarketData({ kind: 'snapshot', conditionId: CONDITION, book: book(rows) }),
    level: ([name, price, shares]: Row) => {
      const outcome = name.startsWith('YES') ? 0 : 1
      const side = name.endsWith('bid') ? 'BUY' : 'SELL'
      const change = { outcome, side, price: ticks(price), size: lots(Math.round(shares * 100)) } as const
      trading.onMarketData({ kind: 'change', conditionId: CONDITION, change })
    },
    /** A public trade; outcome and side are the taker's. */
    trade: (words: Words, price: number, shares: number) => {
      trades += 1
      const trade = {
        tradeId: `real${trades}`,
        conditionId: CONDITION,
        matchType: 'direct',
        ...termsOf(words),
        price: ticks(price),
        sizeRaw: raw(shares),
        venueMs: clock.wallMs(),
      } as const
      trading.onMarketData({ kind: 'trade', conditionId: CONDITION, trade })
    },
    /** Shares matched, settled or not. */
    filled: (hash: Hex): number => {
      const record = value(wait<OrderRecord>((done) => trading.readOrder(hash, done)))
      return Number(record.filledRaw + record.pendingRaw) / 1e6
    },
  }
}
