// The nonce that our orders sign: the profile's until the venue names a higher one, in a refusal or in the wallet's own profile.

import type { Answer } from '../../domain/error.js'

export interface NonceRaised {
  readonly kind: 'nonce-raised'
  readonly nonce: string
  /** Orders with the former nonce were accepted in this session: somebody has raised it beside us. */
  readonly whileTrading: boolean
}

/** The wallet's nonce could not be read: what is known is signed on. */
export interface NonceUnread {
  readonly kind: 'nonce-unread'
  readonly message: string
}

export interface OwnNonceParts {
  /** What the venue's profile says. */
  readonly first: bigint
  /** Asks the venue for the wallet's nonce. */
  readonly read: (done: (answer: Answer<string>) => void) => void
  readonly onEvent: (event: NonceRaised | NonceUnread) => void
}

export class OwnNonce {
  readonly #parts: OwnNonceParts
  #value: bigint
  #hasTraded = false
  #asking = false

  constructor(parts: OwnNonceParts) {
    this.#parts = parts
    this.#value = parts.first
  }

  get value(): bigint {
    return this.#value
  }

  /** The venue took an order that signs the present nonce. */
  accepted(): void {
    this.#hasTraded = true
  }

  /** `message` of a refused order. One that speaks of the nonce and names none is a reason to ask. */
  refused(message: string): void {
    const named = /\bnonce\b.*?expected\s+"?(\d{1,78})\b/i.exec(message)?.[1]
    if (named !== undefined) this.#told(named)
    else if (/(^|[^a-z])nonce([^a-z]|$)/i.test(message)) this.ask()
  }

  /** Reads it from the venue, one question at a time. A failure changes nothing, and is told. */
  ask(): void {
    if (this.#asking) return
    this.#asking = true
    this.#parts.read((answer) => {
      this.#asking = false
      if (answer.ok) this.#told(answer.value)
      else this.#parts.onEvent({ kind: 'nonce-unread', message: answer.failure.message })
    })
  }

  /** A nonce only ever rises. */
  #told(nonce: string): void {
    if (BigInt(nonce) <= this.#value) return
    this.#value = BigInt(nonce)
    const whileTrading = this.#hasTraded
    this.#hasTraded = false
    this.#parts.onEvent({ kind: 'nonce-raised', nonce, whileTrading })
  }
}
