import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { recoverAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Address, Hex } from '../../../src/domain/market/market.js'
import { type SignatureWorkers, signatureWorkers } from '../../../src/server/http/signature-workers.js'
import { openSigning } from '../../../src/signing/open-signing.js'
import { SIGNING_PATHS, type Signing, type SigningPath } from '../../../src/signing/signing.js'
import { viemSigning } from '../../../src/signing/viem-signing.js'
import { isWhole } from '../../run-counts.js'

const wallet = privateKeyToAccount(generatePrivateKey())
const HASH = `0x${'5a'.repeat(32)}` as const

const open: SignatureWorkers[] = []
afterEach(async () => {
  for (const workers of open.splice(0)) await workers.close()
})

async function signingBy(path: SigningPath): Promise<Signing> {
  if (path === 'viem') return viemSigning
  const { signing } = await openSigning({ paths: [path] })
  expect(signing.path).toBe(path)
  return signing
}
const WAYS = await Promise.all(SIGNING_PATHS.map(signingBy))

function start(count: number, signing: Signing = viemSigning) {
  const workers = signatureWorkers(signing, count)
  open.push(workers)
  const signer = (hash: Hex, signature: Hex) =>
    new Promise<Address | undefined>((done) => workers.crypto.recoverOrderSigner(hash, signature, done))
  const valid = (message: string, signature: Hex) =>
    new Promise<boolean>((done) => workers.crypto.verifyText({ message, signature, address: wallet.address }, done))
  return { workers, signer, valid }
}

/** Until the threads have taken over. */
async function onThreads({ workers, signer }: ReturnType<typeof start>, signature: Hex) {
  await vi.waitFor(
    async () => {
      await signer(HASH, signature)
      expect(workers.done()).toBeGreaterThan(0)
    },
    { timeout: 20_000 },
  )
}

/** The same signer by the other of the two equivalent values of s. */
function highS(signature: Hex): Hex {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const s = order - BigInt(`0x${signature.slice(66, 130)}`)
  return `0x${signature.slice(2, 66)}${s.toString(16).padStart(64, '0')}${signature.endsWith('1b') ? '1c' : '1b'}`
}

describe('a signature that the contract would not take', () => {
  const cases = WAYS.flatMap((way) => [0, 1].map((count) => ({ way, path: way.path, count })))
  it.each(cases)('is by nobody, by $path with $count threads', async ({ way, count }) => {
    const pool = start(count, way)
    const signature = await wallet.sign({ hash: HASH })
    const zeroV: Hex = `0x${signature.slice(2, 130)}${signature.endsWith('1b') ? '00' : '01'}`
    for (const odd of [highS(signature), zeroV, `${signature}00` as Hex, '0x' as Hex]) {
      expect(await pool.signer(HASH, odd)).toBeUndefined()
    }
    // viem alone takes both
    expect(await recoverAddress({ hash: HASH, signature: highS(signature) })).toBe(wallet.address)
    expect(await pool.signer(HASH, signature)).toBe(wallet.address)
  })
})

describe('signatureWorkers', () => {
  const cases = WAYS.flatMap((way) => [0, 1].map((count) => ({ way, path: way.path, count })))
  it.each(cases)('by $path with $count threads says what the main thread would say', async ({ way, count }) => {
    const pool = start(count, way)
    const signature = await wallet.sign({ hash: HASH })
    if (count > 0) await onThreads(pool, signature)
    expect(await pool.signer(HASH, signature)).toBe(wallet.address)
    expect(await pool.signer(`0x${'5b'.repeat(32)}`, signature)).not.toBe(wallet.address)
    expect(await pool.signer(HASH, '0x1234')).toBeUndefined()
    const signed = await wallet.signMessage({ message: 'hello' })
    expect(await pool.valid('hello', signed)).toBe(true)
    expect(await pool.valid('hullo', signed)).toBe(false)
    expect(await pool.valid('hello', '0x')).toBe(false)
    // a text's signature is taken in every form that wallets give it
    const zeroV: Hex = `0x${signed.slice(2, 130)}${signed.endsWith('1b') ? '00' : '01'}`
    for (const odd of [zeroV, highS(signed)]) expect(await pool.valid('hello', odd)).toBe(true)
    expect(pool.workers.done() > 0).toBe(count > 0)
  })

  it('answers every check once, also those under way at its end', async () => {
    const pool = start(1)
    const signature = await wallet.sign({ hash: HASH })
    await onThreads(pool, signature)
    const answers = Array.from({ length: 30 }, () => pool.signer(HASH, signature))
    await pool.workers.close()
    expect(new Set(await Promise.all(answers))).toEqual(new Set([wallet.address]))
    // and after it
    expect(await pool.signer(HASH, signature)).toBe(wallet.address)
  })

  // native code that is ended within a call would take the whole process along
  it.each(WAYS.map((way) => ({ way, path: way.path })))(
    'ends again and again while its threads check by $path',
    async ({ way }) => {
      const signature = await wallet.sign({ hash: HASH })
      for (let round = 0; round < (isWhole ? 20 : 5); round++) {
        const pool = start(2, way)
        await onThreads(pool, signature)
        const answers = Array.from({ length: 200 }, () => pool.signer(HASH, signature))
        await new Promise((done) => setTimeout(done, round % 5))
        await pool.workers.close()
        expect(new Set(await Promise.all(answers))).toEqual(new Set([wallet.address]))
      }
    },
  )

  it.runIf(process.platform === 'linux')('checks at a lower priority than what answers', async () => {
    const pool = start(1)
    await onThreads(pool, await wallet.sign({ hash: HASH }))
    const niceness = readdirSync('/proc/self/task').map((task) => {
      // the fields after the name, of which niceness is the 17th: proc(5)
      const stat = readFileSync(`/proc/self/task/${task}/stat`, 'utf8')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
    })
    expect(Math.max(...niceness)).toBeGreaterThan(getPriority())
  })

  it('leaves the main thread free while many signatures are checked', async () => {
    const pool = start(1)
    const signature = await wallet.sign({ hash: HASH })
    await onThreads(pool, signature)
    let turns = 0
    let over = false
    const turn = () => {
      turns += 1
      if (!over) setImmediate(turn)
    }
    turn()
    const before = pool.workers.done()
    await Promise.all(Array.from({ length: 50 }, () => pool.signer(HASH, signature)))
    over = true
    expect(pool.workers.done() - before).toBe(50)
    // on the main thread there would be no more turns than checks
    expect(turns).toBeGreaterThan(50)
  })
})
