// A wallet at the venue: signs in, signs orders with the fee just read, sends, cancels and looks up what it owns.

import { type HDNodeWallet, Wallet, ZeroAddress } from 'ethers'
import { type Tokens, tokens } from './account-shapes.js'
import { amountsOf } from './amounts.js'
import { type Check, object, text } from './checks.js'
import { type Answer, type Ask, ask, askFor } from './http.js'
import { fee, type Market, type OrderResult, orderResult, pageOf } from './shapes.js'
import { orderHash, type Profile, type SignedOrder, signOrder, siweText, type UnsignedOrder } from './signing.js'
import {
  type Balances,
  balances,
  type OrderRecord,
  type OwnTrade,
  orderRecord,
  ownTrade,
  type Position,
  position,
  type Side,
} from './trading-shapes.js'

export interface Place {
  url: string
  apiKey: string
  profile: Profile
}

/** What an order shall do. `size` in raw tokens; `price` a decimal. */
export interface Wish {
  market: Market
  /** Index of the outcome: 0 is the first. */
  outcome: 0 | 1
  side: Side
  price: string
  size: bigint
  orderType?: string
  /** Unix seconds; "0", the default, means none. */
  expiration?: string
  /** The rate to sign; read from the venue by default. */
  feeRateBps?: number
  /** Fields that differ from what the wish implies. */
  fields?: Partial<UnsignedOrder>
}

export interface OrderBody {
  order: SignedOrder
  orderType: string
}

export function tokenOf(market: Market, outcome: 0 | 1): string {
  const tokenId = market.outcomes.find((each) => each.index === outcome)?.tokenId
  if (typeof tokenId !== 'string') throw new Error(`market ${market.id} has no token for outcome ${outcome}`)
  return tokenId
}

/** 53 random bits: salts make orders unique. */
function salt(): string {
  return String(Math.floor(Math.random() * Number.MAX_SAFE_INTEGER))
}

export class Trader {
  readonly wallet: Wallet
  readonly place: Place
  session: Tokens | undefined

  constructor(place: Place, wallet: Wallet | HDNodeWallet = Wallet.createRandom()) {
    this.place = place
    this.wallet = new Wallet(wallet.privateKey)
  }

  get address(): string {
    return this.wallet.address
  }

  /** Asks with the key and, when signed in, the bearer. */
  raw(method: string, path: string, rest: Partial<Ask> = {}): Promise<Answer> {
    return ask(this.place.url, this.request(method, path, rest))
  }

  get<T>(path: string, check: Check<T>, query: Record<string, string | number> = {}): Promise<T> {
    return askFor(this.place.url, this.request('GET', path, { query }), check)
  }

  send<T>(method: string, path: string, call: { check: Check<T>; body?: unknown }): Promise<T> {
    return askFor(this.place.url, this.request(method, path, { body: call.body }), call.check)
  }

  private request(method: string, path: string, rest: Partial<Ask>): Ask {
    const bearer = this.session === undefined ? {} : { bearer: this.session.accessToken }
    return { method, path, apiKey: this.place.apiKey, ...bearer, ...rest }
  }

  /** The sign-in message with a fresh nonce; `changes` make it wrong on purpose. */
  async message(changes: Partial<Parameters<typeof siweText>[0]> = {}): Promise<string> {
    const { nonce } = await this.get('/auth/nonce', object<{ nonce: string }>({ nonce: text }))
    const issuedAt = new Date().toISOString()
    return siweText({ ...this.place.profile.siwe, address: this.address, nonce, issuedAt, ...changes })
  }

  async signIn(): Promise<this> {
    const message = await this.message()
    const signature = await this.wallet.signMessage(message)
    this.session = await this.send('POST', '/auth/verify', { body: { message, signature }, check: tokens })
    return this
  }

  /** A signed order and its hash, computed here. */
  async sign(wish: Wish): Promise<{ body: OrderBody; hash: string }> {
    const bps = wish.feeRateBps ?? (await this.get(`/markets/${wish.market.id}/fee`, fee)).feeRateBps
    const order: UnsignedOrder = {
      salt: salt(),
      maker: this.address,
      signer: this.address,
      taker: ZeroAddress,
      tokenId: tokenOf(wish.market, wish.outcome),
      ...amountsOf(wish.side, wish.price, wish.size),
      expiration: wish.expiration ?? '0',
      nonce: '0',
      feeRateBps: String(bps),
      ...wish.fields,
    }
    const { domain, types } = this.place.profile.typedData
    const using = { side: wish.side, domain, fields: types.Order }
    const body = { order: await signOrder(this.wallet, order, using), orderType: wish.orderType ?? 'GTC' }
    return { body, hash: orderHash(order, wish.side, using) }
  }

  post(market: Market, body: unknown): Promise<Answer> {
    return this.raw('POST', `/markets/${market.id}/orders`, { body })
  }

  /** Signs and sends; throws when refused. */
  async submit(wish: Wish): Promise<OrderResult> {
    const { body } = await this.sign(wish)
    return this.send('POST', `/markets/${wish.market.id}/orders`, { body, check: orderResult })
  }

  /** Signs and sends something that should be refused. */
  async attempt(wish: Wish): Promise<Answer> {
    const { body } = await this.sign(wish)
    return this.post(wish.market, body)
  }

  order(hash: string): Promise<OrderRecord> {
    return this.get(`/orders/${hash}`, orderRecord)
  }

  balances(): Promise<Balances> {
    return this.get('/me/balances', balances)
  }

  async trades(): Promise<OwnTrade[]> {
    return (await this.get('/me/trades', pageOf(ownTrade))).data
  }

  async positions(): Promise<Position[]> {
    return (await this.get('/me/positions', pageOf(position))).data
  }

  /** Raw tokens held of an outcome; 0 when the venue lists none. */
  async held(market: Market, outcome: 0 | 1): Promise<bigint> {
    const tokenId = tokenOf(market, outcome)
    return (await this.positions()).find((each) => each.tokenId === tokenId)?.total ?? 0n
  }
}
