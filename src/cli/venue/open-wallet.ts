// What signs for a bot: its own key, in this process, or the process that holds it. Either keeps to the limits of the configuration.

import { resolve } from 'node:path'
import type { TransactionSigner } from '../../chain/rpc/transaction-signer.js'
import type { RpcSettings } from '../../chain/schema.js'
import type { Config } from '../../config/config.js'
import { QuoinError } from '../../domain/error.js'
import type { Address } from '../../domain/market/market.js'
import type { OrderType } from '../../domain/orders/order.js'
import type { Clock } from '../../domain/time.js'
import { orderLifetimeSec } from '../../execution/planning/lifetime.js'
import { limitRaw } from '../../risk/limits/breach.js'
import { createRemoteSigner } from '../../signer/remote-signer.js'
import { SignerLink } from '../../signer/signer-link.js'
import type { SignerHello } from '../../signer/signer-protocol.js'
import { describeSigning, processSigning } from '../../signing/open-signing.js'
import type { Signer } from '../../venue/session/transport.js'
import { loosest, type OrderPolicy } from '../../venue/transport/signing-policy.js'
import { createWalletSigner } from '../../venue/transport/wallet-signer.js'
import { collateralUnitRaw } from '../../venue/wire/profile.js'
import type { CommandContext } from '../command-context.js'
import { type NarrowerLimit, narrowerLimits, type WantedSigned } from './narrower-limits.js'
import { walletKey } from './wallet-key.js'

/** Longest order life under `auto`, in seconds. */
const MAX_AUTO_LIFETIME_SEC = 300
/** Jitter, clock error and rounding on top of the configured life. */
const LIFETIME_SLACK_SEC = 60
/** What was planned by former limits is signed by then. */
const ON_THEIR_WAY_MS = 30_000
/** Started together, the one that holds the key may be a moment later. */
const SIGNER_PATIENCE_MS = 3000

export interface Wallet {
  readonly signer: Signer
  /** Which way orders are signed, as metrics name it, and in words. */
  readonly path: string
  readonly words: string
  /** Orders that are on their way were planned inside the limits before: for a while either will do. */
  readonly follow: (config: Config, clock: Pick<Clock, 'after'>) => void
  /** What a configuration allows and the process that holds the key refuses to sign. */
  readonly narrowerFor: (config: Config) => readonly NarrowerLimit[]
  /** The process that holds the key; absent where this one does. */
  readonly remote?: RemoteKey
  readonly close: () => void
}

export interface RemoteKey {
  readonly hello: SignerHello
  /** Why nothing can be signed now; told of every change. */
  readonly listen: (told: (trouble: string | undefined) => void) => void
  readonly trouble: () => string | undefined
  readonly transactions: (settings: RpcSettings) => Promise<TransactionSigner>
}

export interface WalletOptions {
  readonly env: CommandContext['env']
  readonly clock: Clock
  readonly venueMs: () => number
  readonly warn: (message: string) => void
}

/** Throws `bad-config` for a missing or unusable key; `signer-away` where the process that should hold it gives no fitting answer. */
export function openWallet(config: Config, options: WalletOptions): Promise<Wallet> {
  return config.wallet.signer === undefined
    ? ownKey(config, options)
    : keyElsewhere(config, options, config.wallet.signer)
}

async function ownKey(config: Config, { env, warn, venueMs }: WalletOptions): Promise<Wallet> {
  const found = walletKey(config, env)
  for (const warning of found.warnings) warn(warning)
  const opened = await processSigning()
  const { signing } = opened
  if (signing.path === 'viem') warn(describeSigning(opened))
  const { typedData, siwe } = config.venue.profile
  const policies = policiesOf(config)
  const signer = createWalletSigner({
    ...{ key: found.secret, signing, typedData, siwe, venueMs },
    get policy() {
      return policies.now
    },
  })
  const words = describeSigning(opened)
  const narrowerFor = () => []
  return { signer, path: signing.path, words, follow: policies.follow, narrowerFor, close: () => undefined }
}

