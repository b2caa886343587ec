// Sign-in and orders signed by viem, as most clients do it.

import { randomInt } from 'node:crypto'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { orderTypedData, ZERO_ADDRESS } from '../../src/venue/wire/typed-data.js'
import type { OrderFields } from './quoter.js'

// biome-ignore lint/suspicious/noExplicitAny: answers are read as an untyped client reads them
export type Loose = any
export type Ask = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Loose>

const LIFE_SEC = 3600

export class Wallet {
  readonly account: PrivateKeyAccount

  constructor(privateKey: `0x${string}`) {
    this.account = privateKeyToAccount(privateKey)
  }

  /** Resolves to the access token. */
  async signIn(ask: Ask, profile: Loose): Promise<string> {
    const { nonce } = await ask('GET', '/auth/nonce')
    const { domain, uri, chainId } = profile.siwe
    const message = createSiweMessage({ address: this.account.address, domain, uri, chainId, nonce, version: '1' })
    const signature = await this.account.signMessage({ message })
    return (await ask('POST', '/auth/verify', { message, signature })).accessToken
  }

  /** The body of a submission: a BUY that may only rest. */
  async order(fields: OrderFields, profile: Loose): Promise<unknown> {
    const message = {
      salt: BigInt(randomInt(2 ** 47)),
      maker: this.account.address,
      signer: this.account.address,
      taker: ZERO_ADDRESS,
      tokenId: fields.tokenId,
      makerAmount: fields.makerAmount,
      takerAmount: fields.takerAmount,
      expiration: BigInt(Math.floor(Date.now() / 1000) + LIFE_SEC),
      nonce: 0n,
      feeRateBps: fields.feeRateBps,
      side: 0,
      signatureType: 0,
    } as const
    const signature = await this.account.signTypedData(orderTypedData(message, profile.typedData) as never)
    const order = Object.fromEntries(Object.entries(message).map(([name, value]) => [name, String(value)]))
    return { order: { ...order, signature }, orderType: 'POST_ONLY' }
  }
}
