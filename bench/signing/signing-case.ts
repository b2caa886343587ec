// Orders signed, and signatures of orders checked, by one of the ways: wall time of one, hash included.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { hashTypedData, recoverAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { OpenCase } from '../harness/figure.js'
import { loadSources } from '../harness/source-paths.js'

const KEY = `0x${'17'.repeat(32)}` as const
const ADDRESS = privateKeyToAccount(KEY).address
const PROFILE = {
  variant: 'side-in-order',
  domain: { name: 'Quoin', version: '1', chainId: 137, verifyingContract: `0x${'c0'.repeat(20)}` },
} as const
const COUNT = 200

type Hex = `0x${string}`
type Message = Readonly<Record<string, unknown>>

interface Signing {
  readonly path: string
  orderHasher(profile: unknown): (message: Message) => Hex
  sign(hash: Hex, key: Uint8Array, done: (signature: Hex | Error) => void): void
  recover(hash: Hex, signature: Hex, done: (signer: Hex | undefined) => void): void
}

interface Sources {
  openSigning(options: { paths: readonly string[] }): Promise<{ readonly signing: Signing }>
  readonly orderTypedData: (message: Message, profile: unknown) => Parameters<typeof hashTypedData>[0]
}

const orderOf = (n: number): Message => ({
  ...{ salt: 9_007_199_254_000_000n + BigInt(n), maker: ADDRESS, signer: ADDRESS, taker: `0x${'0'.repeat(40)}` },
  ...{ tokenId: 2n ** 255n + 12_345n, makerAmount: 51_000_000n, takerAmount: 100_000_000n, expiration: 1_800_000_000n },
  ...{ nonce: 0n, feeRateBps: 150n, side: n % 2, signatureType: 0 },
})

interface Way {
  sign(message: Message): Promise<Hex>
  check(message: Message, signature: Hex): Promise<Hex | undefined>
}

function byViem({ orderTypedData }: Sources): Way {
  const account = privateKeyToAccount(KEY)
  const hash = (message: Message) => hashTypedData(orderTypedData(message, PROFILE))
  return {
    sign: (message) => account.sign({ hash: hash(message) }),
    check: (message, signature) => recoverAddress({ hash: hash(message), signature }),
  }
}

function bySigning(signing: Signing): Way {
  const key = Buffer.from(KEY.slice(2), 'hex')
  const hash = signing.orderHasher(PROFILE)
  return {
    sign: (message) =>
      new Promise((resolve, reject) => {
        signing.sign(hash(message), key, (signed) => (signed instanceof Error ? reject(signed) : resolve(signed)))
      }),
    check: (message, signature) => new Promise((resolve) => signing.recover(hash(message), signature, resolve)),
  }
}

export const open: OpenCase = async ({ root, args, quick }) => {
  const sources: Sources = Object.assign(
    {},
    ...(await loadSources(root, ['src/signing/open-signing.js', 'src/venue/wire/typed-data.js'])),
  )
  const { signing } = await sources.openSigning({ paths: [String(args['path'])] })
  if (args['path'] !== 'viem' && signing.path !== args['path']) throw new Error(`${args['path']}: not installed`)
  const way = args['path'] === 'viem' ? byViem(sources) : bySigning(signing)
  const count = quick ? 2 : COUNT
  const orders = Array.from({ length: count }, (_, n) => orderOf(n))
  const signatures = await Promise.all(orders.map((order) => way.sign(order)))
  return {
    async measure() {
      await nextTurn()
      const start = performance.now()
      for (const [n, order] of orders.entries()) {
        const signature = signatures[n] ?? '0x'
        if (args['what'] === 'sign' && (await way.sign(order)) !== signature) throw new Error('another signature')
        if (args['what'] === 'verify' && (await way.check(order, signature)) !== ADDRESS)
          throw new Error('another signer')
      }
      return ((performance.now() - start) / count) * 1000
    },
  }
}
