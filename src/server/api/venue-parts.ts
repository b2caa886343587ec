// Everything the routes work with.

import type { Exchange } from '../../venue/simulated/exchange/exchange.js'
import type { VenueProfile } from '../../venue/wire/profile.js'
import type { ServerConfig } from '../schema.js'
import type { ApiKeyStore } from './accounts/api-key-store.js'
import type { SignIn } from './accounts/sign-in-check.js'
import type { TokenStore } from './accounts/token-store.js'
import type { VenueRecords } from './kept/venue-records.js'
import type { Catalogue } from './markets/catalogue.js'
import type { Match } from './markets/match-scores.js'
import type { OrderIntake } from './orders/order-intake.js'
import type { Rooms } from './socket/rooms.js'

export interface VenueParts {
  readonly config: ServerConfig
  readonly profile: VenueProfile
  readonly exchange: Exchange
  readonly markets: Catalogue
  readonly keys: ApiKeyStore
  readonly signIn: SignIn
  readonly tokens: TokenStore
  readonly intake: OrderIntake
  readonly rooms: Rooms
  readonly records: VenueRecords
  readonly matches: readonly Match[]
}
