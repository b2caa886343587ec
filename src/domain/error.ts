// The closed set of error codes, and what the bot does about each.
//
//   retry        the step is repeated later, inside its budget
//   pull-quotes  the market's quotes are cancelled until the cause is gone
//   halt         nothing can be done by waiting: everything is cancelled, and nothing is quoted until a person resumes
//   stop         nothing can be done by waiting: quotes are pulled and the process ends with a reason

export type Reaction = 'retry' | 'pull-quotes' | 'halt' | 'stop'

export const ERROR_REACTIONS = {
  /** A caller's argument breaks a documented range. */
  'bad-argument': 'stop',
  /** The configuration has an unknown key or a wrong value. */
  'bad-config': 'stop',
  /** The venue answered with something its own schema does not allow. */
  'bad-payload': 'pull-quotes',
  /** No answer, a reset or a time-out. */
  unreachable: 'retry',
  /** The venue answered 5xx. */
  'venue-failed': 'retry',
  /** 429: a rate limit was hit. Or a command would have to wait too long for its request budget, and sent nothing. */
  'rate-limited': 'retry',
  /** 401 on the API key. */
  'bad-api-key': 'stop',
  /** 401 on the bearer token; a new sign-in is due. */
  'not-signed-in': 'retry',
  /** 403. */
  forbidden: 'stop',
  /** 404. */
  'not-found': 'retry',
  /** 409: the same order hash with another body. */
  conflict: 'pull-quotes',
  /** 400 that none of the codes below names. */
  'bad-request': 'pull-quotes',
  'bad-signature': 'halt',
  /** Price off the tick grid, size off the step or below the minimum, amounts that give no price. */
  'bad-amounts': 'pull-quotes',
  /** The signed fee differs from the effective one. */
  'fee-changed': 'retry',
  /** The fee is older than `feeMaxAgeMs` at signing; it is read again. */
  'fee-stale': 'retry',
  /** The bot was halted, began to stop, or lost the right to trade before the order left: nothing was sent. */
  withdrawn: 'retry',
  'bad-expiration': 'pull-quotes',
  'insufficient-balance': 'retry',
  /** The account has as many open orders as the venue allows; the leg waits longer after each refusal. */
  'too-many-orders': 'retry',
  /** A POST_ONLY order would have matched at once; the leg waits longer after each refusal. */
  'would-match': 'retry',
  'market-not-open': 'pull-quotes',
  /** 503 with code `cancel_only`. */
  'cancel-only': 'pull-quotes',
  /** 503 with code `halted`. */
  halted: 'pull-quotes',
  /** The order cannot be cancelled: it is over, or waiting for settlement. */
  'not-cancellable': 'retry',
  /** The signer's policy refuses the order. */
  'signer-refused': 'halt',
  /** The process that holds the key gives no answer: nothing was signed. */
  'signer-away': 'retry',
  /** The journal cannot be written; nothing is sent without it. */
  'journal-failed': 'stop',
  /** A recording that cannot be read: no tape, damaged, or of another format. */
  'bad-tape': 'stop',
  /** A market that cannot be quoted: not two outcomes, incomplete, not registered. */
  'unsuitable-market': 'pull-quotes',
  /** The venue publishes something else than the profile says. */
  'profile-mismatch': 'stop',
  /** The main thread stood still, as in a strategy's endless loop; the watchdog ended the process. */
  hung: 'stop',
  /** A fault of the program. */
  internal: 'pull-quotes',
} as const satisfies Record<string, Reaction>

export type ErrorCode = keyof typeof ERROR_REACTIONS

/** Repeating the request mends nothing. */
export function isHopeless(code: ErrorCode): boolean {
  const reaction: Reaction = ERROR_REACTIONS[code]
  return reaction === 'stop' || reaction === 'halt'
}

/** Every error of Quoin carries a stable code. */
export class QuoinError extends Error {
  override readonly name = 'QuoinError'
  readonly code: ErrorCode
  /** Earliest moment, monotonic, at which repeating makes sense; absent where nobody said. */
  readonly notBeforeMonoMs?: number

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown; notBeforeMonoMs?: number | undefined }) {
    super(message, options)
    this.code = code
    if (options?.notBeforeMonoMs !== undefined) this.notBeforeMonoMs = options.notBeforeMonoMs
  }

  /** What a caller must expect, as a refusal of the venue: where in the program it was said means nothing, and finding that out costs most. */
  static refusal(code: ErrorCode, message: string): QuoinError {
    const depth = Error.stackTraceLimit
    Error.stackTraceLimit = 0
    try {
      return new QuoinError(code, message)
    } finally {
      Error.stackTraceLimit = depth
    }
  }
}

/** An error as data, for events and answers. */
export interface Failure {
  readonly code: ErrorCode
  readonly message: string
  /** Earliest moment, monotonic, at which repeating makes sense. */
  readonly notBeforeMonoMs?: number
  /** The request may have been carried out although no answer came. */
  readonly mayHaveHappened?: boolean
}

/** `code: message`. */
export const inWords = ({ code, message }: Failure): string => `${code}: ${message}`

/** The result of a request: a value, or a typed failure; never a default. */
export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }

/** What an error says; anything else that was thrown, as text. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** The code of an error of the system, as `ENOENT`; `undefined` where it has none. */
export const codeOf = (thrown: unknown): string | undefined =>
  thrown instanceof Error && 'code' in thrown ? String(thrown.code) : undefined

/** Any thrown thing as a `Failure`. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof QuoinError) {
    const { code, message, notBeforeMonoMs } = thrown
    return { code, message, ...(notBeforeMonoMs === undefined ? {} : { notBeforeMonoMs }) }
  }
  return { code: 'internal', message: messageOf(thrown) }
}
