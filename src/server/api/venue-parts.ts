// Everything the routes work with.

import type { Exchange } from '../../venue/simulated/exchange/exchange.js'
import type { VenueProfile } from '../../venue/wire/profile.js'
import type { ServerConfig } from '../schema.js'
import type { ApiKeyStore } from './api-key-store.js'
import type { Catalogue } from './catalogue.js'
import type { Match } from './match-scores.js'
import type { OrderIntake } from './order-intake.js'
import type { Rooms } from './rooms.js'
import type { SignIn } from './sign-in.js'
import type { TokenStore } from './token-store.js'
import type { VenueRecords } from './venue-records.js'

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
