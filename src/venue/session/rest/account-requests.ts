// Our own money over REST: fills, balances, holdings.

import { type AccountSnapshot, holdingIn } from '../../../domain/account/account.js'
import type { Answer } from '../../../domain/error.js'
import type { PermitDesk } from '../../../domain/permit.js'
import type { Trading } from '../../trading.js'
import { outcomeOfToken } from '../../wire/book-codec.js'
import {
  balances,
  ownTradeList,
  positions,
  type WireBalances,
  type WireOwnTrade,
  type WirePositions,
} from '../../wire/order-schema.js'
import { parseFill, parsePositions } from '../../wire/record-codec.js'
import type { MarketCatalogue } from './market-catalogue.js'
import { parsed } from './market-requests.js'
import type { OrderRequestsOptions } from './order-requests.js'
import { PAGE_SIZE, readPages } from './paging.js'
import { readRecords } from './records-on-grid.js'

export type AccountRequests = Pick<Trading, 'listFills' | 'readAccount'>

type WirePosition = WirePositions['data'][number]

/** Markets are not read for it: of hundreds that are over and forgotten, tokens may be held. */
function snapshot(
  { collateral }: WireBalances,
  positions: readonly WirePosition[],
  catalogue: MarketCatalogue,
): AccountSnapshot {
  const held = parsePositions(positions).filter(({ conditionId }) => !catalogue.isLeftOut(conditionId))
  const unread = held.filter(({ conditionId }) => catalogue.get(conditionId) === undefined)
  return {
    collateral: {
      totalRaw: BigInt(collateral.total),
      lockedRaw: BigInt(collateral.locked),
      pendingRaw: BigInt(collateral.pending),
      availableRaw: BigInt(collateral.available),
    },
    holdings: held.flatMap((holding) => {
      const market = catalogue.get(holding.conditionId)
      if (market === undefined) return []
      for (const { tokenId } of holding.tokens) outcomeOfToken(tokenId, market)
      return holdingIn(holding, market)
    }),
    ...(unread.length === 0 ? {} : { unread }),
  }
}

/** Requests of `Trading` that concern the account. */
export function createAccountRequests(options: OrderRequestsOptions): AccountRequests {
  const { own, catalogue, onOffGrid, onMatchLeftOut: onLeftOut } = options

  function readPositions(
    done: (answer: Answer<readonly WirePosition[]>) => void,
    paidFrom: PermitDesk | undefined,
  ): void {
    readPages<WirePosition>(
      {
        key: (item) => `${item.conditionId}/${item.tokenId}`,
        read: (offset, page) =>
          own.call({ route: 'positions', query: { limit: PAGE_SIZE, offset }, schema: positions, paidFrom }, (answer) =>
            page(parsed(answer, ({ value }) => ({ items: value.data, total: value.pagination.total }))),
          ),
      },
      done,
    )
  }

  return {
    listFills(sinceVenueMs, done, paidFrom) {
      const since = (items: readonly WireOwnTrade[]) => items.filter((t) => Date.parse(t.timestamp) >= sinceVenueMs)
      readPages<WireOwnTrade>(
        {
          key: (item) => `${item.tradeId}/${item.orderHash}`,
          enough: (items) => since(items).length < items.length,
          read: (offset, page) =>
            own.call(
              { route: 'ownTrades', query: { limit: PAGE_SIZE, offset }, schema: ownTradeList, paidFrom },
              (answer) => page(parsed(answer, ({ value }) => ({ items: value.data, total: value.pagination.total }))),
            ),
        },
        (answer) =>
          answer.ok
            ? readRecords(since(answer.value), { catalogue, onOffGrid, onLeftOut }, parseFill, done)
            : done(answer),
      )
    },
    readAccount(done, paidFrom) {
      // the tokens last: where they show that a transaction of the chain is still to come, what it pays is not in the collateral either
      own.call({ route: 'balances', schema: balances, paidFrom }, (money) => {
        if (!money.ok) return done(money)
        readPositions(
          (held) => done(held.ok ? parsed(money, ({ value }) => snapshot(value, held.value, catalogue)) : held),
          paidFrom,
        )
      })
    },
  }
}
