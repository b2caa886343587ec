import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Address, Hex } from '../../src/domain/market/market.js'
import { openSigning } from '../../src/signing/open-signing.js'
import type { Signing } from '../../src/signing/signing.js'
import { viemSigning } from '../../src/signing/viem-signing.js'
import { ZERO_ADDRESS } from '../../src/venue/wire/typed-data.js'
import { runs } from '../run-counts.js'
import { anyAddress, anyOrder, anyProfile } from './random-orders.js'

const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const FIELD_PRIME = 2n ** 256n - 2n ** 32n - 977n

/** `npm run check:long` tries 5,000. */
const PAIRS = Number(process.env['QUOIN_SIGNATURES'] ?? runs(60, 500))

const sign = (signing: Signing, hash: Hex, key: Uint8Array) =>
  new Promise<Hex | Error>((done) => signing.sign(hash, key, done))
const recover = (signing: Signing, hash: Hex, signature: Hex) =>
  new Promise<Address | undefined>((done) => signing.recover(hash, signature, done))

async function opened(): Promise<readonly Signing[]> {
  const found = await Promise.all([openSigning({ paths: ['native'] }), openSigning({ paths: ['wasm'] })])
  expect(found.flatMap(({ reasons }) => reasons)).toEqual([])
  const ways = found.map(({ signing }) => signing)
  expect(ways.map(({ path }) => path)).toEqual(['native', 'wasm'])
  return ways
}
const ways = await opened()

describe('native and wasm', () => {
  it('give the bytes that viem gives, on any key and order', async () => {
    for (let i = 0; i < PAIRS; i++) {
      const key = randomBytes(32)
      const maker = viemSigning.addressOf(key)
      const profile = anyProfile()
      const hashers = ways.map((way) => way.orderHasher(profile))
      // a hasher keeps what it has written
      for (const exchange of [undefined, anyAddress(), undefined]) {
        const order = anyOrder(exchange === undefined ? maker : anyAddress())
        const hash = viemSigning.orderHasher(profile)(order, exchange)
        expect(hashers.map((hasher) => hasher(order, exchange))).toEqual([hash, hash])
        if (exchange !== undefined) continue
        const signature = await sign(viemSigning, hash, key)
        for (const way of ways) {
          expect(way.addressOf(key)).toBe(maker)
          expect(await sign(way, hash, key)).toBe(signature)
        }
      }
    }
  }, 300_000)

  it('hash a text as viem does', () => {
    for (const text of ['', 'hello', 'Börse 🙂', 'a'.repeat(1000), '\ud800 alone', 'two\nlines\u0000']) {
      for (const way of ways) expect(way.textHash(text)).toBe(viemSigning.textHash(text))
    }
  })

  it('find the signer that viem finds, or nobody, of whatever is called a signature', async () => {
    const key = randomBytes(32)
    const word = (value: bigint) => value.toString(16).padStart(64, '0')
    for (let i = 0; i < runs(8, 60); i++) {
      const hash: Hex = `0x${randomBytes(32).toString('hex')}`
      const signature = await sign(ways[0]!, hash, key)
      if (signature instanceof Error) throw signature
      const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130)]
      const high = word(CURVE_ORDER - BigInt(`0x${s}`))
      const texts = [
        ...['00', '01', '02', '1a', '1b', '1c', '1d', '25', 'ff', '1B', '1C'].map((odd) => r + s + odd),
        ...[high, word(0n), word(CURVE_ORDER), word(CURVE_ORDER - 1n), word(2n ** 256n - 1n)].map((odd) => r + odd + v),
        ...[0n, 1n, 2n, 5n, CURVE_ORDER - 1n, CURVE_ORDER, CURVE_ORDER + 1n, FIELD_PRIME, 2n ** 256n - 1n].map(
          (odd) => word(odd) + s + v,
        ),
        ...[
          '',
          '00',
          r,
          r + s,
          `${r}${s}${v}00`,
          `${r}${s}${v}`.toUpperCase(),
          `${r}${s}${v}`.slice(1),
          `zz${r.slice(2)}${s}${v}`,
        ],
        randomBytes(64).toString('hex') + v,
      ]
      for (const text of texts) {
        const wanted = await recover(viemSigning, hash, `0x${text}`)
        for (const way of ways) expect([text, await recover(way, hash, `0x${text}`)]).toEqual([text, wanted])
      }
    }
  })

  it.each([
    ['a negative number', { nonce: -1n }],
    ['a number wider than its word', { tokenId: 2n ** 256n }],
    ['an address with a wrong checksum', { maker: '0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }],
    ['what is no address', { taker: '0x12' }],
  ] as const)('refuse to hash %s, and go on with the next order', (_what, change) => {
    const profile = anyProfile()
    const order = { ...anyOrder(anyAddress()), taker: ZERO_ADDRESS }
    expect(() => viemSigning.orderHasher(profile)({ ...order, ...change })).toThrow()
    for (const way of ways) {
      const hasher = way.orderHasher(profile)
      expect(() => hasher({ ...order, ...change })).toThrow(RangeError)
      expect(hasher(order)).toBe(viemSigning.orderHasher(profile)(order))
    }
  })

  it.each([0n, CURVE_ORDER, 2n ** 256n - 1n])('take no %s for a private key', async (value) => {
    const key = Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
    for (const way of [...ways, viemSigning]) {
      expect(() => way.addressOf(key)).toThrow()
      const refused = await sign(way, `0x${'5a'.repeat(32)}`, key)
      expect(refused).toBeInstanceOf(Error)
      expect(String(refused)).not.toContain(key.toString('hex'))
    }
  })
})
