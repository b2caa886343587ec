// The wallet's orders as the venue lists them, page by page, and as far as whoever cancels them has to know them: of that no market has to be
// read. One whose market cannot be read or quoted any more rests like the others.

import type { Answer } from '../../../domain/error.js'
import type { Address, ConditionId, Hex } from '../../../domain/market/market.js'
import type { Cancellable, OrderStatus } from '../../../domain/orders/order.js'
import type { PermitDesk } from '../../../domain/permit.js'
import type { Trading } from '../../trading.js'
import { orderListReading, type WireOrderRecord } from '../../wire/order-schema.js'
import type { HttpClient } from './http-client.js'
import { parsed } from './market-requests.js'
import { PAGE_SIZE, readPages } from './paging.js'

export interface OrderFilter {
  readonly account: Address
  readonly conditionId?: ConditionId
  readonly statuses: readonly OrderStatus[]
}

/** Every page; a failed page fails the whole. `own`: with the access token. */
export function readOrderPages(
  own: HttpClient,
  { account, conditionId, statuses }: OrderFilter,
  paidFrom: PermitDesk | undefined,
  done: (answer: Answer<readonly WireOrderRecord[]>) => void,
): void {
  const query = { account, conditionId, status: statuses.join(','), limit: PAGE_SIZE }
  readPages<WireOrderRecord>(
    {
      key: (item) => item.orderHash,
      read: (offset, page) =>
        own.call({ route: 'orders', query: { ...query, offset }, schema: orderListReading, paidFrom }, (answer) =>
          page(
            parsed(answer, ({ value }) => ({
              items: value.orders,
              ...(value.pagination?.total === undefined ? {} : { total: value.pagination.total }),
            })),
          ),
        ),
    },
    done,
  )
}

/** How whoever cancels everything lists and cancels without a market being read. `paidFrom`: absent, as all other requests of the key are. */
export function bareTrading(
  {
    trading,
    own,
  }: { readonly trading: Pick<Trading, 'account' | 'cancelMany' | 'cancelAll'>; readonly own: HttpClient },
  paidFrom?: PermitDesk,
) {
  const { account } = trading
  return {
    listOrders: (filter: Pick<OrderFilter, 'statuses'>, done: (answer: Answer<readonly Cancellable[]>) => void): void =>
      readOrderPages(own, { ...filter, account }, paidFrom, (answer) =>
        done(answer.ok ? { ok: true, value: answer.value.map(cancellable) } : answer),
      ),
    cancelMany: (...[hashes, done]: Parameters<Trading['cancelMany']>) => trading.cancelMany(hashes, done, paidFrom),
    cancelAll: (...[market, done]: Parameters<Trading['cancelAll']>) => trading.cancelAll(market, done),
  }
}

function cancellable({ orderHash, status, remainingSize, pendingSize = '0' }: WireOrderRecord): Cancellable {
  return {
    ...{ hash: orderHash.toLowerCase() as Hex, status },
    ...{ remainingRaw: BigInt(remainingSize), pendingRaw: BigInt(pendingSize) },
  }
}
