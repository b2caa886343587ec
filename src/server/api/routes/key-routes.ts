// Personal API keys. A secret leaves the server once, in an answer that nobody may store.

import { createApiKeyBody } from '../../../venue/wire/order-schema.js'
import type { ApiKeyRecord, IssuedApiKey } from '../api-key-store.js'
import { iso } from '../market-view.js'
import { clampedPage, pageOf, pagination } from '../query.js'
import type { Route, RouteAnswer } from '../route.js'
import { validBody } from '../validation.js'
import type { VenueParts } from '../venue-parts.js'
import { ownAccount } from './own-account.js'

export function keyRoutes({ keys }: VenueParts): Route[] {
  const own = { routeClass: 'account', access: 'bearer' } as const
  return [
    {
      ...own,
      method: 'POST',
      path: '/me/api-keys',
      answer: (call) => {
        const account = ownAccount(call)
        const { name } = validBody(createApiKeyBody, call.body)
        return { ...issued(keys.create({ name, tier: 'DEFAULT', account, nowMs: call.nowMs })), status: 201 }
      },
    },
    {
      ...own,
      method: 'GET',
      path: '/me/api-keys',
      answer: (call) => {
        const page = clampedPage(call.query)
        const all = keys.ofAccount(ownAccount(call))
        return { body: { data: pageOf(all, page).map(shown), pagination: pagination(all.length, page) } }
      },
    },
    {
      ...own,
      method: 'POST',
      path: '/me/api-keys/{id}/rotate',
      answer: (call) => issued(keys.rotate(call.params.id ?? '', ownAccount(call))),
    },
    {
      ...own,
      method: 'DELETE',
      path: '/me/api-keys/{id}',
      answer: (call) => {
        keys.revoke(call.params.id ?? '', ownAccount(call))
        return { body: {} }
      },
    },
  ]
}

function issued({ record, key }: IssuedApiKey): RouteAnswer {
  return { body: { ...shown(record), key } }
}

function shown({ id, name, prefix, tier, createdMs }: ApiKeyRecord) {
  return { id, name, prefix, tier, createdAt: iso(createdMs) }
}
