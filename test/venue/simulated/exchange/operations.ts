// Random sequences of everything that can be asked of the exchange, as plain data.

import fc from 'fast-check'
import type { Address, ConditionId, Hex } from '../../../../src/domain/market.js'
import { ORDER_TYPES, type OrderType } from '../../../../src/domain/order.js'
import { ticks } from '../../../../src/domain/price.js'
import type { Outcome, Side } from '../../../../src/domain/side.js'
import { lots } from '../../../../src/domain/size.js'
import {
  Exchange,
  type ExchangeEvent,
  type MarketSpec,
  type NewOrder,
} from '../../../../src/venue/simulated/exchange/exchange.js'

export const ACCOUNTS: readonly Address[] = ['0xa1', '0xa2', '0xa3', '0xa4']
const HASH_BASE = 1000

/** Small odd grids: many equal prices, many fee floors. */
export const MARKETS: readonly MarketSpec[] = [
  market({
    id: 'm1',
    conditionId: '0xc1' as ConditionId,
    ticksPerUnit: 10,
    lotRaw: 1230n,
    endMs: 60_000,
    feeRateBps: 137,
  }),
  market({
    id: 'm2',
    conditionId: '0xc2' as ConditionId,
    ticksPerUnit: 7,
    lotRaw: 91n,
    endMs: 90_000,
    feeRateBps: 1000,
  }),
]

function market(spec: Omit<MarketSpec, 'tokenIds' | 'unitRaw' | 'minLots'>): MarketSpec {
  return { ...spec, tokenIds: [`${spec.id}-yes`, `${spec.id}-no`], unitRaw: 100_000n, minLots: lots(1) }
}

export interface OrderWish {
  readonly account: number
  readonly market: number
  readonly outcome: Outcome
  readonly side: Side
  readonly price: number
  readonly size: number
  readonly type: OrderType
  /** Whole seconds from now; `undefined` for none. */
  readonly livesSec: number | undefined
  readonly staleFee: boolean
}

export type Operation =
  | { readonly do: 'submit'; readonly wish: OrderWish }
  /** The `pick`-th last hash again, with other terms if `changed`. */
  | { readonly do: 'resubmit'; readonly pick: number; readonly changed: boolean }
  | { readonly do: 'cancel'; readonly pick: number; readonly stranger: boolean }
  | { readonly do: 'cancelAll'; readonly account: number; readonly market: number }
  | { readonly do: 'advance'; readonly byMs: number }
  | { readonly do: 'split' | 'merge'; readonly account: number; readonly market: number; readonly raw: bigint }
  | { readonly do: 'redeem'; readonly account: number; readonly market: number }
  | { readonly do: 'setFee'; readonly market: number; readonly feeRateBps: number }
  | { readonly do: 'close' | 'cancelMarket'; readonly market: number }
  | { readonly do: 'resolve'; readonly market: number; readonly winner: Outcome }

export interface Rules {
  readonly delayMs: number
  readonly marginMs: number
  readonly takerPays: boolean
  readonly makerPays: boolean
  /** Every n-th trade fails; 0 for none. */
  readonly failEvery: number
  readonly depositRaw: bigint
}

export const rulesArbitrary: fc.Arbitrary<Rules> = fc.record({
  delayMs: fc.constantFrom(0, 700, 3000, 9000),
  marginMs: fc.constantFrom(0, 2000, 5000),
  takerPays: fc.boolean(),
  makerPays: fc.boolean(),
  failEvery: fc.constantFrom(0, 1, 2, 3),
  depositRaw: fc.constantFrom(20_000n, 1_000_000n),
})

const account = fc.nat(ACCOUNTS.length - 1)
const marketIndex = fc.constantFrom(0, 0, 0, 1)
const outcome = fc.constantFrom<Outcome>(0, 1)

