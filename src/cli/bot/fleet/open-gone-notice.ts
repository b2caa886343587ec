// The watchdog's word to a fleet that divides markets through Redis.

import type { Config } from '../../../config/config.js'
import type { Address } from '../../../domain/market/market.js'
import { GoneNotice } from '../../../fleet/markets/gone-notice.js'
import { fleetRedis, lookingClient } from '../../fleet-redis.js'
import { fleetName } from './fleet-name.js'

/** `undefined` where the bot divides no markets, or by a fixed share. */
export function openGoneNotice(
  config: Config,
  { account, note }: { readonly account: Address; readonly note: (message: string) => void },
): GoneNotice | undefined {
  const address = config.fleet.markets === undefined ? undefined : fleetRedis(config)
  if (address === undefined) return undefined
  return new GoneNotice({
    redis: lookingClient(address),
    ...{ fleet: fleetName(config, 'live'), bot: account.toLowerCase(), note },
  })
}
