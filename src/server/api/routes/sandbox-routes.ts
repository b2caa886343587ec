// What stands for the chain on the bundled server alone: test money, resolution, full sets.

import { z } from 'zod'
import { OUTCOMES } from '../../../domain/side.js'
import { address, rawAmount } from '../../../venue/wire/primitives.js'
import { wireBalances } from '../account-view.js'
import { ApiError } from '../error-table.js'
import type { ListedMarket } from '../listed-market.js'
import { wireMarket } from '../market-view.js'
import { accountOf } from '../order-intake.js'
import type { Call, Route, RouteAnswer } from '../route.js'
import { validBody } from '../validation.js'
import type { VenueParts } from '../venue-parts.js'
import { ownAccount } from './own-account.js'

const positiveAmount = rawAmount.refine((text) => /[1-9]/.test(text) && text.length <= 40, {
  message: 'expected 1 to 40 digits, more than 0',
})
const faucetBody = z.object({ account: address, amount: positiveAmount })
const setBody = z.object({ conditionId: z.string(), amount: positiveAmount })
const redeemBody = z.object({ conditionId: z.string() })
const resolveBody = z
  .object({
    winningOutcomeId: z.string().optional(),
    outcome: z.union([z.literal(0), z.literal(1)]).optional(),
    cancelled: z.literal(true).optional(),
  })
  .refine((b) => [b.winningOutcomeId, b.outcome, b.cancelled].filter((given) => given !== undefined).length === 1, {
    message: 'expected exactly one of winningOutcomeId, outcome, cancelled',
  })

export function sandboxRoutes(parts: VenueParts): Route[] {
  const own = { method: 'POST', routeClass: 'account', access: 'bearer' } as const
  return [
    { ...own, access: 'key', path: '/sandbox/faucet', answer: (call) => faucet(call, parts) },
    { ...own, access: 'key', path: '/sandbox/markets/{id}/resolve', answer: (call) => resolve(call, parts) },
    { ...own, path: '/sandbox/split', answer: (call) => changeSets(call, parts, 'split') },
    { ...own, path: '/sandbox/merge', answer: (call) => changeSets(call, parts, 'merge') },
    { ...own, path: '/sandbox/redeem', answer: (call) => redeem(call, parts) },
  ]
}

function faucet({ body }: Call, { exchange }: VenueParts): RouteAnswer {
  const { account, amount } = validBody(faucetBody, body)
  const wallet = accountOf(account, 'account')
  exchange.deposit(wallet, BigInt(amount))
  return { body: wireBalances(wallet, exchange) }
}

function resolve({ params, body, nowMs }: Call, parts: VenueParts): RouteAnswer {
  const { markets, exchange } = parts
  const market = markets.find(params.id ?? '')
  requireTokens(market)
  const { winningOutcomeId, outcome, cancelled } = validBody(resolveBody, body)
  if (cancelled) exchange.cancelMarket(market.conditionId, nowMs)
  else {
    const named = OUTCOMES.find((index) => market.grid.outcomes[index].outcomeId === winningOutcomeId)
    const winner = outcome ?? named
    if (winner === undefined) {
      throw new ApiError('validation_failed', [`winningOutcomeId: expected an outcome of market ${market.id}`])
    }
    exchange.resolve(market.conditionId, winner, nowMs)
  }
  return { body: wireMarket(market, parts) }
}

function changeSets(call: Call, { exchange, markets }: VenueParts, act: 'split' | 'merge'): RouteAnswer {
  const account = ownAccount(call)
  const { conditionId, amount } = validBody(setBody, call.body)
  const market = markets.find(conditionId)
  requireTokens(market)
  exchange[act](account, market.conditionId, BigInt(amount))
  return { body: wireBalances(account, exchange) }
}

function redeem(call: Call, { exchange, markets }: VenueParts): RouteAnswer {
  const account = ownAccount(call)
  const market = markets.find(validBody(redeemBody, call.body).conditionId)
  requireTokens(market)
  const paid = exchange.redeem(account, market.conditionId)
  return { body: { paid: paid.toString(), ...wireBalances(account, exchange) } }
}

function requireTokens({ id, incomplete }: ListedMarket): void {
  if (incomplete) throw new ApiError('not_found', `market: ${id} has no outcome tokens yet`)
}
