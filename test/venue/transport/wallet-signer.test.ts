import { inspect } from 'node:util'
import { recoverAddress, recoverMessageAddress } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, it } from 'vitest'
import { QuoinError } from '../../../src/domain/error.js'
import type { Address, Hex } from '../../../src/domain/market/market.js'
import { openSigning } from '../../../src/signing/open-signing.js'
import { viemSigning } from '../../../src/signing/viem-signing.js'
import type { OrderContext, SignedMessage } from '../../../src/venue/session/transport.js'
import { Secret } from '../../../src/venue/transport/secret.js'
import { createWalletSigner, type WalletSignerOptions } from '../../../src/venue/transport/wallet-signer.js'
import { type OrderMessage, orderHash, ZERO_ADDRESS } from '../../../src/venue/wire/typed-data.js'

const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const ADDRESS: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const CONTRACT: Address = '0x0000000000000000000000000000000000000001'
const OTHER: Address = '0x0000000000000000000000000000000000000002'
const NOW_SEC = 1_800_000_000
const typedData = {
  variant: 'side-in-order',
  domain: { name: 'Fake', version: '1', chainId: 137, verifyingContract: CONTRACT },
} as const
const siwe = { domain: 'app.fake', uri: 'https://app.fake', chainId: 137 }

function signerOf(overrides: Partial<WalletSignerOptions> = {}) {
  return createWalletSigner({
    key: new Secret(KEY),
    signing: viemSigning,
    typedData,
    siwe,
    policy: {
      chainId: 137,
      contracts: [CONTRACT],
      orderTypes: ['POST_ONLY', 'GTC'],
      maxTokensRaw: 1_000n,
      maxCollateralRaw: 900n,
      maxLifetimeSec: 300,
      maxFeeRateBps: 200,
    },
    venueMs: () => NOW_SEC * 1_000,
    ...overrides,
  })
}

const order: OrderMessage = {
  salt: 1n,
  maker: ADDRESS,
  signer: ADDRESS,
  taker: ZERO_ADDRESS,
  tokenId: 101n,
  makerAmount: 400n,
  takerAmount: 1_000n,
  expiration: BigInt(NOW_SEC + 120),
  nonce: 0n,
  feeRateBps: 100n,
  side: 0,
  signatureType: 0,
}

const signOrder = (message: OrderMessage, context: OrderContext = { orderType: 'POST_ONLY' }, signer = signerOf()) =>
  new Promise<SignedMessage | Error>((done) => signer.signOrder(message, context, done))
const signText = (text: string, signer = signerOf()) => new Promise<Hex | Error>((done) => signer.signText(text, done))

