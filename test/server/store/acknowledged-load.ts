// Traders who keep a server busy and remember every answer they got: what a crash must not take back.

import { randomInt } from 'node:crypto'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { type OrderMessage, orderTypedData, ZERO_ADDRESS } from '../../../src/venue/wire/typed-data.js'
import { KEY } from './kept-server.js'

// biome-ignore lint/suspicious/noExplicitAny: answers are read as an untyped client reads them
type Loose = any

export const DEPOSIT = 1_000_000

interface Acknowledged {
  readonly hash: string
  readonly size: string
  readonly price: string
  cancelled: boolean
}

export class Trader {
  readonly account: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey())
  readonly orders = new Map<string, Acknowledged>()
  /** By trade id and order. */
  readonly fills = new Map<string, Loose>()
  /** To the last order. */
  lastAnswer: Loose
  #url = ''
  #token: string | undefined
  #market: Loose
  #profile: Loose

  async connect(url: string): Promise<void> {
    this.#url = url
    this.#profile ??= (await this.ask('GET', '/')).body.profile
    this.#market ??= (await this.ask('GET', '/markets?limit=1')).body.data[0]
    this.#token ??= await this.#signIn()
  }

  async ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: Loose }> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        'x-api-key': KEY,
        ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }

  /** Orders, cancels and looks at fills until the server is gone or refuses. */
  async trade(until: () => boolean): Promise<void> {
    for (let i = 0; !until(); i++) {
      await this.order()
      if (i % 3 === 2) await this.cancelOne()
      if (i % 3 === 1) await this.noteFills()
    }
  }

  /** A bid on either outcome; two that add up to 1 trade with each other. Returns the status. */
  async order(outcome = randomInt(2)): Promise<number> {
    const price = 40 + randomInt(21)
    const size = 100n * BigInt(1 + randomInt(20))
    const takerAmount = size * 10_000n
    const body = await this.#signed(outcome, (takerAmount * BigInt(price)) / 100n, takerAmount)
    const { status, body: answer } = await this.ask('POST', `/markets/${this.#market.id}/orders`, body)
    this.lastAnswer = answer
    if (status === 201) {
      const known = { hash: answer.orderHash, size: String(takerAmount), price: String(price / 100), cancelled: false }
      this.orders.set(answer.orderHash, known)
    }
    return status
  }

  /** A bid for one token, price in cents; its hash. */
  async bid({ outcome, price, expirationSec = 0 }: { outcome: number; price: number; expirationSec?: number }) {
    const takerAmount = 1_000_000n
    const body = await this.#signed(outcome, (takerAmount * BigInt(price)) / 100n, takerAmount, expirationSec)
    const { status, body: answer } = await this.ask('POST', `/markets/${this.#market.id}/orders`, body)
    if (status !== 201) throw new Error(JSON.stringify(answer))
    return answer.orderHash as string
  }

  async cancelOne(): Promise<void> {
    const live = [...this.orders.values()].filter(({ cancelled }) => !cancelled).slice(-10)
    const chosen = live[randomInt(Math.max(1, live.length))]
    if (chosen === undefined) return
    const { status, body } = await this.ask('POST', '/orders/cancel-many', { orderHashes: [chosen.hash] })
    if (status < 300 && body.cancelled === 1) chosen.cancelled = true
  }

  async noteFills(): Promise<void> {
    const { status, body } = await this.ask('GET', '/me/trades?pageSize=100')
    if (status === 200) for (const fill of body.data) this.fills.set(`${fill.tradeId}/${fill.orderHash}`, fill)
  }

  async list(path: string, field: string): Promise<Loose[]> {
    const found: Loose[] = []
    for (let offset = 0; ; offset += 250) {
      const { status, body } = await this.ask('GET', `${path}?limit=250&offset=${offset}`)
      if (status !== 200) throw new Error(JSON.stringify(body))
      found.push(...body[field])
      if (!body.pagination.hasNext) return found
    }
  }

  async #signIn(): Promise<string> {
    const { nonce } = (await this.ask('GET', '/auth/nonce')).body
    const { domain, uri, chainId } = this.#profile.siwe
    const message = createSiweMessage({ address: this.account.address, domain, uri, chainId, nonce, version: '1' })
    const signature = await this.account.signMessage({ message })
    return (await this.ask('POST', '/auth/verify', { message, signature })).body.accessToken
  }

  async #signed(outcome: number, makerAmount: bigint, takerAmount: bigint, expirationSec = 0) {
    const message: OrderMessage = {
      salt: BigInt(randomInt(2 ** 47)),
      maker: this.account.address,
      signer: this.account.address,
      taker: ZERO_ADDRESS,
      tokenId: BigInt(this.#market.outcomes[outcome].tokenId),
      makerAmount,
      takerAmount,
      expiration: BigInt(expirationSec),
      nonce: 0n,
      feeRateBps: 0n,
      side: 0,
      signatureType: 0,
    }
    const signature = await this.account.signTypedData(orderTypedData(message, this.#profile.typedData) as never)
    const strings = Object.fromEntries(Object.entries(message).map(([name, value]) => [name, String(value)]))
    return { order: { ...strings, signature }, orderType: 'GTC' }
  }
}

/** Differences between what a trader was told and what the server says now; empty when nothing is lost. */
export async function lost(trader: Trader): Promise<string[]> {
  const orders = new Map((await trader.list('/me/orders', 'orders')).map((order) => [order.orderHash, order]))
  const fills = new Map((await trader.list('/me/trades', 'data')).map((f) => [`${f.tradeId}/${f.orderHash}`, f]))
  const problems: string[] = []
  for (const { hash, size, price, cancelled } of trader.orders.values()) {
    const order = orders.get(hash)
    if (order === undefined) problems.push(`order ${hash} is gone`)
    else if (order.originalSize !== size || order.price !== price) problems.push(`order ${hash} has other terms`)
    else if (cancelled && order.status !== 'cancelled_local') problems.push(`cancelled ${hash} is ${order.status}`)
  }
  for (const [id, told] of trader.fills) {
    const fill = fills.get(id)
    if (fill === undefined) problems.push(`fill ${id} is gone`)
    else if (fill.size !== told.size || fill.price !== told.price) problems.push(`fill ${id} has other terms`)
    else if (told.status !== 'pending' && fill.status !== told.status) problems.push(`fill ${id} was ${told.status}`)
  }
  return [...problems, ...unbalanced([...orders.values()], [...fills.values()])]
}

/** Each order's own sums, and its fills against it: half of a match would show here. */
function unbalanced(orders: Loose[], fills: Loose[]): string[] {
  const matched = new Map<string, bigint>()
  for (const { orderHash, size, status } of fills) {
    if (status !== 'failed') matched.set(orderHash, (matched.get(orderHash) ?? 0n) + BigInt(size))
  }
  return orders
    .filter((o) => BigInt(o.filledSize) + BigInt(o.pendingSize) !== (matched.get(o.orderHash) ?? 0n))
    .map(
      (o) => `order ${o.orderHash}: fills add up to ${matched.get(o.orderHash)}, not ${o.filledSize}+${o.pendingSize}`,
    )
}

/** Everybody's collateral and sets, in raw units: constant without fees. */
export async function wealth(traders: readonly Trader[]): Promise<bigint> {
  let total = 0n
  let yes = 0n
  for (const trader of traders) {
    total += BigInt((await trader.ask('GET', '/me/balances')).body.collateral.total)
    for (const position of (await trader.ask('GET', '/me/positions')).body.data) {
      if (position.outcomeId.endsWith('-0')) yes += BigInt(position.total)
    }
  }
  return total + yes
}
