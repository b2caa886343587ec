// A refusal as a value: thrown ones cost more than the order that is refused.

import { type ErrorCode, type Failure, QuoinError } from '../../../domain/error.js'

export class Refusal implements Failure {
  /** One that stays: what is compiled for them is thrown away whenever the last of them is collected. */
  static readonly kept = new Refusal('internal', 'of no order')
  readonly code: ErrorCode
  readonly message: string

  constructor(code: ErrorCode, message: string) {
    this.code = code
    this.message = message
  }

  toError(): QuoinError {
    return QuoinError.refusal(this.code, this.message)
  }
}

/** The value, where it is no refusal; throws the refusal else. */
export function orThrow<T>(value: T | Refusal): T {
  if (value instanceof Refusal) throw value.toError()
  return value
}
