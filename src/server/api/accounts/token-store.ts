// Access and refresh tokens: random texts, stored hashed, in families that one sign-in begins and one misuse ends.

import type { Address } from '../../../domain/market/market.js'
import type { WireAuthTokens } from '../../../venue/wire/order-schema.js'
import { DurableMap, type DurableValues, NOT_DURABLE } from '../kept/durable-values.js'
import { ApiError } from '../requests/error-table.js'
import type { ApiCrypto } from './api-crypto.js'

export interface TokenStoreOptions {
  readonly accessTtlMs: number
  readonly refreshTtlMs: number
  readonly crypto: ApiCrypto
  /** Where sign-ins outlive the process; without it they end with it. */
  readonly values?: DurableValues
}

/** One sign-in and all refreshes of it. */
export interface TokenFamily {
  /** Hash of its first access token. */
  readonly id: string
  readonly account: Address
  /** End of its last refresh token. */
  untilMs: number
  revoked: boolean
}

/** What one access token opens. */
export interface AccessGrant {
  readonly family: TokenFamily
  /** End of the access token, unix milliseconds. */
  readonly untilMs: number
}

interface Token {
  readonly familyId: string
  readonly untilMs: number
  readonly used: boolean
}

/** 43 characters carry 256 bits. */
const TOKEN_LENGTH = 43

export class TokenStore {
  readonly #options: TokenStoreOptions
  /** By hash, oldest first. */
  readonly #access: DurableMap<Token>
  readonly #refresh: DurableMap<Token>
  /** By id, in the order of the sign-ins. */
  readonly #families: DurableMap<TokenFamily>
  readonly #onRevoked: ((family: TokenFamily) => void)[] = []

  constructor(options: TokenStoreOptions) {
    const { values = NOT_DURABLE } = options
    this.#options = options
    this.#access = new DurableMap(values, 'access-token')
    this.#refresh = new DurableMap(values, 'refresh-token')
    this.#families = new DurableMap(values, 'token-family')
  }

  /** `listener` hears of each family that a misuse ends. */
  whenRevoked(listener: (family: TokenFamily) => void): void {
    this.#onRevoked.push(listener)
  }

  /** Begins a family. */
  signIn(account: Address, nowMs: number): WireAuthTokens {
    const accessToken = this.#newToken()
    const id = this.#hash(accessToken)
    return this.#issue({ id, account, untilMs: nowMs, revoked: false }, nowMs, accessToken)
  }

  /** The old refresh token is dead; using it again ends the family. Throws `not_signed_in`. */
  refresh(refreshToken: string, nowMs: number): WireAuthTokens {
    const hash = this.#hash(refreshToken)
    const token = this.#refresh.get(hash)
    const family = token && this.#families.get(token.familyId)
    if (token === undefined || family === undefined || token.untilMs <= nowMs) throw unknownToken('refreshToken')
    if (token.used && !family.revoked) this.#revoke(family)
    if (family.revoked) throw new ApiError('not_signed_in', 'refreshToken: already used; sign in again')
    this.#refresh.set(hash, { ...token, used: true })
    return this.#issue(family, nowMs, this.#newToken())
  }

  /** The sign-in behind an access token, `undefined` when it is unknown, expired or revoked. */
  find(accessToken: string, nowMs: number): TokenFamily | undefined {
    return this.grant(accessToken, nowMs)?.family
  }

  /** The same with the token's own end. */
  grant(accessToken: string, nowMs: number): AccessGrant | undefined {
    const token = this.#access.get(this.#hash(accessToken))
    const family = token && this.#families.get(token.familyId)
    if (token === undefined || family === undefined) return undefined
    const grant = { family, untilMs: token.untilMs }
    return isAlive(grant, nowMs) ? grant : undefined
  }

  #revoke(family: TokenFamily): void {
    family.revoked = true
    this.#families.set(family.id, family)
    for (const listener of this.#onRevoked) listener(family)
  }

  /** What was stamped in a future that is not to come ends as if it were stamped now. */
  capAt(nowMs: number): void {
    const { accessTtlMs, refreshTtlMs } = this.#options
    for (const [known, endMs] of [
      [this.#access, nowMs + accessTtlMs],
      [this.#refresh, nowMs + refreshTtlMs],
    ] as const) {
      for (const [id, token] of known) if (token.untilMs > endMs) known.set(id, { ...token, untilMs: endMs })
    }
    for (const [id, family] of this.#families) {
      if (family.untilMs <= nowMs + refreshTtlMs) continue
      family.untilMs = nowMs + refreshTtlMs
      this.#families.set(id, family)
    }
  }

  #issue(family: TokenFamily, nowMs: number, accessToken: string): WireAuthTokens {
    const { accessTtlMs, refreshTtlMs } = this.#options
    const refreshToken = this.#newToken()
    const familyId = family.id
    family.untilMs = nowMs + refreshTtlMs
    forgetExpired(this.#access, nowMs)
    forgetExpired(this.#refresh, nowMs)
    // to the end: a family refreshed for ever would keep those after it from being forgotten
    this.#families.delete(familyId)
    forgetExpired(this.#families, nowMs)
    this.#families.set(familyId, family)
    this.#access.set(this.#hash(accessToken), { familyId, untilMs: nowMs + accessTtlMs, used: false })
    this.#refresh.set(this.#hash(refreshToken), { familyId, untilMs: nowMs + refreshTtlMs, used: false })
    return { accessToken, refreshToken, tokenType: 'Bearer', expiresIn: accessTtlMs / 1000 }
  }

  #newToken(): string {
    return this.#options.crypto.randomToken(TOKEN_LENGTH)
  }

  #hash(text: string): string {
    return this.#options.crypto.sha256(text)
  }
}

/** Looks at the oldest until one is alive. */
function forgetExpired(known: Map<string, { readonly untilMs: number }>, nowMs: number): void {
  for (const [id, { untilMs }] of known) {
    if (untilMs > nowMs) break
    known.delete(id)
  }
}

export function isAlive({ family, untilMs }: AccessGrant, nowMs: number): boolean {
  return !family.revoked && untilMs > nowMs
}

function unknownToken(field: string): ApiError {
  return new ApiError('not_signed_in', `${field}: unknown or expired`)
}
