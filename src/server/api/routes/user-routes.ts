// People: profiles, search, profit, ranks, comments.

import {
  commentBody,
  commentCount,
  commentList,
  comment as commentSchema,
  leaderboard,
  pnl,
  user,
  userList,
  type WireComment,
  type WirePnl,
} from '../../../venue/wire/account-schema.js'
import { leaderboardQuery, paging, usersQuery } from '../../../venue/wire/query-schema.js'
import type { Performance } from '../accounts/trading-record.js'
import { iso } from '../iso-time.js'
import type { Comment } from '../markets/comment-store.js'
import { accountOf } from '../orders/order-intake.js'
import { defineRoute } from '../requests/define-route.js'
import { clampedPage, listAnswer, type Page } from '../requests/page-query.js'
import type { Route } from '../requests/route.js'
import type { VenueParts } from '../venue-parts.js'
import { marketOf } from './named-market.js'
import { ownAccount } from './own-account.js'

const read = { method: 'GET', routeClass: 'read', access: 'key', tag: 'users' } as const

export function userRoutes(parts: VenueParts): Route[] {
  const { users } = parts.records
  return [
    defineRoute({
      ...read,
      path: '/users',
      summary: 'Search for users',
      query: usersQuery,
      result: userList,
      answer: ({ query }) => ({ body: listAnswer(users.search(query.search), clampedPage(query), (found) => found) }),
    }),
    defineRoute({
      ...read,
      path: '/users/{id}',
      summary: 'Public profile, by wallet address, user id or username',
      result: user,
      answer: ({ params }) => ({ body: users.find(params.id ?? '') }),
    }),
    defineRoute({
      ...read,
      path: '/users/{id}/pnl',
      summary: 'Profit and loss from settled trades, in raw collateral',
      details: 'Tokens count at the payout where the market is over, else at the price of its last trade.',
      query: paging,
      result: pnl,
      answer: ({ params, query }) => ({ body: pnlOf(params.id ?? '', clampedPage(query), parts) }),
    }),
    defineRoute({
      ...read,
      path: '/leaderboard',
      summary: 'Everybody who traded, by profit or volume',
      query: leaderboardQuery,
      result: leaderboard,
      answer: ({ query, nowMs }) => {
        const ranked = ranking(query.sortBy ?? 'pnl', parts)
        return {
          body: listAnswer(ranked, clampedPage(query), ({ rank, account, totalRaw, volumeRaw, trades }) => ({
            rank,
            user: users.see(account, nowMs),
            pnl: totalRaw.toString(),
            volume: volumeRaw.toString(),
            trades,
          })),
        }
      },
    }),
    ...commentRoutes(parts),
  ]
}

function commentRoutes(parts: VenueParts): Route[] {
  const { comments } = parts.records
  return [
    defineRoute({
      ...read,
      path: '/markets/{id}/comments',
      summary: 'Comments on a market, newest first',
      query: paging,
      result: commentList,
      answer: (call) => {
        const all = comments.ofMarket(marketOf(call, parts).id)
        const view = (comment: Comment) => wireComment(comment, call.nowMs, parts)
        return { body: listAnswer(all, clampedPage(call.query), view) }
      },
    }),
    defineRoute({
      ...read,
      path: '/markets/{id}/comments/count',
      summary: 'Number of comments on a market',
      result: commentCount,
      answer: (call) => ({ body: { count: comments.count(marketOf(call, parts).id) } }),
    }),
    defineRoute({
      method: 'POST',
      path: '/markets/{id}/comments',
      routeClass: 'account',
      access: 'bearer',
      tag: 'users',
      summary: 'Comment on a market, or answer a comment',
      body: commentBody,
      result: commentSchema,
      status: 201,
      answer: (call) => {
        const { text, parentId = null } = call.body
        const marketId = marketOf(call, parts).id
        const made = comments.add({ marketId, parentId, text, author: ownAccount(call), createdMs: call.nowMs })
        return { body: wireComment(made, call.nowMs, parts) }
      },
    }),
  ]
}

function wireComment({ author, createdMs, ...rest }: Comment, nowMs: number, { records }: VenueParts): WireComment {
  return { ...rest, author: records.users.see(author, nowMs), createdAt: iso(createdMs) }
}

function pnlOf(id: string, page: Page, { records, markets }: VenueParts): WirePnl {
  const found = records.users.find(id)
  const account = accountOf(found.address, 'id')
  const { realizedRaw, unrealizedRaw, volumeRaw, feesRaw, trades } = records.trading.performance(account)
  const byMarket = listAnswer(records.trading.markets(account), page, ({ conditionId, profitRaw, isFinal }) => ({
    marketId: markets.byCondition(conditionId)?.id ?? conditionId,
    conditionId,
    pnl: profitRaw.toString(),
    isFinal,
  }))
  return {
    user: found,
    realized: realizedRaw.toString(),
    unrealized: unrealizedRaw.toString(),
    total: (realizedRaw + unrealizedRaw).toString(),
    volume: volumeRaw.toString(),
    fees: feesRaw.toString(),
    trades,
    markets: byMarket.data,
    pagination: byMarket.pagination,
  }
}

interface Ranked extends Performance {
  readonly rank: number
  readonly totalRaw: bigint
}

/** Highest first; equals in the order of their first settlement. */
function ranking(by: 'pnl' | 'volume', { records }: VenueParts): Ranked[] {
  const all = records.trading.all().map((one) => ({ ...one, totalRaw: one.realizedRaw + one.unrealizedRaw }))
  const rankedBy = (one: { totalRaw: bigint; volumeRaw: bigint }) => (by === 'pnl' ? one.totalRaw : one.volumeRaw)
  all.sort((a, b) => (rankedBy(a) > rankedBy(b) ? -1 : rankedBy(a) < rankedBy(b) ? 1 : 0))
  return all.map((one, i) => ({ ...one, rank: i + 1 }))
}
