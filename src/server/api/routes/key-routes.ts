// Personal API keys. A secret leaves the server once, in an answer that nobody may store.

import { apiKeyList, createApiKeyBody, createdApiKey, emptyResult, tier } from '../../../venue/wire/order-schema.js'
import { paging } from '../../../venue/wire/query-schema.js'
import type { ApiKeyRecord, IssuedApiKey } from '../accounts/api-key-store.js'
import { iso } from '../iso-time.js'
import { defineRoute } from '../requests/define-route.js'
import { clampedPage, listAnswer } from '../requests/page-query.js'
import type { Route } from '../requests/route.js'
import type { VenueParts } from '../venue-parts.js'
import { ownAccount } from './own-account.js'

export function keyRoutes({ keys }: VenueParts): Route[] {
  const own = { routeClass: 'account', access: 'bearer', tag: 'keys' } as const
  return [
    defineRoute({
      ...own,
      method: 'POST',
      path: '/me/api-keys',
      summary: 'Create a key; its secret is shown this once',
      example: { body: { name: 'maker' } },
      body: createApiKeyBody,
      result: createdApiKey,
      status: 201,
      answer: (call) => {
        const made = keys.create({
          name: call.body.name,
          tier: 'DEFAULT',
          account: ownAccount(call),
          nowMs: call.nowMs,
        })
        return { body: issued(made) }
      },
    }),
    defineRoute({
      ...own,
      method: 'GET',
      path: '/me/api-keys',
      summary: 'Own keys, newest first, without their secrets',
      query: paging,
      result: apiKeyList,
      answer: (call) => ({ body: listAnswer(keys.ofAccount(ownAccount(call)), clampedPage(call.query), shown) }),
    }),
    defineRoute({
      ...own,
      method: 'POST',
      path: '/me/api-keys/{id}/rotate',
      summary: 'Replace the secret; the old one stops working',
      result: createdApiKey,
      answer: (call) => ({ body: issued(keys.rotate(call.params.id ?? '', ownAccount(call))) }),
    }),
    defineRoute({
      ...own,
      method: 'DELETE',
      path: '/me/api-keys/{id}',
      summary: 'Revoke a key',
      result: emptyResult,
      answer: (call) => {
        keys.revoke(call.params.id ?? '', ownAccount(call))
        return { body: {} }
      },
    }),
  ]
}

function issued({ record, key }: IssuedApiKey) {
  return { ...shown(record), key }
}

export function shown({ id, name, prefix, tier: given, createdMs }: ApiKeyRecord) {
  // an account's own key is never the shared one
  return { id, name, prefix, tier: tier.parse(given), createdAt: iso(createdMs) }
}
