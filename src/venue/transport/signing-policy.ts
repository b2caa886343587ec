// What the signer will sign: orders inside fixed bounds, and a sign-in message for this venue. Everything else is refused.

import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { QuoinError } from '../../domain/error.js'
import type { Address } from '../../domain/market/market.js'
import type { OrderType } from '../../domain/orders/order.js'
import type { OrderContext } from '../session/transport.js'
import type { SiweProfile, TypedDataProfile } from '../wire/profile.js'
import { type OrderMessage, ZERO_ADDRESS } from '../wire/typed-data.js'

export interface OrderPolicy {
  readonly chainId: number
  /** Exchange contracts that an order may be for. */
  readonly contracts: readonly Address[]
  readonly orderTypes: readonly OrderType[]
  /** Largest order, in raw token units. */
  readonly maxTokensRaw: bigint
  /** Dearest order: what it pays, or asks at least, in raw units of collateral. */
  readonly maxCollateralRaw: bigint
  /** Longest time from now to the expiration, in seconds; an order without one is refused. */
  readonly maxLifetimeSec: number
  /** Largest signable fee in basis points. */
  readonly maxFeeRateBps: number
  /** Of the collateral and the tokens, for what is said to people; absent: raw units are said. */
  readonly decimals?: number
  /** Lowest and highest price, as probabilities; absent: any. */
  readonly prices?: { readonly min: number; readonly max: number }
}

/** What an order breaks a policy by. */
export const POLICY_FIELDS = [
  'chainId',
  'exchange',
  'maker',
  'signer',
  'taker',
  'orderType',
  'size',
  'collateral',
  'price',
  'expiration',
  'feeRateBps',
] as const
export type PolicyField = (typeof POLICY_FIELDS)[number]

export interface PolicyFault {
  readonly field: PolicyField
  /** `field: expected what, got what`. */
  readonly message: string
}

/** Both sign by it: of two policies for the same venue, each limit that allows more. */
export function loosest(a: OrderPolicy, b: OrderPolicy): OrderPolicy {
  const more = (one: bigint, other: bigint) => (one > other ? one : other)
  return {
    ...a,
    maxTokensRaw: more(a.maxTokensRaw, b.maxTokensRaw),
    maxCollateralRaw: more(a.maxCollateralRaw, b.maxCollateralRaw),
    maxLifetimeSec: Math.max(a.maxLifetimeSec, b.maxLifetimeSec),
    maxFeeRateBps: Math.max(a.maxFeeRateBps, b.maxFeeRateBps),
  }
}

export interface PolicyInput {
  readonly message: OrderMessage
  readonly context: OrderContext
  readonly typedData: TypedDataProfile
  readonly maker: Address
  readonly signer: Address
  /** Venue time, unix seconds. */
  readonly nowSec: number
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

/** Amounts are whole, so a price on its limit may differ from it by less than this. */
const PRICE_SLACK = 1e-9

/** The first rule that is broken. */
export function orderFault(policy: OrderPolicy, input: PolicyInput): PolicyFault | undefined {
  const { message, context, typedData, maker, signer, nowSec } = input
  const contract = context.exchange ?? typedData.domain.verifyingContract
  const tokens = message.side === 0 ? message.takerAmount : message.makerAmount
  const collateral = message.side === 0 ? message.makerAmount : message.takerAmount
  const lifetime = Number(message.expiration) - nowSec
  const price = Number(collateral) / Number(tokens)
  const { min, max } = policy.prices ?? { min: 0, max: 1 }
  const amount = (raw: bigint) => shownAmount(raw, policy)
  const rules: readonly (readonly [boolean, PolicyField, string, unknown])[] = [
    [typedData.domain.chainId === policy.chainId, 'chainId', `${policy.chainId}`, typedData.domain.chainId],
    [policy.contracts.some((c) => same(c, contract)), 'exchange', 'a configured contract', contract],
    [same(message.maker, maker), 'maker', maker, message.maker],
    [same(message.signer, signer), 'signer', signer, message.signer],
    [message.taker === ZERO_ADDRESS, 'taker', 'the zero address', message.taker],
    [policy.orderTypes.includes(context.orderType), 'orderType', policy.orderTypes.join(', '), context.orderType],
    [
      tokens > 0n && tokens <= policy.maxTokensRaw,
      'size',
      `more than 0 and at most ${amount(policy.maxTokensRaw)} shares`,
      amount(tokens),
    ],
    [
      collateral > 0n && collateral <= policy.maxCollateralRaw,
      'collateral',
      `more than 0 and at most ${amount(policy.maxCollateralRaw)}`,
      amount(collateral),
    ],
    [price >= min - PRICE_SLACK && price <= max + PRICE_SLACK, 'price', `${min} to ${max}`, price],
    [
      lifetime > 0 && lifetime <= policy.maxLifetimeSec,
      'expiration',
      `1 to ${policy.maxLifetimeSec} s ahead`,
      lifetime,
    ],
    [
      message.feeRateBps >= 0n && message.feeRateBps <= BigInt(policy.maxFeeRateBps),
      'feeRateBps',
      `0 to ${policy.maxFeeRateBps}`,
      message.feeRateBps,
    ],
  ]
  const found = rules.find(([holds]) => !holds)
  if (found === undefined) return undefined
  const [, field, expected, got] = found
  return { field, message: `${field}: expected ${expected}, got ${String(got)}` }
}

const shownAmount = (raw: bigint, { decimals }: OrderPolicy) =>
  decimals === undefined ? `${raw} raw` : String(Number(raw) / 10 ** decimals)

/** Throws `signer-refused` naming the field when the order is outside the policy. */
export function checkOrder(policy: OrderPolicy, input: PolicyInput): void {
  const fault = orderFault(policy, input)
  if (fault) throw new QuoinError('signer-refused', fault.message)
}

/** Throws `signer-refused` unless `text` is exactly a sign-in message of this venue for `signer`. */
export function checkSignIn(text: string, siwe: SiweProfile, signer: Address): void {
  const message = parseSiweMessage(text)
  const { address, chainId, domain, nonce, uri, version } = message
  const refuse = (why: string) => new QuoinError('signer-refused', `sign-in message: ${why}`)
  if (!address || !nonce || !version) throw refuse('expected an EIP-4361 message, got something else')
  if (domain !== siwe.domain) throw refuse(`expected domain ${siwe.domain}, got ${domain}`)
  if (uri !== siwe.uri) throw refuse(`expected uri ${siwe.uri}, got ${uri}`)
  if (chainId !== siwe.chainId) throw refuse(`expected chain ${siwe.chainId}, got ${chainId}`)
  if (!same(address, signer)) throw refuse(`expected address ${signer}, got ${address}`)
  // what the parser skipped would be signed unseen
  if (createSiweMessage({ ...message, address, chainId, domain, nonce, uri, version }) !== text)
    throw refuse('expected no other text in it')
}
