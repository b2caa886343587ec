// Random sequences of everything that can be asked of the exchange, as plain data.

import fc from 'fast-check'
import { lots } from '../../../../src/domain/amounts/size.js'
import type { Address, ConditionId } from '../../../../src/domain/market/market.js'
import type { Outcome, Side } from '../../../../src/domain/market/side.js'
import { ORDER_TYPES, type OrderType } from '../../../../src/domain/orders/order.js'
import {
  Exchange,
  type ExchangeEvent,
  type ExchangeOptions,
  type MarketSpec,
} from '../../../../src/venue/simulated/exchange/exchange.js'
import type { Archive } from '../../../../src/venue/simulated/exchange/rows/archive.js'

export const ACCOUNTS: readonly Address[] = ['0xa1', '0xa2', '0xa3', '0xa4']

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
  /** Signs the nonce before the account's current one, or one to come. */
  readonly wrongNonce: boolean
}

export type Operation =
  | { readonly do: 'submit'; readonly wish: OrderWish }
  /** The `pick`-th last hash again, with other terms if `changed`. */
  | { readonly do: 'resubmit'; readonly pick: number; readonly changed: boolean }
  | { readonly do: 'cancel'; readonly pick: number; readonly stranger: boolean }
  | { readonly do: 'cancelAll'; readonly account: number; readonly market: number }
  | { readonly do: 'raiseNonce'; readonly account: number }
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
  /** Every n-th trade fails, and with it all of its taker order; 0 for none. */
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
  wrongNonce: fc.nat(29).map((n) => n === 0),
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
  { weight: 1, arbitrary: fc.record({ do: fc.constant('raiseNonce' as const), account }) },
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

export function newExchange(rules: Rules, emit: (event: ExchangeEvent) => void, archive?: Archive): Exchange {
  const fails: ExchangeOptions['settlement']['fails'] = ({ trades }) =>
    trades.some(({ tradeId }) => failsAt(Number(tradeId.slice(1)), rules))
  const exchange = new Exchange({
    settlement: { delayMs: rules.delayMs, fails },
    fees: { takerPays: rules.takerPays, makerPays: rules.makerPays },
    stopMatchingBeforeMs: rules.marginMs,
    emit,
    ...(archive === undefined ? {} : { archive }),
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
