// Our own money over REST: fills, balances, holdings.

import type { AccountSnapshot, Holding } from '../../../domain/account/account.js'
import type { Answer } from '../../../domain/error.js'
import type { ConditionId, Market } from '../../../domain/market/market.js'
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
import { parseFill } from '../../wire/record-codec.js'
import { parsed } from './market-requests.js'
import type { OrderRequestsOptions } from './order-requests.js'
import { PAGE_SIZE, readPages } from './paging.js'
import { readRecords } from './records-on-grid.js'

export type AccountRequests = Pick<Trading, 'listFills' | 'readAccount'>

type WirePosition = WirePositions['data'][number]

interface TokenHolding {
  readonly market: Market
  readonly outcome: 0 | 1
  readonly sizeRaw: bigint
  readonly lockedRaw: bigint
  readonly pendingRaw: bigint
}

function tokenHolding({ tokenId, total, locked, pending }: WirePosition, market: Market): TokenHolding {
  const outcome = outcomeOfToken(tokenId, market)
  return { market, outcome, sizeRaw: BigInt(total), lockedRaw: BigInt(locked), pendingRaw: BigInt(pending) }
}

function holdings(tokens: readonly TokenHolding[]): Holding[] {
  const byCondition = new Map<ConditionId, TokenHolding[]>()
  for (const token of tokens) {
    const { conditionId } = token.market
    byCondition.set(conditionId, [...(byCondition.get(conditionId) ?? []), token])
  }
  return [...byCondition].map(([conditionId, held]) => {
    const byOutcome = (pick: (token: TokenHolding) => bigint) => {
      const sums: [bigint, bigint] = [0n, 0n]
      for (const token of held) sums[token.outcome] += pick(token)
      return sums
    }
    return {
      conditionId,
      tokensRaw: byOutcome(({ sizeRaw }) => sizeRaw),
      lockedRaw: byOutcome(({ lockedRaw }) => lockedRaw),
      pendingRaw: byOutcome(({ pendingRaw }) => pendingRaw),
    }
  })
}

function snapshot({ collateral }: WireBalances, held: readonly TokenHolding[]): AccountSnapshot {
  return {
    collateral: {
      totalRaw: BigInt(collateral.total),
      lockedRaw: BigInt(collateral.locked),
      pendingRaw: BigInt(collateral.pending),
      availableRaw: BigInt(collateral.available),
    },
    holdings: holdings(held),
  }
}

/** Requests of `Trading` that concern the account. */
export function createAccountRequests({ own, catalogue }: OrderRequestsOptions): AccountRequests {
  function readPositions(
    done: (answer: Answer<readonly TokenHolding[]>) => void,
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
      (answer) => (answer.ok ? readRecords(answer.value, catalogue, tokenHolding, done) : done(answer)),
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
        (answer) => (answer.ok ? readRecords(since(answer.value), catalogue, parseFill, done) : done(answer)),
      )
    },
    readAccount(done, paidFrom) {
      readPositions((held) => {
        if (!held.ok) return done(held)
        own.call({ route: 'balances', schema: balances, paidFrom }, (answer) =>
          done(parsed(answer, ({ value }) => snapshot(value, held.value))),
        )
      }, paidFrom)
    },
  }
}
