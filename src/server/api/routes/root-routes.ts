// What the venue says about itself.

import { z } from 'zod'
import { dateTime } from '../../../venue/wire/primitives.js'
import { iso } from '../iso-time.js'
import { API_VERSION, publishedProfile } from '../published-profile.js'
import { defineRoute } from '../requests/define-route.js'
import type { Route } from '../requests/route.js'
import type { VenueParts } from '../venue-parts.js'

const description = z.object({
  name: z.string(),
  version: z.string(),
  profile: z.looseObject({ chainId: z.int(), typedData: z.looseObject({}), siwe: z.looseObject({}) }),
})
const health = z.object({ status: z.literal('ok'), timestamp: dateTime })

export function rootRoutes({ profile, config }: VenueParts): Route[] {
  const body = { name: config.name, version: API_VERSION, profile: publishedProfile(profile) }
  const open = { method: 'GET', routeClass: 'read', access: 'public', tag: 'service' } as const
  return [
    defineRoute({
      ...open,
      path: '/',
      summary: 'Name, version and profile: chain, typed data, sign-in, socket',
      result: description,
      example: { result: body },
      answer: () => ({ body }),
    }),
    defineRoute({
      ...open,
      path: '/health',
      summary: 'Whether the service is up, and its clock',
      result: health,
      answer: ({ nowMs }) => ({ body: { status: 'ok' as const, timestamp: iso(nowMs) } }),
    }),
  ]
}
