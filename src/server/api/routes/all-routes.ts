// Every route of the venue, and the documents about them.

import type { Route } from '../requests/route.js'
import type { VenueParts } from '../venue-parts.js'
import { accountRoutes } from './account-routes.js'
import { authRoutes } from './auth-routes.js'
import { chainRoutes } from './chain-routes.js'
import { discoveryRoutes } from './discovery-routes.js'
import { documentRoutes } from './document-routes.js'
import { keyRoutes } from './key-routes.js'
import { marketRoutes } from './market-routes.js'
import { orderRoutes } from './order-routes.js'
import { referralRoutes } from './referral-routes.js'
import { rootRoutes } from './root-routes.js'
import { sandboxRoutes } from './sandbox-routes.js'
import { statisticsRoutes } from './statistics-routes.js'
import { userRoutes } from './user-routes.js'

/** `others` come from elsewhere and are documented with the rest. */
export function allRoutes(parts: VenueParts, others: readonly Route[]): Route[] {
  const routes = [
    ...rootRoutes(parts),
    ...authRoutes(parts),
    ...discoveryRoutes(parts),
    ...orderRoutes(parts),
    ...marketRoutes(parts),
    ...statisticsRoutes(parts),
    ...userRoutes(parts),
    ...accountRoutes(parts),
    ...keyRoutes(parts),
    ...referralRoutes(parts),
    ...sandboxRoutes(parts),
    ...chainRoutes(parts),
    ...others,
  ]
  return [...documentRoutes(routes, parts), ...routes]
}
