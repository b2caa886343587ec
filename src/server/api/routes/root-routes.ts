// What the venue says about itself.

import { API_VERSION, publishedProfile } from '../published-profile.js'
import type { Route } from '../route.js'
import type { VenueParts } from '../venue-parts.js'

export function rootRoutes({ profile, config }: VenueParts): Route[] {
  const body = { name: config.name, version: API_VERSION, profile: publishedProfile(profile) }
  return [
    { method: 'GET', path: '/', routeClass: 'read', access: 'public', answer: () => ({ body }) },
    {
      method: 'GET',
      path: '/health',
      routeClass: 'read',
      access: 'public',
      answer: ({ nowMs }) => ({ body: { status: 'ok', timestamp: new Date(nowMs).toISOString() } }),
    },
  ]
}
