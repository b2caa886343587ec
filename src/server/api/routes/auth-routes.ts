// Sign-in with a wallet: nonce, verify, refresh.

import { authRefreshBody, authVerifyBody } from '../../../venue/wire/order-schema.js'
import type { Route } from '../route.js'
import { validBody } from '../validation.js'
import type { VenueParts } from '../venue-parts.js'

export function authRoutes({ signIn, tokens }: VenueParts): Route[] {
  const open = { routeClass: 'account', access: 'public' } as const
  return [
    {
      ...open,
      method: 'GET',
      path: '/auth/nonce',
      answer: ({ nowMs }) => ({ body: { nonce: signIn.nonce(nowMs) } }),
    },
    {
      ...open,
      method: 'POST',
      path: '/auth/verify',
      answer: ({ body, nowMs }) => {
        const { message, signature } = validBody(authVerifyBody, body)
        const signed = { message, signature: `0x${signature.slice(2)}` as const }
        return {
          later: (done) =>
            signIn.verify(signed, nowMs, (account) => done(() => ({ body: tokens.signIn(account(), nowMs) }))),
        }
      },
    },
    {
      ...open,
      method: 'POST',
      path: '/auth/refresh',
      answer: ({ body, nowMs }) => ({
        body: tokens.refresh(validBody(authRefreshBody, body).refreshToken, nowMs),
      }),
    },
  ]
}
