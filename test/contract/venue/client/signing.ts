// What a wallet signs: the EIP-712 order and the EIP-4361 sign-in message, both made by hand from the venue's profile.

import { TypedDataEncoder, type TypedDataField, type Wallet } from 'ethers'
import { type Check, form, integer, list, object, text } from './checks.js'
import type { Side } from './trading-shapes.js'

export interface Profile {
  chainId: number
  typedData: {
    domain: { name: string; version: string; chainId: number; verifyingContract: string }
    types: { Order: TypedDataField[] }
  }
  siwe: { domain: string; uri: string; statement: string; chainId: number }
}

export const profile: Check<Profile> = object<Profile>({
  chainId: integer,
  typedData: object<Profile['typedData']>({
    domain: object<Profile['typedData']['domain']>({
      name: text,
      version: text,
      chainId: integer,
      verifyingContract: form(/^0x[0-9a-fA-F]{40}$/),
    }),
    types: object<Profile['typedData']['types']>({
      Order: list(object<TypedDataField>({ name: text, type: text })),
    }),
  }),
  siwe: object<Profile['siwe']>({ domain: text, uri: text, statement: text, chainId: integer }),
})

/** The ten fields of the specification's order, all text; amounts in raw units. */
export interface UnsignedOrder {
  salt: string
  maker: string
  signer: string
  taker: string
  tokenId: string
  makerAmount: string
  takerAmount: string
  expiration: string
  nonce: string
  feeRateBps: string
}

export interface SignedOrder extends UnsignedOrder {
  signature: string
}

const uint = 'uint256'

/** The ten fields that the specification's body lists. */
export const tenFields: TypedDataField[] = [
  { name: 'salt', type: uint },
  { name: 'maker', type: 'address' },
  { name: 'signer', type: 'address' },
  { name: 'taker', type: 'address' },
  { name: 'tokenId', type: uint },
  { name: 'makerAmount', type: uint },
  { name: 'takerAmount', type: uint },
  { name: 'expiration', type: uint },
  { name: 'nonce', type: uint },
  { name: 'feeRateBps', type: uint },
]

/** The exchange contract's struct: the ten, side (BUY 0, SELL 1) and signatureType (EOA 0). */
export const twelveFields: TypedDataField[] = [
  ...tenFields,
  { name: 'side', type: 'uint8' },
  { name: 'signatureType', type: 'uint8' },
]

type Domain = Profile['typedData']['domain']

function structOf(order: UnsignedOrder, side: Side, fields: TypedDataField[]): Record<string, string> {
  const all: Record<string, string> = { ...order, side: side === 'BUY' ? '0' : '1', signatureType: '0' }
  return Object.fromEntries(fields.map(({ name }) => [name, all[name] ?? '0']))
}

/** The order's identity: its EIP-712 digest. */
export function orderHash(
  order: UnsignedOrder,
  side: Side,
  using: { domain: Domain; fields: TypedDataField[] },
): string {
  return TypedDataEncoder.hash(using.domain, { Order: using.fields }, structOf(order, side, using.fields))
}

export async function signOrder(
  wallet: Wallet,
  order: UnsignedOrder,
  using: { side: Side; domain: Domain; fields: TypedDataField[] },
): Promise<SignedOrder> {
  const struct = structOf(order, using.side, using.fields)
  return { ...order, signature: await wallet.signTypedData(using.domain, { Order: using.fields }, struct) }
}

export interface SignInMessage {
  domain: string
  address: string
  statement: string
  uri: string
  chainId: number
  nonce: string
  issuedAt: string
  expirationTime?: string
}

/** The text of EIP-4361. */
export function siweText(message: SignInMessage): string {
  const lines = [
    `${message.domain} wants you to sign in with your Ethereum account:`,
    message.address,
    '',
    message.statement,
    '',
    `URI: ${message.uri}`,
    'Version: 1',
    `Chain ID: ${message.chainId}`,
    `Nonce: ${message.nonce}`,
    `Issued At: ${message.issuedAt}`,
  ]
  if (message.expirationTime !== undefined) lines.push(`Expiration Time: ${message.expirationTime}`)
  return lines.join('\n')
}
