// What carries transactions out, by the configuration: nothing, or the chain that the bundled server plays.

import { ChainDesk } from '../../chain/chain-desk.js'
import type { ChainPolicy } from '../../chain/policy.js'
import { createSandboxChain } from '../../chain/sandbox-chain.js'
import type { Config } from '../../config/config.js'
import type { ChainKeeper, ChainWorker } from '../../domain/chain.js'
import { QuoinError } from '../../domain/error.js'
import type { Address } from '../../domain/market.js'
import type { Clock } from '../../domain/time.js'
import { limitRaw } from '../../risk/limits/breach.js'
import { SANDBOX_CHAIN_ID } from '../../venue/wire/profile.js'
import type { Connection } from '../venue/connect.js'

/** As the core reads it; `undefined` where nothing is done on the chain. */
export function chainPolicy({ chain, venue }: Pick<Config, 'chain' | 'venue'>): ChainPolicy | undefined {
  const { actions, mergeMin, maxCostShare, allowance } = chain
  if (actions === 'off') return undefined
  const shared = { actions, mergeMin, maxCostShare }
  if (allowance === undefined) return shared
  const unitRaw = 10n ** BigInt(venue.profile.marketDefaults.collateralDecimals)
  const { spender, amount, refillBelow } = allowance
  return {
    ...shared,
    allowance: {
      spender: spender as Address,
      raw: limitRaw(amount, unitRaw),
      refillBelowRaw: limitRaw(refillBelow, unitRaw),
    },
  }
}

export interface ChainWorkerParts {
  readonly connection: Pick<Connection, 'own' | 'trading'>
  /** Opened where something is done. */
  readonly keeper: () => ChainKeeper
  readonly clock: Clock
}

/** Throws `bad-config` where something is to be done and no chain is known. */
export function chainWorker(config: Config, { connection, keeper, clock }: ChainWorkerParts): ChainWorker | undefined {
  if (config.chain.actions === 'off') return undefined
  const { own, trading } = connection
  const isSandbox = config.venue.profile.typedData.domain.chainId === SANDBOX_CHAIN_ID
  if (!isSandbox || own === undefined || trading === undefined)
    throw new QuoinError(
      'bad-config',
      `chain.actions: expected off where no chain is known, got ${config.chain.actions}`,
    )
  return new ChainDesk({ chain: createSandboxChain({ account: trading.account, own }), keeper: keeper(), clock })
}