const wish: fc.Arbitrary<OrderWish> = fc.record({
  account,
  market: marketIndex,
  outcome,
  side: fc.constantFrom<Side>('BUY', 'BUY', 'SELL'),
  // mostly around the middle, at times off the range
  price: fc.oneof({ weight: 20, arbitrary: fc.integer({ min: 3, max: 7 }) }, { weight: 2, arbitrary: fc.nat(10) }),
  size: fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 1, max: 6 }) },
    { weight: 1, arbitrary: fc.constantFrom(0, 5000) },
  ),
  type: fc.constantFrom('GTC', 'GTC', ...ORDER_TYPES),
  livesSec: fc.option(fc.nat(15), { nil: undefined }),
  staleFee: fc.nat(19).map((n) => n === 0),
})

const recent = fc.nat(8)

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 30, arbitrary: fc.record({ do: fc.constant('submit' as const), wish }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('resubmit' as const), pick: recent, changed: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('cancel' as const), pick: recent, stranger: fc.nat(9).map((n) => n === 0) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancelAll' as const), account, market: marketIndex }) },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      byMs: fc.oneof(fc.nat(1500), fc.constantFrom(700, 1000, 3000, 5000)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('split' as const, 'merge' as const),
      account,
      market: marketIndex,
      raw: fc.bigInt(1n, 30_000n),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('setFee' as const),
      market: marketIndex,
      feeRateBps: fc.constantFrom(0, 137, 200, 999),
    }),
  },
)

const ending: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ do: fc.constantFrom('close' as const, 'cancelMarket' as const), market: fc.nat(1) }),
  fc.record({ do: fc.constant('resolve' as const), market: fc.nat(1), winner: outcome }),
)

const redemption: fc.Arbitrary<Operation> = fc.record({
  do: fc.constant('redeem' as const),
  account,
  market: fc.nat(1),
})

/** Trading, then ends of markets and redemptions among more trading. */
export const operationsArbitrary: fc.Arbitrary<Operation[]> = fc
  .tuple(
    fc.array(operation, { minLength: 20, maxLength: 60 }),
    fc.array(
      fc.oneof(
        { weight: 3, arbitrary: operation },
        { weight: 1, arbitrary: ending },
        { weight: 1, arbitrary: redemption },
      ),
      { maxLength: 16 },
    ),
  )
  .map(([trading, close]) => [...trading, ...close])

/** Whether the n-th trade fails. */
export function failsAt(tradeNumber: number, { failEvery }: Rules): boolean {
  return failEvery > 0 && tradeNumber % failEvery === 0
}

export function newExchange(rules: Rules, emit: (event: ExchangeEvent) => void): Exchange {
  const exchange = new Exchange({
    settlement: { delayMs: rules.delayMs, fails: ({ tradeId }) => failsAt(Number(tradeId.slice(1)), rules) },
    fees: { takerPays: rules.takerPays, makerPays: rules.makerPays },
    stopMatchingBeforeMs: rules.marginMs,
    emit,
  })
  for (const spec of MARKETS) exchange.addMarket(spec)
  for (const address of ACCOUNTS) exchange.deposit(address, rules.depositRaw)
  return exchange
}

export function marketAt(index: number): MarketSpec {
  const spec = MARKETS[index]
  if (spec === undefined) throw new Error(`no market ${index}`)
  return spec
}

export function accountAt(index: number): Address {
  const address = ACCOUNTS[index]
  if (address === undefined) throw new Error(`no account ${index}`)
  return address
}

/** Remembers time, hashes and signed fees while a sequence of operations runs. */
export class Run {
  nowMs = 1_000
  readonly sent: NewOrder[] = []
  readonly fees: number[] = MARKETS.map((spec) => spec.feeRateBps)

  /** The order of a wish, at the fee effective now. */
  order({ account: index, market: at, livesSec, staleFee, ...wished }: OrderWish): NewOrder {
    const hash: Hex = `0x${HASH_BASE + this.sent.length}`
    const order: NewOrder = {
      ...pick(wished),
      hash,
      account: accountAt(index),
      conditionId: marketAt(at).conditionId,
      expirationSec: livesSec === undefined ? 0 : Math.floor(this.nowMs / 1000) + livesSec,
      feeRateBps: (this.fees[at] ?? 0) + (staleFee ? 1 : 0),
    }
    this.sent.push(order)
    return order
  }

  /** One of the last orders sent. */
  recent(index: number): NewOrder | undefined {
    return this.sent[this.sent.length - 1 - index]
  }
}

