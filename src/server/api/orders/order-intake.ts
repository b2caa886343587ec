// A submitted order on its way to the exchange: its fields, its hash, its signer, and the answer given twice to the same body.

import { getAddress } from 'viem/utils'
import { QuoinError } from '../../../domain/error.js'
import type { Address, Hex } from '../../../domain/market/market.js'
import type { Outcome } from '../../../domain/market/side.js'
import type { OrderStatus } from '../../../domain/orders/order.js'
import type { Exchange, NewOrder } from '../../../venue/simulated/exchange/exchange.js'
import { orThrow } from '../../../venue/simulated/exchange/refusal.js'
import { fromWireOrder, readAmounts } from '../../../venue/wire/order-codec.js'
import type { WireOrderResult, WireOrderSubmission, WireSignedOrder } from '../../../venue/wire/order-schema.js'
import type { VenueProfile } from '../../../venue/wire/profile.js'
import { type OrderMessage, ZERO_ADDRESS } from '../../../venue/wire/typed-data.js'
import type { ApiCrypto } from '../accounts/api-crypto.js'
import { type DurableValues, NOT_DURABLE } from '../kept/durable-values.js'
import { RecentValues } from '../kept/recent-values.js'
import type { ListedMarket } from '../markets/listed-market.js'
import { ApiError } from '../requests/error-table.js'
import { PendingOrders } from './pending-orders.js'

export interface IntakeParts {
  readonly exchange: Exchange
  readonly profile: VenueProfile
  readonly crypto: ApiCrypto
  /** Venue time of what happens now. */
  readonly nowMs: () => number
  /** Where answers outlive the process. */
  readonly values?: DurableValues
}

interface Submission {
  readonly market: ListedMarket
  readonly body: WireOrderSubmission
  readonly nowMs: number
}

interface Acceptance extends Pick<Submission, 'body' | 'nowMs'> {
  /** While its signature was checked. */
  readonly cancelled: boolean
}

/** What was answered, and to which body. */
interface FirstAnswer {
  readonly orderType: string
  readonly order: WireSignedOrder
  readonly status: OrderStatus
}

const UINT256_END = 2n ** 256n
/** Every integer that is hashed: hashing a wider one throws. */
const UINT256_FIELDS = [
  'salt',
  'tokenId',
  'makerAmount',
  'takerAmount',
  'expiration',
  'nonce',
  'feeRateBps',
] as const satisfies readonly (keyof OrderMessage)[]

export class OrderIntake {
  readonly #parts: IntakeParts
  readonly #orderHash: (message: OrderMessage) => Hex
  readonly #answers: RecentValues<FirstAnswer>
  /** While the exchange tells of it there is no answer yet. */
  #placing: { readonly hash: Hex; readonly order: WireSignedOrder } | undefined
  /** A cancel looks here too: an order counts from its receipt, not from the end of its check. */
  readonly pending = new PendingOrders()

  constructor(parts: IntakeParts) {
    this.#parts = parts
    this.#orderHash = parts.crypto.orderHasher(parts.profile.typedData)
    this.#answers = new RecentValues(parts.values ?? NOT_DURABLE, 'first-answer')
  }

  /** The signed fields of an accepted order; `undefined` for orders that did not come through here. */
  signedFields(hash: Hex): Omit<WireSignedOrder, 'signature' | 'side' | 'expiration'> | undefined {
    const order = this.#placing?.hash === hash ? this.#placing.order : this.#answers.get(hash)?.order
    if (order === undefined) return undefined
    const { signature: _signature, side: _side, expiration: _expiration, ...fields } = order
    return fields
  }

