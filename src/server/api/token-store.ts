// Access and refresh tokens: random texts, stored hashed, in families that one sign-in begins and one misuse ends.

import type { Address } from '../../domain/market.js'
import type { WireAuthTokens } from '../../venue/wire/order-schema.js'
import type { ApiCrypto } from './api-crypto.js'
import { ApiError } from './error-table.js'

export interface TokenStoreOptions {
  readonly accessTtlMs: number
  readonly refreshTtlMs: number
  readonly crypto: ApiCrypto
}

/** One sign-in and all refreshes of it. */
export interface TokenFamily {
  readonly account: Address
  /** End of its last refresh token. */
  untilMs: number
  revoked: boolean
}

interface Token {
  readonly family: TokenFamily
  readonly untilMs: number
  used: boolean
}

/** 43 characters carry 256 bits. */
const TOKEN_LENGTH = 43

export class TokenStore {
  readonly #options: TokenStoreOptions
  /** By hash, oldest first. */
  readonly #access = new Map<string, Token>()
  readonly #refresh = new Map<string, Token>()

  constructor(options: TokenStoreOptions) {
    this.#options = options
  }

  /** Begins a family. */
  signIn(account: Address, nowMs: number): WireAuthTokens {
    return this.#issue({ account, untilMs: nowMs, revoked: false }, nowMs)
  }

  /** The old refresh token is dead; using it again ends the family. Throws `not_signed_in`. */
  refresh(refreshToken: string, nowMs: number): WireAuthTokens {
    const token = this.#refresh.get(this.#options.crypto.sha256(refreshToken))
    if (token === undefined || token.untilMs <= nowMs) throw unknownToken('refreshToken')
    if (token.used) token.family.revoked = true
    if (token.family.revoked) throw new ApiError('not_signed_in', 'refreshToken: already used; sign in again')
    token.used = true
    return this.#issue(token.family, nowMs)
  }

  /** The sign-in behind an access token, `undefined` when it is unknown, expired or revoked. */
  find(accessToken: string, nowMs: number): TokenFamily | undefined {
    const token = this.#access.get(this.#options.crypto.sha256(accessToken))
    if (token === undefined || token.untilMs <= nowMs || token.family.revoked) return undefined
    return token.family
  }

  #issue(family: TokenFamily, nowMs: number): WireAuthTokens {
    const { accessTtlMs, refreshTtlMs } = this.#options
    family.untilMs = nowMs + refreshTtlMs
    return {
      accessToken: this.#put(this.#access, { family, untilMs: nowMs + accessTtlMs, used: false }, nowMs),
      refreshToken: this.#put(this.#refresh, { family, untilMs: nowMs + refreshTtlMs, used: false }, nowMs),
      tokenType: 'Bearer',
      expiresIn: accessTtlMs / 1000,
    }
  }

  #put(tokens: Map<string, Token>, token: Token, nowMs: number): string {
    for (const [hash, { untilMs }] of tokens) {
      if (untilMs > nowMs) break
      tokens.delete(hash)
    }
    const text = this.#options.crypto.randomToken(TOKEN_LENGTH)
    tokens.set(this.#options.crypto.sha256(text), token)
    return text
  }
}

export function isAlive(family: TokenFamily, nowMs: number): boolean {
  return !family.revoked && family.untilMs > nowMs
}

function unknownToken(field: string): ApiError {
  return new ApiError('not_signed_in', `${field}: unknown or expired`)
}
