// A wallet that is held on this machine, held on all machines too: by a lease in the Redis of the configuration.

import { existsSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Config } from '../../../config/config.js'
import type { Address } from '../../../domain/market/market.js'
import type { Clock } from '../../../domain/time.js'
import { highestFence } from '../../../execution/journal/highest-fence.js'
import { raiseFence, type WalletLockOptions, walletFile } from '../../../execution/journal/lock/wallet-lock.js'
import type { Lease, LeaseWait } from '../../../execution/lease.js'
import { replaceFile } from '../../../files/replace-file.js'
import { takeLease } from '../../../fleet/lease/redis-lease.js'
import { handshaken, redisClient } from '../../../fleet/redis-client.js'
import { fleetRedis } from '../../fleet-redis.js'
import { walletFolder } from '../settings/journal-settings.js'

export interface FleetLeaseParts {
  readonly config: Config
  readonly clock: Clock
  readonly logger: Readonly<Record<'info' | 'warn', (message: string) => void>>
  readonly wait: LeaseWait
}

/** `local` as it is where no Redis is configured. Throws `journal-failed` while another machine holds the wallet. */
export async function heldEverywhere(local: Lease, place: WalletLockOptions, parts: FleetLeaseParts): Promise<Lease> {
  const { config, clock, logger, wait } = parts
  const address = fleetRedis(config)
  if (address === undefined) return local
  const leaseMs = config.fleet.leaseSec * 1000
  const redis = redisClient(
    address,
    {
      onAway: (reason) => logger.warn(`redis ${address.shown} is away: ${reason}`),
      onBack: () => logger.info(`redis ${address.shown} is back`),
    },
    { maxRetriesPerRequest: 1, commandTimeout: leaseMs / 6 },
  )
  try {
    await handshaken(redis)
    const lease = await takeLease({
      ...{
        redis,
        shown: address.shown,
        wallet: walletName(place),
        name: `${hostname()}:${process.pid}`,
        leaseMs,
        clock,
      },
      above: Math.max(local.fence - 1, highestFence(walletFolder(config, place.account))),
      // whoever held the lock here before is dead, or it would not be ours
      former: { token: lastToken(place), fence: local.fence - 1 },
      ...wait,
    })
    replaceFile(walletFile(place, 'token'), lease.token, { survives: 'process' })
    raiseFence(place, lease.fence)
    return {
      fence: lease.fence,
      lost: () => local.lost() ?? lease.lost(),
      unrenewed: () => lease.unrenewed(),
      release: async () => {
        await lease.release()
        await local.release()
      },
    }
  } catch (error) {
    redis.disconnect()
    throw error
  }
}

/** Of the lease that a bot with this state folder took last. */
export function lastToken(place: WalletLockOptions): string | undefined {
  const path = walletFile(place, 'token')
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

export const walletName = ({ chainId, account }: { readonly chainId: number; readonly account: Address }) =>
  `${chainId}:${account.toLowerCase()}`
