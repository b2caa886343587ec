// What a bot and the process that holds its key say to each other: one JSON line for a request, one for its answer, in any order, joined by
// `id`. Orders, sign-in messages and acts are told field by field; a bare hash cannot be asked for.
//
//   {"v":1,"id":7,"ask":"order","message":{…},"context":{"orderType":"POST_ONLY"}}
//   {"v":1,"id":7,"ok":true,"value":{"signature":"0x…"}}
//   {"v":1,"id":7,"ok":false,"refusal":{"name":"size","message":"size: expected …, got …"}}

import { z } from 'zod'
import type { ChainAct } from '../domain/account/chain-transaction.js'
import { exactText } from '../domain/json.js'
import type { Address, ConditionId, Hex } from '../domain/market/market.js'
import { ORDER_TYPES } from '../domain/orders/order.js'
import { SIGNING_PATHS } from '../signing/signing.js'
import { POLICY_FIELDS } from '../venue/transport/signing-policy.js'
import * as wire from '../venue/wire/primitives.js'
import { siwe, typedData } from '../venue/wire/profile.js'

export const SIGNER_PROTOCOL = 1
/** Longest request and answer, bytes. */
export const MAX_FRAME_BYTES = 16_384

const address = wire.address.transform((text) => text as Address)
const bytes32 = wire.bytes32.transform((text) => text as Hex)
const bytes = wire.hexBytes.transform((text) => text as Hex)
/** A bigint as decimal text. */
const whole = wire.uintString.transform(BigInt)

const message = z.strictObject({
  ...{ salt: whole, maker: address, signer: address, taker: address, tokenId: whole },
  ...{ makerAmount: whole, takerAmount: whole, expiration: whole, nonce: whole, feeRateBps: whole },
  side: z.union([z.literal(0), z.literal(1)]),
  signatureType: z.union([z.literal(0), z.literal(1), z.literal(2)]),
})

const conditionId = wire.bytes32.transform((text) => text as ConditionId)
const act: z.ZodType<ChainAct> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['split', 'merge']), conditionId, setsRaw: whole }),
  z.strictObject({ kind: z.literal('redeem'), conditionId, tokensRaw: z.tuple([whole, whole]), paidRaw: whole }),
  z.strictObject({ kind: z.literal('approve'), spender: address, amountRaw: whole }),
])

const head = { v: z.literal(SIGNER_PROTOCOL), id: z.int().min(0) }

export const signerRequest = z.discriminatedUnion('ask', [
  /** What the bot signs by: it is refused where the signer goes by another venue. */
  z.strictObject({ ...head, ask: z.literal('hello'), typedData, siwe }),
  z.strictObject({
    ...{ ...head, ask: z.literal('order'), message },
    context: z.strictObject({ orderType: z.enum(ORDER_TYPES), exchange: address.optional() }),
  }),
  z.strictObject({ ...head, ask: z.literal('sign-in'), text: z.string().max(4000) }),
  z.strictObject({
    ...{ ...head, ask: z.literal('act'), act },
    terms: z.strictObject({
      ...{ nonce: z.int().min(0), gas: whole, atMs: z.number() },
      ...{ maxFeePerGas: whole, maxPriorityFeePerGas: whole },
    }),
  }),
])
export type SignerRequest = z.infer<typeof signerRequest>
/** What is asked; the number is given by whoever sends it. */
export type SignerQuestion = {
  [A in SignerRequest['ask']]: Omit<Extract<SignerRequest, { ask: A }>, 'v' | 'id'>
}[SignerRequest['ask']]

/** Why something is not signed. The fields of an order's policy are names of their own. */
export const REFUSALS = [
  ...POLICY_FIELDS,
  'rate',
  'sign-in',
  'act',
  'profile',
  'version',
  'bad-request',
  'internal',
] as const
export type RefusalName = (typeof REFUSALS)[number]
export interface Refusal {
  readonly name: RefusalName
  readonly message: string
  /** Asking again makes sense after so long. */
  readonly retryAfterMs?: number | undefined
}

const refusal = z.strictObject({
  name: z.enum(REFUSALS),
  message: z.string(),
  retryAfterMs: z.number().min(0).optional(),
})
const answerHead = { v: z.int(), id: z.int().min(0) }
export const signerAnswer = z.discriminatedUnion('ok', [
  z.strictObject({ ...answerHead, ok: z.literal(true), value: z.unknown() }),
  z.strictObject({ ...answerHead, ok: z.literal(false), refusal }),
])

/** What the signer says of itself; amounts in raw units. */
export const signerHello = z.strictObject({
  ...{ address, version: z.string(), path: z.enum(SIGNING_PATHS) },
  policy: z.strictObject({
    ...{ contracts: z.array(address), orderTypes: z.array(z.enum(ORDER_TYPES)) },
    ...{ maxTokensRaw: whole, maxCollateralRaw: whole, maxLifetimeSec: z.number(), maxFeeRateBps: z.number() },
    ...{ prices: z.strictObject({ min: z.number(), max: z.number() }), ordersPerMinute: z.number() },
  }),
  /** Whether it signs transactions, too. */
  acts: z.boolean(),
})
export type SignerHello = z.infer<typeof signerHello>

export const signedOrder = z.strictObject({ signature: bytes })
export const signedText = z.strictObject({ signature: bytes })
export const signedAct = z.strictObject({ hash: bytes32, bytes, nonce: z.int(), atMs: z.number() })

/** One line. */
export function frame(value: unknown): string {
  return `${JSON.stringify(value, exactText)}\n`
}
