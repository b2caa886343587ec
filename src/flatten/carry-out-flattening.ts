// Carries a plan out: what rests is cancelled and verified, then the surplus is sold by orders that fill whole at their limit or not at all. A
// sale whose settlement fails was none: it is waited for.

import type { Config } from '../config/config.js'
import type { Ticks } from '../domain/amounts/price.js'
import { type Lots, lots, NO_LOTS, rawToLots } from '../domain/amounts/size.js'
import { QuoinError } from '../domain/error.js'
import type { Market } from '../domain/market/market.js'
import type { OrderDraft, OrderRecord } from '../domain/orders/order.js'
import type { Clock } from '../domain/time.js'
import { cancelByHand } from '../execution/effects/cancel-everything.js'
import { orderLifetimeSec } from '../execution/planning/lifetime.js'
import { awaitAnswer } from '../venue/await-answer.js'
import type { BookReading, FeeReading, MarketData } from '../venue/market-data.js'
import type { SignedOrder, SubmitResult, Trading } from '../venue/trading.js'
import { bidsFor, type FlattenPlan } from './flatten-plan.js'

export interface FlattenParts {
  readonly config: Config
  readonly connection: {
    readonly trading: Trading
    readonly marketData: MarketData
    readonly venueClock: { readonly venueMs: () => number }
  }
  readonly clock: Pick<Clock, 'after' | 'monoMs'>
  /** Hears of each order before it is sent. */
  readonly sending: (order: SignedOrder) => void
}

/** Books that move away are followed so often, down to the limit and never below it. */
const ATTEMPTS = 12
/** Where they bid too little, it is looked again so often, so long after: what was cancelled just now has moved others too. */
const [LOOKS_AGAIN, PAUSE_MS] = [4, 250]
/** A settlement is looked at for so long, so long after each look; then it is said that it is open. */
const [SETTLE_MS, SETTLE_PAUSE_MS] = [5000, 250]

export interface Cancelled {
  readonly cancelled: number
  /** Own orders of which a match waits for its settlement. */
  readonly pending: readonly OrderRecord[]
}

/** `onTheWayMs`: for so long a list that shows nothing proves nothing. Throws where no listing confirms that nothing of ours rests. */
export async function cancelOwn(trading: Trading, clock: Clock, onTheWayMs: number): Promise<Cancelled> {
  const outcome = await cancelByHand(trading, clock, onTheWayMs)
  if (outcome.verified && outcome.open.length === 0) return { cancelled: outcome.cancelled, pending: outcome.pending }
  const message =
    outcome.failure?.message ?? `${outcome.open.length} orders still rest; nothing is sold before they are gone`
  throw new QuoinError(outcome.failure?.code ?? 'unreachable', message)
}

export interface Sold {
  readonly lots: Lots
  /** Of these orders, and of one of which nobody can say what became of it: what was refused, or found nobody, is none of them. */
  readonly orders: readonly SignedOrder[]
  /** Nothing more is to be sent: `unreachable` for an order of which nobody can say what became of it. */
  readonly failure?: QuoinError
}

/** What was sold stays told, whatever comes after it. */
export async function sell(plan: FlattenPlan, parts: FlattenParts): Promise<Sold> {
  const sold = { lots: 0, orders: [] as SignedOrder[] }
  try {
    await sellInParts(plan, parts, sold)
    return { lots: lots(sold.lots), orders: sold.orders }
  } catch (thrown) {
    if (thrown instanceof QuoinError) return { lots: lots(sold.lots), orders: sold.orders, failure: thrown }
    throw thrown
  }
}

export interface Settled {
  /** Matched, and not known to have come back. */
  readonly sold: Lots
  /** Of these, not settled yet: they may come back. */
  readonly unsettled: Lots
}

/** What has become of what was sold. An order that the venue does not tell of is as one that waits. */
export async function settled(
  { lots: sold, orders }: Sold,
  { lotRaw }: Pick<Market, 'lotRaw'>,
  { trading, clock }: { readonly trading: Pick<Trading, 'readOrder'>; readonly clock: FlattenParts['clock'] },
): Promise<Settled> {
  const untilMonoMs = clock.monoMs() + SETTLE_MS
  let found: Settled = { sold, unsettled: sold }
  for (let look = 0; orders.length > 0 && clock.monoMs() < untilMonoMs; look++) {
    if (look > 0) await new Promise<void>((resume) => clock.after(SETTLE_PAUSE_MS, resume))
    const records = await recordsOf(orders, trading)
    if (records === undefined) continue
    const lotsOf = (rawOf: (record: OrderRecord) => bigint) =>
      rawToLots(
        records.reduce((sum, record) => sum + rawOf(record), 0n),
        lotRaw,
      )
    found = {
      sold: lotsOf(({ filledRaw, pendingRaw }) => filledRaw + pendingRaw),
      unsettled: lotsOf((r) => r.pendingRaw),
    }
    if (found.unsettled === NO_LOTS) break
  }
  return found
}