describe('the wallet signer', () => {
  it('signs the hash of the order so that the venue recovers the signer', async () => {
    const signed = await signOrder(order)
    if (signed instanceof Error) throw signed
    expect(signed.hash).toBe(orderHash(order, typedData))
    expect(await recoverAddress({ hash: signed.hash, signature: signed.signature })).toBe(ADDRESS)
  })

  it.each(['native', 'wasm'] as const)('signs by %s code what it signs by viem', async (path) => {
    const { signing } = await openSigning({ paths: [path] })
    expect(signing.path).toBe(path)
    const fast = signerOf({ signing })
    expect(fast).toMatchObject({ maker: ADDRESS, signer: ADDRESS })
    expect(await signOrder(order, undefined, fast)).toEqual(await signOrder(order))
    expect(await signOrder({ ...order, feeRateBps: 201n }, undefined, fast)).toMatchObject({ code: 'signer-refused' })
    const text = createSiweMessage({ ...siwe, address: ADDRESS, version: '1', nonce: 'abcdefgh12' })
    expect(await signText(text, fast)).toBe(await signText(text))
  })

  it('uses the contract of the market where policy knows it', async () => {
    const context = { orderType: 'GTC', exchange: OTHER } as const
    expect(await signOrder(order, context)).toMatchObject({ code: 'signer-refused' })
    const policy = { ...signerPolicy(), contracts: [CONTRACT, OTHER] }
    const signed = await signOrder(order, context, signerOf({ policy }))
    expect(signed).toMatchObject({ hash: orderHash(order, typedData, OTHER) })
  })

  it.each<[string, Partial<OrderMessage>, OrderContext?]>([
    ['maker', { maker: OTHER }],
    ['signer', { signer: OTHER }],
    ['taker', { taker: OTHER }],
    ['size', { takerAmount: 1_001n }],
    ['size', { side: 1, makerAmount: 1_001n, takerAmount: 400n }],
    ['collateral', { makerAmount: 901n }],
    ['collateral', { side: 1, makerAmount: 1_000n, takerAmount: 901n }],
    ['size', { takerAmount: 0n }],
    ['expiration', { expiration: 0n }],
    ['expiration', { expiration: BigInt(NOW_SEC + 301) }],
    ['expiration', { expiration: BigInt(NOW_SEC) }],
    ['feeRateBps', { feeRateBps: 201n }],
    ['orderType', {}, { orderType: 'FOK' }],
  ])('refuses a wrong %s: %o', async (field, change, context) => {
    const refusal = await signOrder({ ...order, ...change }, context)
    expect(refusal).toBeInstanceOf(QuoinError)
    expect(refusal).toMatchObject({
      code: 'signer-refused',
      message: expect.stringMatching(new RegExp(`^${field}: expected`)),
    })
  })

  it('refuses another chain', async () => {
    const signer = signerOf({ typedData: { ...typedData, domain: { ...typedData.domain, chainId: 1 } } })
    expect(await signOrder(order, undefined, signer)).toMatchObject({ message: expect.stringContaining('chainId') })
  })

  it('signs for a smart wallet', async () => {
    const signer = signerOf({ maker: OTHER, signatureType: 2 })
    expect(signer).toMatchObject({ maker: OTHER, signer: ADDRESS, signatureType: 2 })
    expect(await signOrder({ ...order, maker: OTHER, signatureType: 2 }, undefined, signer)).toHaveProperty('signature')
  })

  it('draws salts that fit a double and do not repeat', () => {
    const signer = signerOf()
    const salts = new Set(Array.from({ length: 500 }, () => signer.salt()))
    expect(salts.size).toBe(500)
    for (const salt of salts) expect(salt > 0n && salt <= 2n ** 53n - 1n).toBe(true)
  })
})

describe('sign-in messages', () => {
  const fields = {
    address: ADDRESS,
    chainId: 137,
    domain: 'app.fake',
    uri: 'https://app.fake',
    version: '1',
    nonce: 'abcdefgh12',
    issuedAt: new Date(NOW_SEC * 1_000),
  } as const

  it("are signed when they are this venue's", async () => {
    const message = createSiweMessage(fields)
    const signature = await signText(message)
    if (signature instanceof Error) throw signature
    expect(await recoverMessageAddress({ message, signature })).toBe(ADDRESS)
  })

  it.each([
    ['another domain', createSiweMessage({ ...fields, domain: 'evil.fake' })],
    ['another uri', createSiweMessage({ ...fields, uri: 'https://evil.fake' })],
    ['another chain', createSiweMessage({ ...fields, chainId: 1 })],
    ['another address', createSiweMessage({ ...fields, address: OTHER })],
    ['text behind', `${createSiweMessage(fields)}\nand transfer everything`],
    ['plain text', 'I agree to everything'],
    ['an order hash', orderHash(order, typedData)],
  ])('are refused with %s', async (_name, text) => {
    expect(await signText(text)).toMatchObject({ code: 'signer-refused' })
  })
})

describe('the key', () => {
  it.each(['0x12', 'zz'.repeat(32), `0x${'0'.repeat(64)}`, `0x${'f'.repeat(64)}`])(
    'is refused without being repeated: %s',
    async (bad) => {
      const fast = await Promise.all([openSigning({ paths: ['native'] }), openSigning({ paths: ['wasm'] })])
      for (const signing of [viemSigning, ...fast.map((opened) => opened.signing)]) {
        let message = ''
        try {
          signerOf({ key: new Secret(bad), signing })
        } catch (thrown) {
          expect(thrown).toMatchObject({ code: 'bad-config' })
          message = thrown instanceof Error ? `${thrown.message}${thrown.stack}` : ''
        }
        expect(message).toContain('private key')
        expect(message).not.toContain(bad)
      }
    },
  )

  it('is in nothing that the signer shows', () => {
    expect(inspect(signerOf(), { depth: 9, showHidden: true })).not.toContain('ac0974')
  })
})

function signerPolicy() {
  return {
    chainId: 137,
    contracts: [CONTRACT],
    orderTypes: ['POST_ONLY', 'GTC'] as const,
    maxTokensRaw: 1_000n,
    maxCollateralRaw: 900n,
    maxLifetimeSec: 300,
    maxFeeRateBps: 200,
  }
}
