// An exchange with one market, four funded accounts and its recorded events, for tests of single rules.

import { ticks } from '../../../../src/domain/amounts/price.js'
import { lots } from '../../../../src/domain/amounts/size.js'
import type { Address, ConditionId, Hex } from '../../../../src/domain/market/market.js'
import type { OrderRecord } from '../../../../src/domain/orders/order.js'
import {
  Exchange,
  type ExchangeEvent,
  type ExchangeOptions,
  type MarketSpec,
  type NewOrder,
} from '../../../../src/venue/simulated/exchange/exchange.js'

export const CONDITION = '0xc1' as ConditionId
export const [ALICE, BOB, CAROL, DAVE] = ['0xa', '0xb', '0xc', '0xd'] as const satisfies Address[]
export const ACCOUNTS = [ALICE, BOB, CAROL, DAVE] as const

/** Collateral of each account after the split below. */
export const CASH = 1_000_000_000n
/** YES and NO tokens of each account. */
export const TOKENS = 100_000_000n

/** A tick of 0.01, a lot of 0.01 shares, 6 decimals. */
export const SPEC: MarketSpec = {
  id: 'm1',
  conditionId: CONDITION,
  tokenIds: ['101', '102'],
  ticksPerUnit: 100,
  lotRaw: 10_000n,
  unitRaw: 1_000_000n,
  minLots: lots(10),
  endMs: 1_000_000,
  feeRateBps: 0,
}

export interface Scenario {
  readonly exchange: Exchange
  readonly events: ExchangeEvent[]
  /** Submits with the next free hash. */
  readonly place: (account: Address, terms: Wish) => OrderRecord
  /** The order as it is now. */
  readonly now: (record: OrderRecord) => OrderRecord
}

/** `'BUY YES 40 x 100'`-like terms with defaults: GTC, no expiration, the market's fee, at time 0. */
export interface Wish extends Partial<Omit<NewOrder, 'price' | 'size' | 'account'>> {
  readonly price: number
  readonly size: number
  readonly atMs?: number
}

export function scenario(options: Partial<ExchangeOptions> = {}, spec: Partial<MarketSpec> = {}): Scenario {
  const events: ExchangeEvent[] = []
  const exchange = new Exchange({
    settlement: { delayMs: 1000 },
    emit: (event) => {
      events.push(event)
    },
    ...options,
  })
  exchange.addMarket({ ...SPEC, ...spec })
  for (const account of ACCOUNTS) {
    exchange.deposit(account, CASH + TOKENS)
    exchange.split(account, CONDITION, TOKENS)
  }
  events.length = 0
  let count = 0
  const place = (account: Address, { atMs = 0, price, size, ...terms }: Wish) => {
    count += 1
    return exchange.submit(
      newOrder({
        hash: `0x${count}`,
        account,
        price,
        size,
        ...terms,
        feeRateBps: terms.feeRateBps ?? exchange.market(CONDITION)?.feeRateBps ?? 0,
      }),
      atMs,
    )
  }
  const now = ({ hash }: OrderRecord) => {
    const record = exchange.order(hash)
    if (record === undefined) throw new Error(`no order ${hash}`)
    return record
  }
  return { exchange, events, place, now }
}

export function newOrder(terms: Omit<Wish, 'atMs'> & { hash: Hex; account: Address }): NewOrder {
  return {
    conditionId: CONDITION,
    outcome: 0,
    side: 'BUY',
    type: 'GTC',
    expirationSec: 0,
    feeRateBps: 0,
    ...terms,
    price: ticks(terms.price),
    size: lots(terms.size),
  }
}

/** Events of one kind. */
export function only<K extends ExchangeEvent['kind']>(events: readonly ExchangeEvent[], kind: K) {
  return events.filter((event): event is Extract<ExchangeEvent, { kind: K }> => event.kind === kind)
}
