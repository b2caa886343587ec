// Our own money over REST: fills, balances, holdings.

import type { AccountSnapshot, Holding } from '../../domain/account.js'
import type { Answer } from '../../domain/error.js'
import type { Market } from '../../domain/market.js'
import type { Trading } from '../trading.js'
import { outcomeOfToken } from '../wire/book-codec.js'
import {
  balances,
  ownTradeList,
  positions,
  type WireBalances,
  type WireOwnTrade,
  type WirePositions,
} from '../wire/order-schema.js'
import { parseFill } from '../wire/record-codec.js'
import { parsed } from './market-requests.js'
import type { OwnRequestsOptions } from './order-requests.js'
import { PAGE_SIZE, readPages } from './paging.js'
import { readRecords } from './records.js'

export type AccountRequests = Pick<Trading, 'listFills' | 'readAccount'>

type WirePosition = WirePositions['data'][number]

interface TokenHolding {
  readonly market: Market
  readonly outcome: 0 | 1
  readonly sizeRaw: bigint
  readonly lockedRaw: bigint
}

function tokenHolding(wire: WirePosition, market: Market): TokenHolding {
  const outcome = outcomeOfToken(wire.tokenId, market)
  return { market, outcome, sizeRaw: BigInt(wire.size), lockedRaw: BigInt(wire.locked) }
}

function holdings(tokens: readonly TokenHolding[]): Holding[] {
  const byCondition = new Map<string, { market: Market; tokens: [bigint, bigint]; locked: [bigint, bigint] }>()
  for (const { market, outcome, sizeRaw, lockedRaw } of tokens) {
    const held = byCondition.get(market.conditionId) ?? { market, tokens: [0n, 0n], locked: [0n, 0n] }
    held.tokens[outcome] += sizeRaw
    held.locked[outcome] += lockedRaw
    byCondition.set(market.conditionId, held)
  }
  return [...byCondition.values()].map(({ market, tokens: tokensRaw, locked }) => ({
    conditionId: market.conditionId,
    tokensRaw,
    lockedRaw: locked,
  }))
}

function snapshot({ collateral }: WireBalances, held: readonly TokenHolding[]): AccountSnapshot {
  return {
    collateral: {
      totalRaw: BigInt(collateral.total),
      lockedRaw: BigInt(collateral.locked),
      availableRaw: BigInt(collateral.available),
    },
    holdings: holdings(held),
  }
}

/** Requests of `Trading` that concern the account. */
export function createAccountRequests({ own, catalogue }: OwnRequestsOptions): AccountRequests {
  function readPositions(done: (answer: Answer<readonly TokenHolding[]>) => void): void {
    readPages<WirePosition>(
      {
        key: (item) => `${item.conditionId}/${item.tokenId}`,
        read: (offset, page) =>
          own.call({ route: 'positions', query: { limit: PAGE_SIZE, offset }, schema: positions }, (answer) =>
            page(parsed(answer, ({ value }) => ({ items: value.data, total: value.pagination.total }))),
          ),
      },
      (answer) => (answer.ok ? readRecords(answer.value, catalogue, tokenHolding, done) : done(answer)),
    )
  }

  return {
    listFills(sinceVenueMs, done) {
      const since = (items: readonly WireOwnTrade[]) => items.filter((t) => Date.parse(t.timestamp) >= sinceVenueMs)
      readPages<WireOwnTrade>(
        {
          key: (item) => `${item.tradeId}/${item.orderHash}`,
          enough: (items) => since(items).length < items.length,
          read: (offset, page) =>
            own.call({ route: 'ownTrades', query: { limit: PAGE_SIZE, offset }, schema: ownTradeList }, (answer) =>
              page(parsed(answer, ({ value }) => ({ items: value.data, total: value.pagination.total }))),
            ),
        },
        (answer) => (answer.ok ? readRecords(since(answer.value), catalogue, parseFill, done) : done(answer)),
      )
    },
    readAccount(done) {
      readPositions((held) => {
        if (!held.ok) return done(held)
        own.call({ route: 'balances', schema: balances }, (answer) =>
          done(parsed(answer, ({ value }) => snapshot(value, held.value))),
        )
      })
    },
  }
}
