// What stands for the chain and the operator on the bundled server alone: test money, market lives, full sets, fees, tiers.

import { OUTCOMES } from '../../../domain/market/side.js'
import { fullGrid } from '../../../venue/simulated/exchange/markets/order-grid.js'
import { market as marketSchema } from '../../../venue/wire/market-schema.js'
import { apiKey, balances } from '../../../venue/wire/order-schema.js'
import {
  faucetBody,
  feeChange,
  feeChangeBody,
  nonceRaised,
  redeemBody,
  redeemed,
  referralPayout,
  registerBody,
  resolveBody,
  setBody,
  termsBody,
  tierBody,
} from '../../../venue/wire/sandbox-schema.js'
import { wireBalances } from '../accounts/account-view.js'
import { earnedRaw } from '../accounts/referral-view.js'
import { changedGrid } from '../markets/changed-grid.js'
import { wireMarket } from '../markets/listed-market-view.js'
import { accountOf } from '../orders/order-intake.js'
import { defineRoute } from '../requests/define-route.js'
import { ApiError } from '../requests/error-table.js'
import type { Route } from '../requests/route.js'
import type { VenueParts } from '../venue-parts.js'
import { shown } from './key-routes.js'
import { marketOf, marketWithTokens, requireTokens } from './named-market.js'
import { ownAccount } from './own-account.js'

const operator = { method: 'POST', routeClass: 'account', access: 'key', tag: 'sandbox' } as const
const own = { ...operator, access: 'bearer' } as const

export function sandboxRoutes(parts: VenueParts): Route[] {
  const { exchange } = parts
  return [
    defineRoute({
      ...operator,
      path: '/sandbox/faucet',
      summary: 'Give a wallet test collateral',
      body: faucetBody,
      result: balances,
      answer: ({ body }) => {
        const wallet = accountOf(body.account, 'account')
        exchange.deposit(wallet, BigInt(body.amount))
        return { body: wireBalances(wallet, exchange) }
      },
    }),
    defineRoute({
      ...own,
      path: '/sandbox/nonce',
      summary: 'Raise the own nonce: the last-resort cancel',
      details: `Every order of the wallet signed with an older nonce is invalid, in all markets: what rests is
\`cancelled_onchain\` at once, a match that is not settled fails. New orders sign the new nonce.`,
      result: nonceRaised,
      answer: (call) => {
        const account = ownAccount(call)
        const cancelled = exchange.raiseNonce(account, call.nowMs).length
        return { body: { account, nonce: String(exchange.nonceOf(account)), cancelled } }
      },
    }),
    ...marketLifeRoutes(parts),
    ...setRoutes(parts),
    ...operatorRoutes(parts),
  ]
}

function marketLifeRoutes(parts: VenueParts): Route[] {
  const { exchange, markets } = parts
  return [
    defineRoute({
      ...operator,
      path: '/sandbox/markets/{id}/close',
      summary: 'Close a market before its end',
      example: { result: { status: 'CLOSED' } },
      result: marketSchema,
      refusals: ['market_not_open'],
      answer: (call) => {
        const market = marketWithTokens(call, parts)
        exchange.close(market.conditionId, call.nowMs)
        return { body: wireMarket(market, parts) }
      },
    }),
    defineRoute({
      ...operator,
      path: '/sandbox/markets/{id}/resolve',
      summary: 'Resolve or cancel a market',
      body: resolveBody,
      example: {
        body: { winningOutcomeId: 'market-1-0' },
        result: { status: 'RESOLVED', winningOutcomeId: 'market-1-0' },
      },
      result: marketSchema,
      refusals: ['market_not_open'],
      answer: (call) => {
        const market = marketWithTokens(call, parts)
        const { winningOutcomeId, outcome, cancelled } = call.body
        const named = OUTCOMES.find((index) => market.grid.outcomes[index].outcomeId === winningOutcomeId)
        const winner = outcome ?? named
        if (cancelled) exchange.cancelMarket(market.conditionId, call.nowMs)
        else if (winner !== undefined) exchange.resolve(market.conditionId, winner, call.nowMs)
        else throw new ApiError('validation_failed', [`winningOutcomeId: expected an outcome of market ${market.id}`])
        return { body: wireMarket(market, parts) }
      },
    }),
    defineRoute({
      ...operator,
      path: '/sandbox/markets/{id}/register',
      summary: "Change a market's registration on the chain",
      body: registerBody,
      result: marketSchema,
      answer: (call) => {
        const market = marketOf(call, parts)
        markets.setRegistration(market.id, call.body.clobMarketStatus)
        return { body: wireMarket(market, parts) }
      },
    }),
    defineRoute({
      ...operator,
      path: '/sandbox/markets/{id}/terms',
      summary: "Change a market's tick, size step or smallest order",
      details: `Multiples of what the market was listed with. What rests beside them is \`cancelled_local\` at once, and
so is what a failed settlement would bring back there. No event tells of it: the market's list and detail do.`,
      body: termsBody,
      example: { body: { tickSize: '0.05' } },
      result: marketSchema,
      answer: (call) => {
        const market = marketWithTokens(call, parts)
        const { conditionId, spec } = market
        const before = exchange.market(conditionId)?.grid ?? fullGrid(spec)
        exchange.setGrid(conditionId, changedGrid(call.body, spec, before), call.nowMs)
        return { body: wireMarket(market, parts) }
      },
    }),
  ]
}

