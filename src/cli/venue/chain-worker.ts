// What carries transactions out, by the configuration: nothing, the chain that the bundled server plays, or a real one behind a node.

import { ChainDesk } from '../../chain/chain-desk.js'
import type { Chain } from '../../chain/chain-port.js'
import { type ChainPolicy, costRefusal } from '../../chain/policy.js'
import type { Contracts } from '../../chain/rpc/contracts.js'
import { createSandboxChain } from '../../chain/sandbox-chain.js'
import type { RpcSettings } from '../../chain/schema.js'
import { withheldChain } from '../../chain/withheld-chain.js'
import type { Config } from '../../config/config.js'
import type { ChainAct, ChainKeeper, ChainReading, ChainWorker } from '../../domain/account/chain-transaction.js'
import { QuoinError } from '../../domain/error.js'
import type { Address } from '../../domain/market/market.js'
import type { Clock } from '../../domain/time.js'
import { limitRaw } from '../../risk/limits/breach.js'
import { findKey } from '../../venue/transport/key-source.js'
import { Secret } from '../../venue/transport/secret.js'
import { collateralUnitRaw, SANDBOX_CHAIN_ID } from '../../venue/wire/profile.js'
import type { CommandContext } from '../command-context.js'
import type { Connection } from './connect.js'
import { walletKey } from './wallet-key.js'

/** As the core reads it; `undefined` where nothing is done on the chain. */
export function chainPolicy({ chain, venue }: Pick<Config, 'chain' | 'venue'>): ChainPolicy | undefined {
  const { actions, mergeMin, maxCostShare, allowance } = chain
  if (actions === 'off') return undefined
  const shared = { actions, mergeMin, maxCostShare }
  if (allowance === undefined) return shared
  const unitRaw = collateralUnitRaw(venue.profile)
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

export interface NodeParts {
  readonly env: CommandContext['env']
  readonly connection: Pick<Connection, 'wallet'>
}

/** The chain behind the configured node. Throws `bad-config` where the node's address or the wallet's key is missing. */
export async function nodeChain(config: Config, { env, connection }: NodeParts): Promise<Chain> {
  const { rpc } = config.chain
  if (rpc === undefined) throw new QuoinError('bad-config', 'chain.rpc: expected a node, got none')
  const { url: given, urlEnv: name = '' } = rpc
  const url = given === undefined ? findKey({ name, env })?.secret : new Secret(given)
  if (url === undefined) throw new QuoinError('bad-config', `chain.rpc.urlEnv: expected ${name} to be set, got nothing`)
  // most bots need none of it
  const { createRpcChain } = await import('../../chain/rpc/rpc-chain.js')
  const { chainId } = config.venue.profile.typedData.domain
  const allowance = chainPolicy(config)?.allowance
  const remote = connection.wallet?.remote
  const signer = remote ? await remote.transactions(rpc) : await ownTransactions(config, rpc, env)
  return createRpcChain({ url, signer, chainId, settings: rpc, allowance })
}

async function ownTransactions(config: Config, settings: RpcSettings, env: CommandContext['env']) {
  const { createTransactionSigner } = await import('../../chain/rpc/transaction-signer.js')
  const { chainId } = config.venue.profile.typedData.domain
  const contracts = { conditionalTokens: settings.conditionalTokens, collateral: settings.collateral } as Contracts
  const policy = { ...settings, chainId, contracts, allowance: chainPolicy(config)?.allowance }
  return createTransactionSigner(walletKey(config, env).secret, policy)
}

export interface ChainWorkerParts {
  readonly env: CommandContext['env']
  readonly connection: Pick<Connection, 'own' | 'trading' | 'wallet'>
  /** Opened where something is done. */
  readonly keeper: () => ChainKeeper
  readonly clock: Clock
  /** Why nothing may be sent in the wallet's name now. */
  readonly refusal: () => string | undefined
}

/** Throws `bad-config` where something is to be done and no chain is known. */
export async function chainWorker(config: Config, parts: ChainWorkerParts): Promise<ChainWorker | undefined> {
  if (config.chain.actions === 'off') return undefined
  const { connection, keeper, clock, refusal } = parts
  const { rpc } = config.chain
  const terms = { maxCostShare: config.chain.maxCostShare, unitRaw: collateralUnitRaw(config.venue.profile) }
  const shared = { clock, costRefusal: (act: ChainAct, reading: ChainReading) => costRefusal(act, reading, terms) }
  const desk = (chain: Chain) => new ChainDesk({ ...shared, chain: withheldChain(chain, refusal), keeper: keeper() })
  if (rpc !== undefined) return desk(await nodeChain(config, parts))
  const { own, trading } = connection
  const isSandbox = config.venue.profile.typedData.domain.chainId === SANDBOX_CHAIN_ID
  if (!isSandbox || own === undefined || trading === undefined)
    throw new QuoinError(
      'bad-config',
      `chain.actions: expected off where no chain is known, got ${config.chain.actions}`,
    )
  return desk(createSandboxChain({ account: trading.account, own }))
}
