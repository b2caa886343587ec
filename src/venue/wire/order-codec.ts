// Order drafts to signed wire orders and back.
//
//   BUY   makerAmount = cost (collateral), takerAmount = tokens     price = makerAmount / takerAmount
//   SELL  makerAmount = tokens, takerAmount = cost                  price = takerAmount / makerAmount
//   A price lies inside (0, 1), so makerAmount < takerAmount is a BUY, > a SELL, = is invalid.

import { z } from 'zod'
import { costRaw } from '../../domain/amounts/money.js'
import { isLegalPrice, type Ticks } from '../../domain/amounts/price.js'
import { type Lots, lotsToRaw } from '../../domain/amounts/size.js'
import { QuoinError } from '../../domain/error.js'
import type { Address, Hex, Market } from '../../domain/market/market.js'
import type { Side } from '../../domain/market/side.js'
import type { OrderDraft } from '../../domain/orders/order.js'
import type { SignedAmounts } from '../../domain/orders/signed-draft.js'
import { signedOrder, type WireSignedOrder } from './order-schema.js'
import { type OrderMessage, ZERO_ADDRESS } from './typed-data.js'

type Grid = Pick<Market, 'ticksPerUnit' | 'lotRaw'>

export interface SigningFields {
  readonly maker: Address
  readonly signer: Address
  readonly salt: bigint
  readonly nonce: bigint
  readonly signatureType: 0 | 1 | 2
}

/** The message that is hashed and signed for `draft`. */
export function orderMessage(draft: OrderDraft, market: Market, fields: SigningFields): OrderMessage {
  const cost = costRaw(draft.price, draft.size, market)
  const tokens = lotsToRaw(draft.size, market.lotRaw)
  const buys = draft.side === 'BUY'
  return {
    ...fields,
    taker: ZERO_ADDRESS,
    tokenId: BigInt(market.outcomes[draft.outcome].tokenId),
    makerAmount: buys ? cost : tokens,
    takerAmount: buys ? tokens : cost,
    expiration: BigInt(draft.expirationSec),
    feeRateBps: BigInt(draft.feeRateBps),
    side: buys ? 0 : 1,
  }
}

/** The body's `order`, all strings. The 10-field variant leaves the extras out. */
export function toWireOrder(message: OrderMessage, signature: Hex, withSide: boolean): WireSignedOrder {
  const order: WireSignedOrder = {
    salt: message.salt.toString(),
    maker: message.maker,
    signer: message.signer,
    taker: message.taker,
    tokenId: message.tokenId.toString(),
    makerAmount: message.makerAmount.toString(),
    takerAmount: message.takerAmount.toString(),
    expiration: message.expiration.toString(),
    nonce: message.nonce.toString(),
    feeRateBps: message.feeRateBps.toString(),
    signature,
  }
  if (withSide) Object.assign(order, { side: message.side.toString(), signatureType: message.signatureType.toString() })
  return order
}

/** Side, price and size that the amounts say. Throws `bad-amounts` off the tick, off the size step, or without a price. */
export function readAmounts(
  makerAmount: bigint,
  takerAmount: bigint,
  grid: Grid,
): { side: Side; price: Ticks; size: Lots } {
  if (makerAmount === takerAmount) throw new QuoinError('bad-amounts', 'makerAmount: expected other than takerAmount')
  const side: Side = makerAmount < takerAmount ? 'BUY' : 'SELL'
  const [cost, tokens] = side === 'BUY' ? [makerAmount, takerAmount] : [takerAmount, makerAmount]
  // before the price: an odd size makes an odd ratio too
  if (tokens % grid.lotRaw !== 0n) {
    throw new QuoinError('bad-amounts', `size: expected a multiple of ${grid.lotRaw} raw units, got ${tokens}`)
  }
  const most = grid.lotRaw * BigInt(Number.MAX_SAFE_INTEGER)
  if (tokens > most) throw new QuoinError('bad-amounts', `size: expected at most ${most} raw units, got ${tokens}`)
  const scaled = cost * BigInt(grid.ticksPerUnit)
  const price = Number(scaled / tokens)
  if (scaled % tokens !== 0n || !isLegalPrice(price, grid.ticksPerUnit)) {
    throw new QuoinError('bad-amounts', `price: expected a multiple of 1/${grid.ticksPerUnit}, got ${cost}/${tokens}`)
  }
  return { side, price, size: Number(tokens / grid.lotRaw) as Lots }
}

const signedAmounts = signedOrder.pick({ makerAmount: true, takerAmount: true })

/** What a body that was sent has signed; `undefined` where it says nothing that is an order of this side. */
export function amountsOf(body: string, side: Side): SignedAmounts | undefined {
  let order: z.infer<typeof signedAmounts>
  try {
    order = z.object({ order: signedAmounts }).parse(JSON.parse(body)).order
  } catch {
    return undefined
  }
  const [maker, taker] = [BigInt(order.makerAmount), BigInt(order.takerAmount)]
  const [collateralRaw, tokensRaw] = side === 'BUY' ? [maker, taker] : [taker, maker]
  // a price lies inside (0, 1)
  return collateralRaw > 0n && collateralRaw < tokensRaw ? { collateralRaw, tokensRaw } : undefined
}

/**
 * A submitted order's integers. Throws `bad-request` naming the field when `side` contradicts the amounts or `signatureType` is none.
 * Amounts that say no side, equal ones or one of 0, contradict none: they are refused by themselves.
 */
export function fromWireOrder(order: WireSignedOrder): OrderMessage {
  const makerAmount = BigInt(order.makerAmount)
  const takerAmount = BigInt(order.takerAmount)
  const side = makerAmount < takerAmount ? 0 : 1
  const isSaid = makerAmount !== takerAmount && makerAmount !== 0n && takerAmount !== 0n
  if (isSaid && order.side !== undefined && order.side !== String(side)) {
    throw new QuoinError('bad-request', `order.side: expected "${side}" as the amounts say, got "${order.side}"`)
  }
  const signatureType = order.signatureType ?? '0'
  if (signatureType !== '0' && signatureType !== '1' && signatureType !== '2') {
    throw new QuoinError('bad-request', `order.signatureType: expected "0", "1" or "2", got "${signatureType}"`)
  }
  return {
    salt: BigInt(order.salt),
    maker: order.maker as Address,
    signer: order.signer as Address,
    taker: order.taker as Address,
    tokenId: BigInt(order.tokenId),
    makerAmount,
    takerAmount,
    expiration: BigInt(order.expiration),
    nonce: BigInt(order.nonce),
    feeRateBps: BigInt(order.feeRateBps),
    side,
    signatureType: Number(signatureType) as 0 | 1 | 2,
  }
}