  /** Calls `done` with a function that returns the answer or throws the refusal; throws refusals that need no signature. */
  submit(submission: Submission, done: (result: () => WireOrderResult) => void): void {
    const { market, body, nowMs } = submission
    const wire = fromWireOrder(body.order)
    // hashing refuses a mixed-case address with a wrong checksum; only its bytes count
    const message = { ...wire, maker: getAddress(wire.maker), signer: getAddress(wire.signer) }
    this.#checkFields(message)
    const hash = this.#orderHash(message)
    // an order has one market: its first answer belongs to no other
    if (!market.incomplete) outcomeOf(message.tokenId, market)
    const repeated = this.#repeatedAnswer(hash, body)
    if (repeated !== undefined) {
      done(() => repeated)
      return
    }
    this.#checkNonce(message)
    const order = newOrder(message, { market, hash, type: body.orderType })
    const signature = body.order.signature.toLowerCase()
    const checked = this.pending.begin(order)
    this.#parts.crypto.recoverOrderSigner(hash, hex(signature), (signer) => {
      const cancelled = checked()
      done(() => {
        if (signer === undefined || getAddress(signer) !== order.account) {
          throw new ApiError(
            'bad_signature',
            `signature: expected one by ${order.account} over ${hash}; 65 bytes, s in the lower half, v 27 or 28`,
          )
        }
        // the same body may have been accepted, or the nonce raised, while this one's signature was checked
        const answered = this.#repeatedAnswer(hash, body)
        if (answered === undefined) this.#checkNonce(message)
        return answered ?? this.#accept(order, { body, nowMs, cancelled })
      })
    })
  }

  #accept(order: NewOrder, { body, nowMs, cancelled }: Acceptance): WireOrderResult {
    const { hash } = order
    this.#placing = { hash, order: body.order }
    try {
      // the calendar may have gone back while the signature was checked: a time that is not yet would hold up everything else
      const status = orThrow(this.#parts.exchange.trySubmit(order, Math.min(nowMs, this.#parts.nowMs()), cancelled))
      this.#answers.set(hash, { orderType: body.orderType, order: body.order, status })
      return { orderHash: hash, status }
    } finally {
      this.#placing = undefined
    }
  }

  #repeatedAnswer(hash: Hex, { order, orderType }: WireOrderSubmission): WireOrderResult | undefined {
    const first = this.#answers.get(hash)
    if (first === undefined) return undefined
    if (first.orderType !== orderType || first.order.signature.toLowerCase() !== order.signature.toLowerCase()) {
      throw new ApiError('conflict', `orderHash: ${hash} was submitted with another body`)
    }
    return { orderHash: hash, status: first.status }
  }

  #checkNonce({ maker, nonce }: OrderMessage): void {
    const expected = this.#parts.exchange.nonceOf(maker)
    if (nonce === BigInt(expected)) return
    throw new ApiError('bad_nonce', `order.nonce: expected "${expected}", got "${nonce}"`)
  }

  #checkFields(message: OrderMessage): void {
    const { orders } = this.#parts.profile
    for (const field of UINT256_FIELDS) {
      if (message[field] >= UINT256_END)
        throw new ApiError('bad_request', `order.${field}: expected a whole number below 2^256`)
    }
    if (message.makerAmount === 0n || message.takerAmount === 0n) {
      throw new ApiError('bad_amounts', 'order.makerAmount, order.takerAmount: expected more than 0')
    }
    if (message.taker !== ZERO_ADDRESS) {
      throw new ApiError('bad_request', `order.taker: expected the zero address, got ${message.taker}`)
    }
    if (message.signatureType !== 0) {
      throw new ApiError('bad_request', `order.signatureType: expected "0", got "${message.signatureType}"`)
    }
    if (message.maker !== message.signer) {
      throw new ApiError('bad_request', `order.signer: expected the maker ${message.maker}, got ${message.signer}`)
    }
    if (message.feeRateBps > BigInt(orders.maxFeeRateBps)) {
      throw new ApiError('fee_changed', `order.feeRateBps: expected at most ${orders.maxFeeRateBps}`)
    }
    if (message.expiration > BigInt(Number.MAX_SAFE_INTEGER)) {
      throw new ApiError('bad_expiration', 'order.expiration: expected unix seconds')
    }
  }
}

interface OrderPlace {
  readonly market: ListedMarket
  readonly hash: Hex
  readonly type: WireOrderSubmission['orderType']
}

function newOrder(message: OrderMessage, { market, hash, type }: OrderPlace): NewOrder {
  if (market.incomplete || market.registration !== 'REGISTERED') {
    const state = market.incomplete ? 'incomplete' : market.registration
    throw new ApiError('market_not_open', `market ${market.id}: expected REGISTERED, it is ${state}`)
  }
  const outcome = outcomeOf(message.tokenId, market)
  const { side, price, size } = readAmounts(message.makerAmount, message.takerAmount, market.grid)
  return {
    hash,
    type,
    outcome,
    side,
    price,
    size,
    account: message.maker,
    nonce: Number(message.nonce),
    conditionId: market.conditionId,
    expirationSec: Number(message.expiration),
    feeRateBps: Number(message.feeRateBps),
  }
}

function outcomeOf(tokenId: bigint, { id, grid }: ListedMarket): Outcome {
  const text = tokenId.toString()
  if (text === grid.outcomes[0].tokenId) return 0
  if (text === grid.outcomes[1].tokenId) return 1
  throw new QuoinError('bad-request', `order.tokenId: expected a token of market ${id}, got ${text}`)
}

function hex(text: string): Hex {
  return `0x${text.slice(2)}`
}

/** The one spelling of an account inside the venue: with checksum. Throws `validation_failed` when it is no address. */
export function accountOf(text: string, field: string): Address {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) {
    throw new ApiError('validation_failed', [`${field}: expected an address: 0x and 40 hex digits`])
  }
  return getAddress(text)
}
