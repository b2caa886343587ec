// Sign-in with a wallet: nonces, and the checks of a signed message in front of the signature's own.

import { getAddress } from 'viem/utils'
import type { Address, Hex } from '../../../domain/market/market.js'
import type { SiweProfile } from '../../../venue/wire/profile.js'
import { ApiError } from '../requests/error-table.js'
import type { ApiCrypto } from './api-crypto.js'
import { hostOf, parseDateTime, parseSiweMessage, type SiweMessage } from './siwe-message.js'

export interface SignInOptions {
  readonly siwe: SiweProfile
  readonly nonceTtlMs: number
  /** How far a message's clock may run ahead. */
  readonly maxSkewMs: number
  readonly crypto: ApiCrypto
}

const NONCE_LENGTH = 24
/** Nonces waiting at one time; the oldest are forgotten first. */
const MAX_NONCES = 50_000

export class SignIn {
  readonly #options: SignInOptions
  /** Nonce -> end of its life, oldest first. */
  readonly #nonces = new Map<string, number>()

  constructor(options: SignInOptions) {
    this.#options = options
  }

  nonce(nowMs: number): string {
    for (const [old, endMs] of this.#nonces) {
      if (endMs > nowMs && this.#nonces.size < MAX_NONCES) break
      this.#nonces.delete(old)
    }
    const nonce = this.#options.crypto.randomToken(NONCE_LENGTH)
    this.#nonces.set(nonce, nowMs + this.#options.nonceTtlMs)
    return nonce
  }

  /** The calendar moved by so many milliseconds. */
  rebase(byMs: number): void {
    for (const [nonce, endMs] of this.#nonces) this.#nonces.set(nonce, endMs + byMs)
  }

  /** Calls `done` with a function that returns the wallet or throws `sign_in_failed` with the reason. */
  verify(signed: { message: string; signature: Hex }, nowMs: number, done: (result: () => Address) => void): void {
    const message = parseSiweMessage(signed.message)
    if (message === undefined) throw refused('message: expected an EIP-4361 sign-in message')
    this.#spendNonce(message.nonce, nowMs)
    const address = this.#check(message, nowMs)
    this.#options.crypto.verifyText({ ...signed, address }, (valid) =>
      done(() => {
        if (!valid) throw refused(`signature: expected one by ${address}`)
        return address
      }),
    )
  }

  /** Single use: it is gone before anything else is looked at. */
  #spendNonce(nonce: string, nowMs: number): void {
    const endMs = this.#nonces.get(nonce)
    this.#nonces.delete(nonce)
    if (endMs === undefined) throw refused('nonce: unknown or already used')
    if (endMs <= nowMs) throw refused('nonce: expired')
  }

  #check(message: SiweMessage, nowMs: number): Address {
    const { siwe } = this.#options
    if (message.domain !== siwe.domain) throw refused(`domain: expected ${siwe.domain}, got ${message.domain}`)
    const host = hostOf(siwe.uri)
    if (hostOf(message.uri) !== host) throw refused(`URI: expected host ${host}, got ${message.uri}`)
    if (message.version !== '1') throw refused(`Version: expected 1, got ${message.version}`)
    if (message.chainId !== String(siwe.chainId)) {
      throw refused(`Chain ID: expected ${siwe.chainId}, got ${message.chainId}`)
    }
    this.#checkTimes(message, nowMs)
    const address = getAddress(message.address)
    if (address !== message.address) throw refused(`address: expected the checksum form ${address}`)
    return address
  }

  #checkTimes({ issuedAt, expirationTime, notBefore }: SiweMessage, nowMs: number): void {
    const { maxSkewMs, nonceTtlMs } = this.#options
    const issuedMs = timeOf('Issued At', issuedAt)
    if (issuedMs > nowMs + maxSkewMs) throw refused(`Issued At: ${issuedAt} is in the future`)
    if (issuedMs < nowMs - nonceTtlMs - maxSkewMs) throw refused(`Issued At: ${issuedAt} is too old`)
    if (expirationTime !== undefined && timeOf('Expiration Time', expirationTime) <= nowMs) {
      throw refused(`Expiration Time: ${expirationTime} has passed`)
    }
    if (notBefore !== undefined && timeOf('Not Before', notBefore) > nowMs + maxSkewMs) {
      throw refused(`Not Before: ${notBefore} is in the future`)
    }
  }
}

function timeOf(field: string, text: string): number {
  const ms = parseDateTime(text)
  if (ms === undefined) throw refused(`${field}: expected a date-time, got ${text}`)
  return ms
}

function refused(message: string): ApiError {
  return new ApiError('sign_in_failed', message)
}
