// What a bot shows of its sign-in over its socket: each token once to each connection, and it does not stay on one that has not taken it.

import { z } from 'zod'
import type { Violations } from './violation.js'

/** A question over the socket has its answer within 2 s, or none. */
const TAKEN_WITHIN_MS = 3500

const shown = z.looseObject({ accessToken: z.string() })
const ended = z.looseObject({ reason: z.string() })

/** A connection begins with a token; another one is said over it; it is given up; the venue says that the private room was left. */
export type TokenNews =
  | { readonly kind: 'opened'; readonly token: string | undefined }
  | { readonly kind: 'said'; readonly payload: unknown }
  | { readonly kind: 'given-up' }
  | { readonly kind: 'shown-out'; readonly payload: unknown }

export interface TokenParts {
  readonly setting: { readonly tokenSec?: number }
  readonly nowMs: () => number
}

export class ShownTokens {
  readonly #parts: TokenParts
  readonly #violations: Violations
  /** The last one that the connection was shown. */
  #token: string | undefined
  /** And when, where that was over the open socket. */
  #atMs: number | undefined

  constructor(parts: TokenParts, violations: Violations) {
    this.#parts = parts
    this.#violations = violations
  }

  told(news: TokenNews): void {
    switch (news.kind) {
      case 'opened':
        this.#token = news.token
        this.#atMs = undefined
        return
      case 'said':
        this.#said(news.payload)
        return
      case 'given-up':
        this.#atMs = undefined
        return
      case 'shown-out':
        this.#shownOut(news.payload)
    }
  }

  #said(payload: unknown): void {
    const { data } = shown.safeParse(payload)
    if (data === undefined) return
    if (data.accessToken === this.#token)
      this.#violations.add('calm', 'a token is shown again to a connection that has seen it')
    this.#token = data.accessToken
    this.#atMs = this.#parts.nowMs()
  }

  #shownOut(payload: unknown): void {
    const { data } = ended.safeParse(payload)
    const sinceMs = this.#parts.nowMs() - (this.#atMs ?? Number.POSITIVE_INFINITY)
    const lifeMs = (this.#parts.setting.tokenSec ?? 0) * 1000
    if (data?.reason === 'expired' && sinceMs > TAKEN_WITHIN_MS && sinceMs < lifeMs - TAKEN_WITHIN_MS)
      this.#violations.add('known', `its room was left ${sinceMs} ms after it had shown a token that was not taken`)
    this.#token = this.#atMs = undefined
  }
}