function pick({
  outcome: o,
  side,
  price,
  size,
  type,
}: Pick<OrderWish, 'outcome' | 'side' | 'price' | 'size' | 'type'>) {
  return { outcome: o, side, price: ticks(price), size: lots(size), type }
}

/** What one side of a comparison can be asked to do; each answers nothing or throws with a `code`. */
export interface Venue {
  submit(order: NewOrder, nowMs: number): void
  cancel(hash: Hex, account: Address, nowMs: number): void
  cancelAll(account: Address, spec: MarketSpec, nowMs: number): void
  advance(nowMs: number): void
  split(account: Address, spec: MarketSpec, raw: bigint): void
  merge(account: Address, spec: MarketSpec, raw: bigint): void
  redeem(account: Address, spec: MarketSpec): void
  setFee(spec: MarketSpec, feeRateBps: number): void
  close(spec: MarketSpec, nowMs: number): void
  cancelMarket(spec: MarketSpec, nowMs: number): void
  resolve(spec: MarketSpec, winner: Outcome, nowMs: number): void
}

/** The core as a `Venue`. */
export function coreVenue(exchange: Exchange): Venue {
  return {
    submit: (order, nowMs) => void exchange.submit(order, nowMs),
    cancel: (hash, address, nowMs) => void exchange.cancel(hash, address, nowMs),
    cancelAll: (address, spec, nowMs) => void exchange.cancelAll(address, spec.conditionId, nowMs),
    advance: (nowMs) => exchange.advance(nowMs),
    split: (address, spec, raw) => exchange.split(address, spec.conditionId, raw),
    merge: (address, spec, raw) => exchange.merge(address, spec.conditionId, raw),
    redeem: (address, spec) => void exchange.redeem(address, spec.conditionId),
    setFee: (spec, feeRateBps) => exchange.setFee(spec.conditionId, feeRateBps),
    close: (spec, nowMs) => exchange.close(spec.conditionId, nowMs),
    cancelMarket: (spec, nowMs) => exchange.cancelMarket(spec.conditionId, nowMs),
    resolve: (spec, winner, nowMs) => exchange.resolve(spec.conditionId, winner, nowMs),
  }
}

/** Carries out one operation on every venue; returns each one's error code, `undefined` for success. */
export function carryOut(operation: Operation, run: Run, venues: readonly Venue[]): (string | undefined)[] {
  const act = action(operation, run)
  return venues.map((venue) => codeOf(() => act(venue)))
}

function action(op: Operation, run: Run): (venue: Venue) => void {
  switch (op.do) {
    case 'submit': {
      const order = run.order(op.wish)
      return (venue) => venue.submit(order, run.nowMs)
    }
    case 'resubmit': {
      const order = run.recent(op.pick)
      if (order === undefined) return () => {}
      const again = op.changed ? { ...order, size: lots(order.size + 1) } : { ...order }
      return (venue) => venue.submit(again, run.nowMs)
    }
    case 'cancel': {
      const order = run.recent(op.pick)
      const by = op.stranger ? '0xdead' : order?.account
      return (venue) => venue.cancel(order?.hash ?? '0x0', by ?? '0xdead', run.nowMs)
    }
    case 'advance': {
      run.nowMs += op.byMs
      return (venue) => venue.advance(run.nowMs)
    }
    case 'setFee': {
      run.fees[op.market] = op.feeRateBps
      return (venue) => venue.setFee(marketAt(op.market), op.feeRateBps)
    }
    case 'cancelAll':
      return (venue) => venue.cancelAll(accountAt(op.account), marketAt(op.market), run.nowMs)
    case 'split':
    case 'merge':
      return (venue) => venue[op.do](accountAt(op.account), marketAt(op.market), op.raw)
    case 'redeem':
      return (venue) => venue.redeem(accountAt(op.account), marketAt(op.market))
    case 'resolve':
      return (venue) => venue.resolve(marketAt(op.market), op.winner, run.nowMs)
    case 'close':
    case 'cancelMarket':
      return (venue) => venue[op.do](marketAt(op.market), run.nowMs)
  }
}

function codeOf(act: () => void): string | undefined {
  try {
    act()
    return undefined
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string') return thrown.code
    throw thrown
  }
}
