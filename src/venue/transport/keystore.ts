// Encrypted private keys as Ethereum wallets write them (Web3 Secret Storage, version 3).
//
//   derived     = scrypt or PBKDF2 of the passphrase, 32 bytes or more
//   ciphertext  = AES-128-CTR of the key by derived[0..16]
//   mac         = keccak256(derived[16..32] ++ ciphertext): a wrong passphrase is known without trying the key

import {
  createCipheriv,
  createDecipheriv,
  pbkdf2Sync,
  randomBytes,
  randomUUID,
  scryptSync,
  timingSafeEqual,
} from 'node:crypto'
import { privateKeyToAddress } from 'viem/accounts'
import { bytesToHex, keccak256 } from 'viem/utils'
import { z } from 'zod'
import { QuoinError } from '../../domain/error.js'
import type { Address } from '../../domain/market/market.js'
import { Secret } from './secret.js'

const hexText = z.string().regex(/^(0x)?([0-9a-fA-F]{2})+$/, { error: 'expected bytes in hex' })

const common = {
  cipher: z.literal('aes-128-ctr'),
  cipherparams: z.object({ iv: hexText }),
  ciphertext: hexText,
  mac: hexText,
}
const salt = { dklen: z.int().min(32).max(64), salt: hexText }
/** What opening one may cost: a file from elsewhere must not take the machine's memory or hours. */
const MAX_SCRYPT_BYTES = 2 ** 30
const MAX_SCRYPT_WORK = 2 ** 33
const MAX_ITERATIONS = 10_000_000

const scrypt = z
  .object({ ...salt, n: z.int().min(2), r: z.int().min(1), p: z.int().min(1).max(64) })
  // RFC 7914, and what node's own scrypt holds to
  .refine(({ n, r }) => Number.isInteger(Math.log2(n)) && Math.log2(n) < 16 * r, {
    error: 'expected n to be a power of two below 2^(16 r)',
  })
  .refine(({ n, r, p }) => 128 * r * (n + p) <= MAX_SCRYPT_BYTES && 128 * n * r * p <= MAX_SCRYPT_WORK, {
    error: 'expected scrypt within 1 GiB of memory, and 8 GiB of work',
  })
const pbkdf2 = z.object({ ...salt, c: z.int().min(1).max(MAX_ITERATIONS), prf: z.literal('hmac-sha256') })

/** Some write `Crypto`, and names in capitals. */
const keystoreFile = z.preprocess(
  (value) =>
    typeof value === 'object' && value !== null && 'Crypto' in value ? { ...value, crypto: value.Crypto } : value,
  z.object({
    version: z.literal(3),
    address: z
      .string()
      .regex(/^(0x)?[0-9a-fA-F]{40}$/, { error: 'expected an address' })
      .optional(),
    crypto: z.discriminatedUnion('kdf', [
      z.object({ ...common, kdf: z.literal('scrypt'), kdfparams: scrypt }),
      z.object({ ...common, kdf: z.literal('pbkdf2'), kdfparams: pbkdf2 }),
    ]),
  }),
)
export type Keystore = z.infer<typeof keystoreFile>

/** Throws `bad-config` for what is no keystore; the text is never repeated. */
export function parseKeystore(text: string): Keystore {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new QuoinError('bad-config', 'keystore: expected JSON of version 3, got something else')
  }
  const parsed = keystoreFile.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new QuoinError('bad-config', `keystore: ${issue?.path.join('.') || 'file'}: ${issue?.message ?? 'unreadable'}`)
}

/** Throws `bad-config` for a wrong passphrase. Takes up to a second, on purpose. */
export function openKeystore({ address, crypto }: Keystore, passphrase: Secret): Secret {
  const derived = derive(crypto, passphrase)
  const ciphertext = bytes(crypto.ciphertext)
  const mac = macOf(derived, ciphertext)
  const expected = bytes(crypto.mac)
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) {
    throw new QuoinError('bad-config', 'keystore: expected the passphrase that it was made with, got another')
  }
  const cipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), bytes(crypto.cipherparams.iv))
  const key = new Secret(bytesToHex(Buffer.concat([cipher.update(ciphertext), cipher.final()])))
  const own = addressOf(key)
  const named = address?.replace(/^0x/i, '').toLowerCase()
  if (named !== undefined && own.slice(2).toLowerCase() !== named) {
    throw new QuoinError('bad-config', `keystore: expected the key of 0x${named}, which it names, got that of ${own}`)
  }
  return key
}

/** As others do: 128 MiB and most of a second for each guess. */
const SCRYPT = { n: 131_072, r: 8, p: 1 }

/** The file's text. `cost`: a smaller one makes tests fast, and guesses too. */
export function makeKeystore(key: Secret, passphrase: Secret, cost = SCRYPT): string {
  const address = addressOf(key)
  const iv = randomBytes(16)
  const kdfparams = { ...cost, dklen: 32, salt: randomBytes(32).toString('hex') }
  const derived = derive({ kdf: 'scrypt', kdfparams }, passphrase)
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv)
  const ciphertext = Buffer.concat([cipher.update(bytes(key.reveal())), cipher.final()])
  const crypto = {
    ...{ cipher: 'aes-128-ctr', cipherparams: { iv: iv.toString('hex') }, ciphertext: ciphertext.toString('hex') },
    ...{ kdf: 'scrypt', kdfparams, mac: macOf(derived, ciphertext).toString('hex') },
  }
  return `${JSON.stringify({ version: 3, id: randomUUID(), address: address.slice(2).toLowerCase(), crypto }, undefined, 2)}\n`
}

type Derivation =
  | Pick<Extract<Keystore['crypto'], { kdf: 'scrypt' }>, 'kdf' | 'kdfparams'>
  | Pick<Extract<Keystore['crypto'], { kdf: 'pbkdf2' }>, 'kdf' | 'kdfparams'>

/** Passphrases are compared in one of the forms that Unicode knows, as others do. */
function derive(crypto: Derivation, passphrase: Secret): Buffer {
  const text = Buffer.from(passphrase.reveal().normalize('NFKC'))
  if (crypto.kdf === 'pbkdf2') {
    const { c, dklen, salt: own } = crypto.kdfparams
    return pbkdf2Sync(text, bytes(own), c, dklen, 'sha256')
  }
  const { n, r, p, dklen, salt: own } = crypto.kdfparams
  return scryptSync(text, bytes(own), dklen, { N: n, r, p, maxmem: 128 * r * (n + p) + 2 ** 20 })
}

function macOf(derived: Buffer, ciphertext: Buffer): Buffer {
  return Buffer.from(keccak256(Buffer.concat([derived.subarray(16, 32), ciphertext]), 'bytes'))
}

const bytes = (hex: string) => Buffer.from(hex.replace(/^0x/i, ''), 'hex')

/** Throws `bad-config` for what is no private key, without repeating it. */
export function addressOf(key: Secret): Address {
  const bare = key.reveal().trim().replace(/^0x/i, '')
  if (!/^[0-9a-fA-F]{64}$/.test(bare)) {
    throw new QuoinError('bad-config', `private key: expected 64 hex digits, got ${bare.length} characters`)
  }
  try {
    return privateKeyToAddress(`0x${bare}`)
  } catch {
    throw new QuoinError('bad-config', 'private key: expected a number inside the curve order')
  }
}
