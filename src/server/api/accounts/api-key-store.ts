// API keys. A secret is stored as its SHA-256, found by its leading part, compared in constant time, shown once.
//
//   quoin_live_ | 8 characters to find it by | 30 random characters (178 bits) | 6 of checksum

import type { Address } from '../../../domain/market/market.js'
import { type DurableValues, NOT_DURABLE } from '../kept/durable-values.js'
import { ApiError } from '../requests/error-table.js'
import type { Tier } from '../requests/tier-limits.js'
import type { ApiCrypto } from './api-crypto.js'

const BRAND = 'quoin_live_'
const PREFIX_LENGTH = BRAND.length + 8
const SECRET_LENGTH = 30
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const MAX_KEYS_PER_ACCOUNT = 50

export interface ApiKeyRecord {
  readonly id: string
  readonly name: string
  /** Leading part of the key. */
  readonly prefix: string
  readonly tier: Tier
  /** The key everybody knows: anonymous, nobody's. */
  readonly shared: boolean
  /** Who created it by signing in; `undefined` for keys of the configuration. */
  readonly account?: Address
  readonly createdMs: number
}

export interface NewApiKey {
  readonly name: string
  readonly tier: Tier
  readonly shared?: boolean
  readonly account?: Address
  /** A given key text; a fresh one by default. */
  readonly key?: string
  readonly nowMs: number
}

export interface IssuedApiKey {
  readonly record: ApiKeyRecord
  readonly key: string
}

interface StoredKey {
  readonly record: ApiKeyRecord
  readonly hash: string
}

export class ApiKeyStore {
  readonly #crypto: ApiCrypto
  readonly #byPrefix = new Map<string, StoredKey[]>()
  readonly #byId = new Map<string, StoredKey>()
  readonly #values: DurableValues
  readonly #onRevoked: ((id: string) => void)[] = []
  #count = 0

  /** Keys that accounts created outlive the process in `values`; those of the configuration are made at each start. */
  constructor(crypto: ApiCrypto, values: DurableValues = NOT_DURABLE) {
    this.#crypto = crypto
    this.#values = values
    this.#count = values.get<number>('api-keys', 'count') ?? 0
    for (const [, stored] of values.all<StoredKey>('api-key')) this.#index(stored)
  }

  /** `listener` hears the id of each key whose secret stopped working. */
  whenRevoked(listener: (id: string) => void): void {
    this.#onRevoked.push(listener)
  }

  find(key: string): ApiKeyRecord | undefined {
    const candidates = this.#byPrefix.get(key.slice(0, PREFIX_LENGTH))
    if (candidates === undefined) return undefined
    const hash = this.#crypto.sha256(key)
    return candidates.find((stored) => this.#crypto.constantTimeEqual(stored.hash, hash))?.record
  }

  /** Throws `bad_request` when the account has too many. */
  create({ name, tier, shared = false, account, key, nowMs }: NewApiKey): IssuedApiKey {
    if (account !== undefined && this.ofAccount(account).length >= MAX_KEYS_PER_ACCOUNT) {
      throw new ApiError('bad_request', `name: at most ${MAX_KEYS_PER_ACCOUNT} keys per account; delete one first`)
    }
    this.#count += 1
    this.#values.put('api-keys', 'count', this.#count)
    const text = key ?? this.#newKey()
    const base = {
      id: `key_${this.#count}`,
      name,
      tier,
      shared,
      createdMs: nowMs,
      prefix: text.slice(0, PREFIX_LENGTH),
    }
    const record = account === undefined ? base : { ...base, account }
    this.#put(record, text)
    return { record, key: text }
  }

  /** Newest first. */
  ofAccount(account: Address): ApiKeyRecord[] {
    const owned = [...this.#byId.values()].filter(({ record }) => record.account === account)
    return owned.map(({ record }) => record).reverse()
  }

  /** The old secret stops working. Throws `not_found`. */
  rotate(id: string, account: Address): IssuedApiKey {
    const { record } = this.#owned(id, account)
    this.revoke(id, account)
    const key = this.#newKey()
    const rotated = { ...record, prefix: key.slice(0, PREFIX_LENGTH) }
    this.#put(rotated, key)
    return { record: rotated, key }
  }

  /** Throws `not_found`. */
  changeTier(id: string, account: Address, tier: Tier): ApiKeyRecord {
    const stored = this.#owned(id, account)
    const changed = { ...stored, record: { ...stored.record, tier } }
    const { prefix } = stored.record
    this.#byId.set(id, changed)
    this.#values.put('api-key', id, changed)
    this.#byPrefix.set(prefix, [changed, ...(this.#byPrefix.get(prefix) ?? []).filter((other) => other !== stored)])
    return changed.record
  }

  /** Throws `not_found`. */
  revoke(id: string, account: Address): void {
    const stored = this.#owned(id, account)
    const { prefix } = stored.record
    const left = (this.#byPrefix.get(prefix) ?? []).filter((other) => other !== stored)
    if (left.length === 0) this.#byPrefix.delete(prefix)
    else this.#byPrefix.set(prefix, left)
    this.#byId.delete(id)
    this.#values.delete('api-key', id)
    for (const listener of this.#onRevoked) listener(id)
  }

  #owned(id: string, account: Address): StoredKey {
    const stored = this.#byId.get(id)
    // another account's key does not exist for this one
    if (stored === undefined || stored.record.account !== account)
      throw new ApiError('not_found', `id: no API key ${id}`)
    return stored
  }

  #put(record: ApiKeyRecord, key: string): void {
    const stored = { record, hash: this.#crypto.sha256(key) }
    this.#index(stored)
    if (record.account !== undefined) this.#values.put('api-key', record.id, stored)
  }

  #index(stored: StoredKey): void {
    const { id, prefix } = stored.record
    this.#byId.set(id, stored)
    this.#byPrefix.set(prefix, [...(this.#byPrefix.get(prefix) ?? []), stored])
  }

  #newKey(): string {
    const body = `${BRAND}${this.#crypto.randomToken(PREFIX_LENGTH - BRAND.length + SECRET_LENGTH)}`
    return `${body}${checksum(body, this.#crypto)}`
  }
}

/** Lets a scanner of leaked secrets tell a key from a look-alike: SHA-256 of the rest, modulo 62^6. */
function checksum(body: string, crypto: ApiCrypto): string {
  let rest = Number.parseInt(crypto.sha256(body).slice(0, 12), 16)
  let text = ''
  for (let i = 0; i < 6; i++) {
    text = `${ALPHABET.charAt(rest % 62)}${text}`
    rest = Math.floor(rest / 62)
  }
  return text
}
