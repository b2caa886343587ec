// A wallet's transactions on the chain that the bundled server plays: for programs that must never send one twice.

import { transaction, transactionBody, type WireAct, walletOnChain } from '../../../venue/wire/sandbox-transaction.js'
import { defineRoute } from '../requests/define-route.js'
import { ApiError } from '../requests/error-table.js'
import type { Route } from '../requests/route.js'
import type { VenueParts } from '../venue-parts.js'
import { requireTokens } from './named-market.js'
import { ownAccount } from './own-account.js'

const own = { routeClass: 'account', access: 'bearer', tag: 'sandbox' } as const

export function chainRoutes(parts: VenueParts): Route[] {
  const { chain } = parts.records
  return [
    defineRoute({
      ...own,
      method: 'POST',
      path: '/sandbox/transactions',
      summary: 'Split, merge or redeem as a numbered transaction',
      details: `The nonce counts the wallet's transactions. Sent again, the same transaction gets its first answer; one
that is reverted has used up its nonce.`,
      body: transactionBody,
      result: transaction,
      refusals: ['not_found', 'conflict'],
      answer: (call) => {
        const account = ownAccount(call)
        return { body: chain.send(account, call.body, carryOut(parts, account, call.body)) }
      },
    }),
    defineRoute({
      ...own,
      method: 'GET',
      path: '/sandbox/transactions',
      summary: "The nonce of the wallet's next transaction",
      result: walletOnChain,
      answer: (call) => {
        const account = ownAccount(call)
        return { body: { account, nonce: chain.nonceOf(account) } }
      },
    }),
    defineRoute({
      ...own,
      method: 'GET',
      path: '/sandbox/transactions/{hash}',
      summary: 'What became of a transaction',
      details: 'The last 100 of a wallet are known.',
      result: transaction,
      refusals: ['not_found'],
      answer: (call) => {
        const known = chain.find(ownAccount(call), call.params.hash ?? '')
        if (known === undefined) throw new ApiError('not_found', 'transaction: the wallet has sent none with this hash')
        return { body: known }
      },
    }),
  ]
}

/** Returns the raw collateral that it brings. Throws `not_found` before anything is done. */
function carryOut(
  { exchange, markets }: VenueParts,
  account: ReturnType<typeof ownAccount>,
  { act, conditionId: id, amount }: WireAct,
): () => bigint {
  const { conditionId } = requireTokens(markets.find(id))
  if (act === 'redeem') return () => exchange.redeem(account, conditionId)
  const raw = BigInt(amount ?? 0)
  return () => {
    exchange[act](account, conditionId, raw)
    return act === 'merge' ? raw : 0n
  }
}