async function keyElsewhere(
  config: Config,
  { clock, warn, venueMs }: WalletOptions,
  place: { readonly socket: string; readonly address?: string | undefined },
): Promise<Wallet> {
  const { typedData, siwe } = config.venue.profile
  const { signing } = await processSigning()
  const socket = resolve(config.folder, place.socket)
  const link = new SignerLink({ socket, address: place.address as Address | undefined, typedData, siwe, clock })
  const hello = await link.open(SIGNER_PATIENCE_MS)
  const policies = policiesOf(config)
  // it may have been started again with another file
  const narrowerFor = (other: Config) => narrowerLimits(wantedSigned(other), (link.hello ?? hello).policy)
  for (const { words } of narrowerFor(config)) warn(`the signer refuses what this configuration allows: ${words}`)
  const { address } = hello
  const signer = createRemoteSigner({
    ...{ link, address, signing, typedData, siwe, venueMs },
    get policy() {
      return policies.now
    },
  })
  return {
    ...{ signer, path: 'signer', follow: policies.follow, narrowerFor, close: () => link.close() },
    words: `signatures: by the signer at ${socket} (${hello.path}), of ${address}`,
    remote: {
      ...{ hello, listen: (told) => link.listen(told), trouble: () => link.trouble },
      transactions: (settings) =>
        remoteTransactions({ link, address, chainId: typedData.domain.chainId }, hello, settings),
    },
  }
}

/** Throws `bad-config` where the signer signs none. */
async function remoteTransactions(
  parts: { readonly link: SignerLink; readonly address: Address; readonly chainId: number },
  { acts }: SignerHello,
  { conditionalTokens, collateral }: RpcSettings,
): Promise<TransactionSigner> {
  if (!acts)
    throw new QuoinError(
      'bad-config',
      'chain.actions: expected off where wallet.signer signs no transactions, got on; the file of the signer allows them by its section chain',
    )
  // most bots need none of it
  const { createRemoteTransactions } = await import('../../signer/remote-transactions.js')
  const contracts = { conditionalTokens: conditionalTokens as Address, collateral: collateral as Address }
  return createRemoteTransactions({ ...parts, contracts })
}

function policiesOf(config: Config) {
  let last = config
  const policies = {
    now: signingPolicy(config),
    follow: (next: Config, clock: Pick<Clock, 'after'>) => {
      last = next
      policies.now = loosest(policies.now, signingPolicy(next))
      clock.after(ON_THEIR_WAY_MS, () => {
        if (last === next) policies.now = signingPolicy(next)
      })
    },
  }
  return policies
}

function wantedSigned(config: Config): WantedSigned {
  const { risk, venue } = config
  const { collateralDecimals: decimals } = venue.profile.marketDefaults
  return { policy: signingPolicy(config), priceBand: risk.priceBand, decimals }
}

/** What the signer will sign at most: an order inside its own limits. Those of positions are no bound: what is held beyond one that was lowered is sold. */
export function signingPolicy({ venue, risk, execution }: Config): OrderPolicy {
  const { typedData, orders, marketDefaults } = venue.profile
  const types: readonly OrderType[] = ['POST_ONLY', 'GTC', 'FOK']
  const configured = execution.orderLifetimeSec === 'auto' ? MAX_AUTO_LIFETIME_SEC : execution.orderLifetimeSec
  // longer where the venue takes no shorter ones; by what is configured, no write budget counts
  const lifetime = orderLifetimeSec({ configured, quotes: 0, writesPerMinute: 0, ...orders })
  const raw = (amount: number) => limitRaw(amount, collateralUnitRaw(venue.profile))
  return {
    chainId: typedData.domain.chainId,
    contracts: [typedData.domain.verifyingContract as `0x${string}`],
    orderTypes: types.filter((type) => orders.types.includes(type)),
    maxTokensRaw: raw(risk.maxOrderShares),
    maxCollateralRaw: raw(risk.maxOrderCollateral),
    maxLifetimeSec: lifetime + orders.stopMatchingBeforeSec + LIFETIME_SLACK_SEC,
    maxFeeRateBps: orders.maxFeeRateBps,
    decimals: marketDefaults.collateralDecimals,
  }
}