/** `undefined` where the venue does not tell of one of them. */
async function recordsOf(
  orders: readonly SignedOrder[],
  trading: Pick<Trading, 'readOrder'>,
): Promise<readonly OrderRecord[] | undefined> {
  try {
    // asked to ask less, it is looked again all the same
    const read = ({ hash }: SignedOrder) => awaitAnswer<OrderRecord>((done) => trading.readOrder(hash, done), [])
    return await Promise.all(orders.map(read))
  } catch {
    return undefined
  }
}

/** What is sold so far. */
interface Tally {
  lots: number
  readonly orders: SignedOrder[]
}

async function sellInParts(plan: FlattenPlan, parts: FlattenParts, sold: Tally): Promise<void> {
  const { market, outcome, limit } = plan
  let left: number = Math.min(plan.size, plan.surplus)
  if (limit === undefined) return
  let looksLeft: number = LOOKS_AGAIN
  for (let attempt = 0; attempt < ATTEMPTS && left >= market.minLots; attempt++) {
    const { book } = await awaitAnswer<BookReading>((done) => parts.connection.marketData.readBook(market, done))
    const bids = bidsFor(book, outcome, market.ticksPerUnit).filter(({ price }) => price >= limit)
    const offered = bids.reduce((sum, { size }) => sum + size, 0)
    const size = Math.min(left, offered, largestOrder(market, limit, parts.config))
    if (size < market.minLots) {
      if (looksLeft-- === 0) break
      await new Promise<void>((resume) => parts.clock.after(PAUSE_MS, resume))
      continue
    }
    const mayBeSold = (order: SignedOrder) => sold.orders.push(order)
    if (!(await sellOnce({ market, outcome, price: limit, size: lots(size) }, parts, mayBeSold))) continue
    left -= size
    sold.lots += size
  }
}

/** Lots of the largest order that our own limits allow, and the signer signs. */
function largestOrder({ unitRaw, lotRaw, ticksPerUnit }: Market, price: Ticks, { risk }: Config): number {
  const lotsPerShare = Number(unitRaw) / Number(lotRaw)
  const byValue = risk.maxOrderCollateral / (price / ticksPerUnit)
  return Math.floor(Math.min(risk.maxOrderShares, byValue) * lotsPerShare)
}

interface Sale {
  readonly market: Market
  readonly outcome: 0 | 1
  readonly price: Ticks
  readonly size: Lots
}

/** Whether it was filled. */
async function sellOnce(
  { market, ...terms }: Sale,
  { config, connection, sending }: FlattenParts,
  mayBeSold: (order: SignedOrder) => void,
): Promise<boolean> {
  const { trading, marketData, venueClock } = connection
  const { orders, limits } = config.venue.profile
  const life = orderLifetimeSec({
    ...{ configured: config.execution.orderLifetimeSec, quotes: 1, writesPerMinute: limits.write.perMinute },
    ...orders,
  })
  const { feeRateBps } = await awaitAnswer<FeeReading>((done) => marketData.readFee(market, done))
  const draft: OrderDraft = {
    ...{ ...terms, conditionId: market.conditionId, side: 'SELL', type: 'FOK', feeRateBps },
    expirationSec: Math.floor(venueClock.venueMs() / 1000) + life,
  }
  const signed = await awaitAnswer<SignedOrder>((done) => trading.sign(draft, market, done))
  sending(signed)
  const answer = await new Promise<Parameters<Parameters<typeof trading.submit>[1]>[0]>((done) =>
    trading.submit(signed, done),
  )
  if (answer.ok) {
    if (!isFilled(answer.value)) return false
    mayBeSold(signed)
    return true
  }
  const { code, message, mayHaveHappened = false } = answer.failure
  if (!mayHaveHappened) {
    if (code === 'fee-changed') return false
    throw new QuoinError(code, message)
  }
  mayBeSold(signed)
  return await lookUp(signed, trading)
}

/** A FOK that did not match was cancelled before it rested. */
const isFilled = ({ status }: Pick<SubmitResult, 'status'>) => status !== 'cancelled_local' && status !== 'expired'

/** An order whose answer was lost is unknown, never refused. */
async function lookUp({ hash }: SignedOrder, trading: Trading): Promise<boolean> {
  try {
    const record = await awaitAnswer<OrderRecord>((done) => trading.readOrder(hash, done))
    return isFilled(record)
  } catch (cause) {
    const message = `order ${hash}: its answer was lost, and the venue does not say what became of it; look at your positions before you go on`
    throw new QuoinError('unreachable', message, { cause })
  }
}
