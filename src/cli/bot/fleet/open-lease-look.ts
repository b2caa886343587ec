// The watchdog's look at who holds its wallet across machines.

import type { Config } from '../../../config/config.js'
import type { WalletLockOptions } from '../../../execution/journal/lock/wallet-lock.js'
import { LeaseLook } from '../../../fleet/lease/lease-look.js'
import { fleetRedis, lookingClient } from '../../fleet-redis.js'
import { lastToken, walletName } from './fleet-lease.js'

/** `undefined` where the wallet is held on this machine alone. */
export function openLeaseLook(config: Config, place: WalletLockOptions): LeaseLook | undefined {
  const address = fleetRedis(config)
  if (address === undefined) return undefined
  return new LeaseLook({
    redis: lookingClient(address),
    ...{ wallet: walletName(place), ownToken: () => lastToken(place) },
  })
}
