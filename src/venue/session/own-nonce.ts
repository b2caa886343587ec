// The nonce that our orders sign: the profile's until a refusal names a higher one.

export interface NonceRaised {
  readonly kind: 'nonce-raised'
  readonly nonce: string
  /** Orders with the former nonce were accepted in this session: somebody has raised it beside us. */
  readonly whileTrading: boolean
}

export class OwnNonce {
  readonly #onRaised: (event: NonceRaised) => void
  #value: bigint
  #hasTraded = false

  constructor(first: bigint, onRaised: (event: NonceRaised) => void) {
    this.#value = first
    this.#onRaised = onRaised
  }

  get value(): bigint {
    return this.#value
  }

  /** The venue took an order that signs the present nonce. */
  accepted(): void {
    this.#hasTraded = true
  }

  /** `message` of a refused order; a nonce only ever rises. */
  refused(message: string): void {
    const named = /\bnonce\b.*?expected\s+"?(\d{1,78})\b/i.exec(message)?.[1]
    if (named === undefined || BigInt(named) <= this.#value) return
    this.#value = BigInt(named)
    const whileTrading = this.#hasTraded
    this.#hasTraded = false
    this.#onRaised({ kind: 'nonce-raised', nonce: named, whileTrading })
  }
}