function setRoutes({ exchange, markets }: VenueParts): Route[] {
  const changeSets = (act: 'split' | 'merge', summary: string) =>
    defineRoute({
      ...own,
      path: `/sandbox/${act}`,
      summary,
      body: setBody,
      result: balances,
      refusals: ['not_found', 'insufficient_balance', 'market_not_open'],
      answer: (call) => {
        const account = ownAccount(call)
        const { conditionId } = requireTokens(markets.find(call.body.conditionId))
        exchange[act](account, conditionId, BigInt(call.body.amount))
        return { body: wireBalances(account, exchange) }
      },
    })
  return [
    changeSets('split', 'Collateral into as many tokens of both outcomes'),
    changeSets('merge', 'Tokens of both outcomes into as much collateral'),
    defineRoute({
      ...own,
      path: '/sandbox/redeem',
      summary: 'Pay out the tokens of a market that is over',
      body: redeemBody,
      result: redeemed,
      refusals: ['not_found', 'bad_request'],
      answer: (call) => {
        const account = ownAccount(call)
        const { conditionId } = requireTokens(markets.find(call.body.conditionId))
        const paid = exchange.redeem(account, conditionId)
        return { body: { paid: paid.toString(), ...wireBalances(account, exchange) } }
      },
    }),
  ]
}

function operatorRoutes({ exchange, markets, keys, records, config }: VenueParts): Route[] {
  const { referrals } = records
  const { rewardBps } = config.referral
  return [
    defineRoute({
      ...operator,
      path: '/sandbox/fees',
      summary: 'Change the fee of a market, a tag or everything',
      body: feeChangeBody,
      example: { body: { scope: 'market', marketId: 'market-1', feeRateBps: 20 }, result: { feeRateBps: 20 } },
      result: feeChange,
      refusals: ['not_found'],
      answer: ({ body }) => {
        const { feeRateBps } = body
        if (body.scope === 'market') markets.setMarketFee(body.marketId, feeRateBps ?? undefined)
        else if (body.scope === 'tag') markets.setTagFee(body.tagSlug, feeRateBps ?? undefined)
        else markets.setGlobalFee(body.feeRateBps)
        return { body: { feeRateBps } }
      },
    }),
    defineRoute({
      ...own,
      path: '/sandbox/api-keys/{id}/tier',
      summary: 'Grant an own key another tier',
      body: tierBody,
      result: apiKey,
      answer: (call) => ({ body: shown(keys.changeTier(call.params.id ?? '', ownAccount(call), call.body.tier)) }),
    }),
    defineRoute({
      ...operator,
      path: '/sandbox/referrals/pay',
      summary: 'Pay every referrer what is unpaid',
      result: referralPayout,
      answer: () => {
        const due = referrals
          .referrers()
          .map((account) => ({
            account,
            raw: earnedRaw(account, { referrals, rewardBps }) - referrals.paidRaw(account),
          }))
          .filter(({ raw }) => raw > 0n)
        for (const { account, raw } of due) {
          exchange.deposit(account, raw)
          referrals.notePayment(account, raw)
        }
        return { body: { paid: due.map(({ account, raw }) => ({ account, amount: raw.toString() })) } }
      },
    }),
  ]
}
