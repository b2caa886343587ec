// The watchdog's look at who holds its wallet across machines.

import type { Config } from '../../../config/config.js'
import type { WalletLockOptions } from '../../../execution/journal/wallet-lock.js'
import { LeaseLook } from '../../../fleet/lease/lease-look.js'
import { redisClient } from '../../../fleet/redis-client.js'
import { fleetRedis } from '../../fleet-redis.js'
import { lastToken, walletName } from './fleet-lease.js'

const COMMAND_MS = 1000

/** `undefined` where the wallet is held on this machine alone. */
export function openLeaseLook(config: Config, place: WalletLockOptions): LeaseLook | undefined {
  const address = fleetRedis(config)
  if (address === undefined) return undefined
  const quiet = { onAway: () => undefined, onBack: () => undefined }
  return new LeaseLook({
    redis: redisClient(address, quiet, { maxRetriesPerRequest: 1, commandTimeout: COMMAND_MS }),
    ...{ wallet: walletName(place), ownToken: () => lastToken(place) },
  })
}
