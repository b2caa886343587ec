// A signer on a real socket in this process, and what a bot asks it.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { createTransactionSigner, type TransactionSigner } from '../../src/chain/rpc/transaction-signer.js'
import type { Address } from '../../src/domain/market/market.js'
import { type SignerNews, serveSigner } from '../../src/signer/serve-signer.js'
import { SignerDesk, type SignerDeskParts } from '../../src/signer/signer-desk.js'
import { SignerLink, type SignerLinkOptions } from '../../src/signer/signer-link.js'
import { viemSigning } from '../../src/signing/viem-signing.js'
import { createRealClock } from '../../src/venue/transport/real-clock.js'
import { Secret } from '../../src/venue/transport/secret.js'
import { createWalletSigner } from '../../src/venue/transport/wallet-signer.js'
import { type OrderMessage, ZERO_ADDRESS } from '../../src/venue/wire/typed-data.js'

export const CONTRACT: Address = '0x0000000000000000000000000000000000000001'
export const CONTRACTS = {
  conditionalTokens: CONTRACT,
  collateral: '0x0000000000000000000000000000000000000002',
} as const
export const typedData = {
  variant: 'side-in-order',
  domain: { name: 'Fake', version: '1', chainId: 137, verifyingContract: CONTRACT },
} as const
export const siwe = { domain: 'app.fake', uri: 'https://app.fake', chainId: 137 }
export const POLICY = {
  ...{
    chainId: 137,
    contracts: [CONTRACT],
    orderTypes: ['POST_ONLY' as const],
    maxTokensRaw: 1000n,
    maxCollateralRaw: 900n,
  },
  ...{ maxLifetimeSec: 300, maxFeeRateBps: 200, prices: { min: 0.1, max: 0.9 } },
} satisfies SignerDeskParts['policy']
export const TERMS = { nonce: 3, gas: 90_000n, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n, atMs: 5 }

export const transactionsOf = (key: string): TransactionSigner =>
  createTransactionSigner(new Secret(key), { chainId: 137, contracts: CONTRACTS, maxGas: 100_000, maxGasPriceGwei: 50 })

export function deskOf(key: string, overrides: Partial<SignerDeskParts> = {}): SignerDesk {
  const wallMs = () => Date.now()
  const signer = createWalletSigner({
    ...{ key: new Secret(key), signing: viemSigning, typedData, siwe, policy: POLICY, venueMs: wallMs },
  })
  return new SignerDesk({
    ...{ signer, signing: viemSigning, policy: POLICY, ordersPerMinute: 5, typedData, siwe, version: '0' },
    ...{ transactions: transactionsOf(key), monoMs: () => performance.now(), wallMs, ...overrides },
  })
}

export const orderOf = (maker: Address, change: Partial<OrderMessage> = {}): OrderMessage => ({
  ...{ salt: 1n, maker, signer: maker, taker: ZERO_ADDRESS, tokenId: 101n, makerAmount: 400n, takerAmount: 1000n },
  ...{ expiration: BigInt(Math.floor(Date.now() / 1000) + 120), nonce: 0n, feeRateBps: 100n, side: 0 as const },
  ...{ signatureType: 0 as const, ...change },
})

export const signInOf = (address: Address, change: object = {}): string =>
  createSiweMessage({
    ...{ address, ...siwe, version: '1', nonce: 'abcdefgh12', issuedAt: new Date() },
    ...{ expirationTime: new Date(Date.now() + 300_000), ...change },
  })

/** Opened in a fresh folder; everything is closed by `close`. */
export class SignerStand {
  readonly folder = mkdtempSync(join(tmpdir(), 'q-'))
  readonly socket = join(this.folder, 'run/socket')
  readonly key = generatePrivateKey()
  readonly address = privateKeyToAddress(this.key)
  readonly news: SignerNews[] = []
  readonly #open: { close(): unknown }[] = []

  async serve(desk: Pick<SignerDesk, 'answer'> = deskOf(this.key)) {
    const server = await serveSigner(desk, this.socket, (news) => this.news.push(news))
    this.#open.push(server)
    return server
  }

  link(options: Partial<SignerLinkOptions> = {}): SignerLink {
    const link = new SignerLink({ socket: this.socket, typedData, siwe, clock: createRealClock(), ...options })
    this.#open.push(link)
    return link
  }

  async close(): Promise<void> {
    for (const open of this.#open) await open.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
