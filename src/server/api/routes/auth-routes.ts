// Sign-in with a wallet: nonce, verify, refresh.

import type { Address } from '../../../domain/market/market.js'
import { authNonce, authRefreshBody, authTokens, authVerifyBody } from '../../../venue/wire/order-schema.js'
import { EXAMPLE_SIGN_IN } from '../documents/worked-order.js'
import { defineRoute } from '../requests/define-route.js'
import type { Route } from '../requests/route.js'
import type { VenueParts } from '../venue-parts.js'

export function authRoutes({ signIn, tokens, records }: VenueParts): Route[] {
  const open = { routeClass: 'account', access: 'public', tag: 'auth' } as const
  return [
    defineRoute({
      ...open,
      method: 'GET',
      path: '/auth/nonce',
      summary: 'A nonce for a sign-in message, for one use',
      result: authNonce,
      answer: ({ nowMs }) => ({ body: { nonce: signIn.nonce(nowMs) } }),
    }),
    defineRoute({
      ...open,
      method: 'POST',
      path: '/auth/verify',
      summary: 'Sign in with a signed EIP-4361 message',
      body: authVerifyBody,
      example: { body: EXAMPLE_SIGN_IN },
      result: authTokens,
      refusals: ['sign_in_failed'],
      answer: ({ body, nowMs }) => {
        const signed = { message: body.message, signature: `0x${body.signature.slice(2)}` as const }
        const begin = (account: Address) => {
          records.users.see(account, nowMs)
          return { body: tokens.signIn(account, nowMs) }
        }
        return { later: (done) => signIn.verify(signed, nowMs, (account) => done(() => begin(account()))) }
      },
    }),
    defineRoute({
      ...open,
      method: 'POST',
      path: '/auth/refresh',
      summary: 'New tokens for a refresh token',
      details: 'The old refresh token is dead; using it again ends the sign-in.',
      body: authRefreshBody,
      result: authTokens,
      refusals: ['not_signed_in'],
      answer: ({ body, nowMs }) => ({ body: tokens.refresh(body.refreshToken, nowMs) }),
    }),
  ]
}
