// A client for the benchmark: keep-alive HTTP, sign-in, and orders that are signed before they are needed.

import { Pool } from 'undici'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { type OrderMessage, orderTypedData, ZERO_ADDRESS } from '../../src/venue/wire/typed-data.js'

export const KEY = 'bench-key-of-the-server'

// biome-ignore lint/suspicious/noExplicitAny: the benchmark reads answers as an untyped client does
export type Loose = any

export class BenchClient {
  readonly wallet = privateKeyToAccount(generatePrivateKey())
  #pool: Pool | undefined
  #profile: Loose
  #token = ''
  #salt = 0n
  #market: Loose

  /** One that is nobody, at a server that asks nobody who it is. */
  static at(url: string): BenchClient {
    const client = new BenchClient()
    client.#aim(url)
    return client
  }

  #aim(url: string): void {
    this.#pool = new Pool(url, { connections: 16, pipelining: 1, keepAliveTimeout: 60_000 })
  }

  async connect(url: string, profile: Loose): Promise<void> {
    this.#aim(url)
    this.#profile = profile
    const { domain, uri, chainId } = profile.siwe
    const { nonce } = (await this.ask('GET', '/auth/nonce')).body
    const { address } = this.wallet
    const message = createSiweMessage({ address, domain, uri, chainId, nonce, version: '1' })
    const signature = await this.wallet.signMessage({ message })
    this.#token = (await this.ask('POST', '/auth/verify', { message, signature })).body.accessToken
    this.#market = (await this.ask('GET', '/markets/m0')).body
  }

  async ask(method: 'GET' | 'POST', path: string, body?: unknown): Promise<{ status: number; body: Loose }> {
    if (this.#pool === undefined) throw new Error('not connected')
    const { statusCode, body: answer } = await this.#pool.request({
      method,
      path,
      headers: {
        'x-api-key': KEY,
        'content-type': 'application/json',
        ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: statusCode, body: await answer.json() }
  }

  /** The body of a BUY of 10 shares between 0.01 and 0.40 on market m0. */
  async signOrder(): Promise<string> {
    this.#salt += 1n
    const price = 1n + (this.#salt % 40n)
    const message: OrderMessage = {
      salt: this.#salt,
      maker: this.wallet.address,
      signer: this.wallet.address,
      taker: ZERO_ADDRESS,
      tokenId: BigInt(this.#market.outcomes[0].tokenId),
      makerAmount: price * 100_000n,
      takerAmount: 10_000_000n,
      expiration: 0n,
      nonce: 0n,
      feeRateBps: 0n,
      side: 0,
      signatureType: 0,
    }
    const signature = await this.wallet.signTypedData(orderTypedData(message, this.#profile.typedData) as never)
    const strings = Object.fromEntries(Object.entries(message).map(([name, value]) => [name, String(value)]))
    return JSON.stringify({ order: { ...strings, signature }, orderType: 'GTC' })
  }

  /** Returns the hash. */
  async submit(body: string): Promise<string> {
    const { status, body: answer } = await this.ask('POST', '/markets/m0/orders', body)
    if (status !== 201) throw new Error(`submit: ${status} ${JSON.stringify(answer)}`)
    return answer.orderHash
  }

  async cancel(orderHash: string): Promise<void> {
    const { body } = await this.ask('POST', '/orders/cancel-many', { orderHashes: [orderHash] })
    if (body.cancelled !== 1) throw new Error(`cancel: ${JSON.stringify(body)}`)
  }

  bestBids(): Promise<unknown> {
    return this.ask('GET', '/markets/m0/best-bids')
  }

  get conditionId(): string {
    return this.#market.conditionId
  }

  async close(): Promise<void> {
    await this.#pool?.close()
  }
}
