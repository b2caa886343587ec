// The wallet's access token: one sign-in (SIWE) or refresh at a time, early, with requests waiting for it.
//
//   out --nonce, sign, verify--> in --refresh early--> in --refresh fails--> nonce, sign, verify
//
// A refresh whose outcome is unclear is never repeated: its token may be used up, and re-use revokes the whole family.

import { createSiweMessage } from 'viem/siwe'
import { type Answer, type ErrorCode, type Failure, isHopeless, QuoinError, toFailure } from '../../domain/error.js'
import type { CancelTimer, Clock } from '../../domain/time.js'
import { type AuthTokensReading, authNonce, authTokensReading } from '../wire/order-schema.js'
import type { SiweProfile } from '../wire/profile.js'
import type { HttpClient, Received } from './rest/http-client.js'
import type { Signer } from './transport.js'
import type { VenueClock } from './venue-clock.js'

export type SignInEvent =
  | { readonly kind: 'signed-in'; readonly untilVenueMs: number }
  | { readonly kind: 'sign-in-failed'; readonly code: ErrorCode; readonly message: string }

export interface SignIn {
  start(): void
  stop(): void
  /** The live access token. */
  token(): string | undefined
  /** When that token's life ends. */
  untilMonoMs(): number | undefined
  /** Calls back with a live token as soon as there is one, or with the failure of the attempt under way. */
  withToken(done: (answer: Answer<string>) => void): void
  /** The venue refused this token: it is dropped and a full sign-in starts. */
  refused(token: string): void
}

export interface SignInOptions {
  readonly http: HttpClient
  readonly signer: Signer
  readonly clock: Clock
  readonly venueClock: VenueClock
  readonly siwe: SiweProfile
  /** A refresh starts this long before the end, but never before four fifths of the token's life. */
  readonly refreshEarlyMs: number
  readonly onEvent: (event: SignInEvent) => void
  /** Every secret the venue hands out, before it is used. */
  readonly onToken: (secret: string) => void
}

interface Tokens {
  readonly access: string
  readonly refresh: string
  readonly untilMonoMs: number
  /** Last moment at which it may leave. */
  readonly usableMonoMs: number
}

const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 15_000
/** A token is not used in its last second, or in the last fifth of a life of less than five: it would die on the way. */
const LAST_USE_MS = 1_000
const LAST_USE_SHARE = 0.2
const MESSAGE_LIFE_MS = 300_000
/** A renewal that takes no longer than a request may is not told of, however short its token lived. */
const RENEWAL_MS = 3_000
/** So long before the token's end everything is to be cancelled with it, and that verified, where there is no other yet. */
const LAST_CALL_MS = 5_000

/** What a request that wanted the token is told: what waiting cannot mend, such as a wrong API key, keeps its name. */
const codeFor = ({ code }: Pick<Failure, 'code'>): ErrorCode => (isHopeless(code) ? code : 'not-signed-in')

/** One who holds the key and gives no answer has refused nothing. */
const unsigned = (error: Error): Failure => {
  const code = error instanceof QuoinError ? error.code : 'signer-refused'
  return { code, message: error.message }
}

/** What is wrong with which field; the rest explains it, and repeats what came. */
const saidFirst = (thrown: unknown) => toFailure(thrown).message.split('\n')[0]

type Finished = (answer: Answer<Received<AuthTokensReading>>) => void

class WalletSignIn implements SignIn {
  private readonly options: SignInOptions
  private tokens: Tokens | undefined
  private running = false
  private started = false
  private retryMs = FIRST_RETRY_MS
  private retryAtMonoMs: number | undefined
  private lastFailure: Failure | undefined
  private timer: CancelTimer | undefined
  private waiting: ((answer: Answer<string>) => void)[] = []
  /** Answers of attempts from before the last stop are ignored. */
  private epoch = 0

  constructor(options: SignInOptions) {
    this.options = options
  }

  start(): void {
    if (this.started) return
    this.started = true
    this.fullSignIn()
  }

  stop(): void {
    this.started = false
    this.running = false
    this.epoch++
    this.timer?.()
    this.release({ ok: false, failure: { code: 'not-signed-in', message: 'the session was stopped' } })
  }

  token(): string | undefined {
    const tokens = this.tokens
    if (!tokens || this.options.clock.monoMs() >= tokens.usableMonoMs) return undefined
    return tokens.access
  }

  untilMonoMs(): number | undefined {
    return this.tokens?.untilMonoMs
  }

  withToken(done: (answer: Answer<string>) => void): void {
    const token = this.token()
    if (token !== undefined) {
      done({ ok: true, value: token })
      return
    }
    // a process that was stopped for a while may find its token dead before the refresh was due
    if (this.started && !this.running && this.retryAtMonoMs === undefined) this.fullSignIn()
    if (this.running) {
      this.waiting.push(done)
      return
    }
    const why = this.lastFailure ?? { code: 'not-signed-in', message: 'the session has not been started' }
    const waits = this.retryAtMonoMs === undefined ? {} : { notBeforeMonoMs: this.retryAtMonoMs }
    done({ ok: false, failure: { code: codeFor(why), message: why.message, ...waits } })
  }

  refused(token: string): void {
    if (this.tokens?.access !== token) return
    this.tokens = undefined
    if (this.started && !this.running && this.retryAtMonoMs === undefined) this.fullSignIn()
  }

  private fullSignIn(): void {
    this.begin()
    const { http } = this.options
    const epoch = this.epoch
    http.call({ route: 'nonce', schema: authNonce }, (answer) => {
      if (epoch !== this.epoch) return
      if (!answer.ok) return this.failed(answer.failure)
      const message = this.message(answer.value.value.nonce)
      if (message instanceof QuoinError) return this.failed(message)
      this.options.signer.signText(message, (signature) => {
        if (epoch !== this.epoch) return
        if (signature instanceof Error) return this.failed(unsigned(signature))
        const body = JSON.stringify({ message, signature })
        http.call(
          { route: 'verify', body, schema: authTokensReading },
          this.finisher(epoch, (f) => this.failed(f)),
        )
      })
    })
  }

  private refresh(refreshToken: string): void {
    this.begin()
    const epoch = this.epoch
    const body = JSON.stringify({ refreshToken })
    this.options.http.call(
      { route: 'refresh', body, schema: authTokensReading },
      this.finisher(epoch, () => this.fullSignIn()),
    )
  }

  private begin(): void {
    this.running = true
    this.retryAtMonoMs = undefined
    this.timer?.()
    const { tokens } = this
    if (tokens === undefined) return
    // the request for the next one may wait for its permit longer than this one lives
    const leftMs = tokens.untilMonoMs - LAST_USE_MS - LAST_CALL_MS - this.options.clock.monoMs()
    const message = 'the token ends, and there is no other yet'
    const late = () => this.options.onEvent({ kind: 'sign-in-failed', code: 'not-signed-in', message })
    this.timer = this.options.clock.after(Math.max(RENEWAL_MS, leftMs), late)
  }

  private finisher(epoch: number, onFailure: (failure: Failure) => void): Finished {
    return (answer) => {
      if (epoch !== this.epoch) return
      if (answer.ok) this.succeeded(answer.value)
      else onFailure(answer.failure)
    }
  }

  private succeeded({ value, sentMonoMs }: Received<AuthTokensReading>): void {
    const { clock, venueClock, refreshEarlyMs } = this.options
    const lifeMs = value.expiresIn * 1_000
    const untilMonoMs = sentMonoMs + lifeMs
    const usableMonoMs = untilMonoMs - Math.min(LAST_USE_MS, lifeMs * LAST_USE_SHARE)
    const tokens = { access: value.accessToken, refresh: value.refreshToken, untilMonoMs, usableMonoMs }
    this.options.onToken(tokens.access)
    this.options.onToken(tokens.refresh)
    this.tokens = tokens
    this.running = false
    this.retryMs = FIRST_RETRY_MS
    this.lastFailure = undefined
    const leftMs = tokens.untilMonoMs - clock.monoMs()
    this.timer?.()
    this.timer = clock.after(Math.max(lifeMs * 0.8, leftMs - refreshEarlyMs), () => this.refresh(tokens.refresh))
    this.options.onEvent({ kind: 'signed-in', untilVenueMs: venueClock.venueMs() + leftMs })
    this.release({ ok: true, value: tokens.access })
  }

  private failed(failure: Failure): void {
    const { clock } = this.options
    this.running = false
    this.lastFailure = failure
    const at = Math.max(clock.monoMs() + this.retryMs, failure.notBeforeMonoMs ?? 0)
    this.retryMs = Math.min(this.retryMs * 2, LAST_RETRY_MS)
    this.retryAtMonoMs = at
    this.timer?.()
    this.timer = clock.after(at - clock.monoMs(), () => this.fullSignIn())
    const { code, message } = failure
    this.options.onEvent({ kind: 'sign-in-failed', code, message })
    this.release({ ok: false, failure: { code: codeFor(failure), message, notBeforeMonoMs: at } })
  }

  private release(answer: Answer<string>): void {
    const waiting = this.waiting
    this.waiting = []
    for (const done of waiting) done(answer)
  }

  /** Not every nonce of a venue, nor every domain of a profile, may stand in one. */
  private message(nonce: string): string | QuoinError {
    const { siwe, signer, venueClock } = this.options
    const nowMs = venueClock.venueMs()
    try {
      return createSiweMessage({
        address: signer.signer,
        chainId: siwe.chainId,
        domain: siwe.domain,
        uri: siwe.uri,
        version: '1',
        nonce,
        issuedAt: new Date(nowMs),
        expirationTime: new Date(nowMs + MESSAGE_LIFE_MS),
        ...(siwe.statement === undefined ? {} : { statement: siwe.statement }),
      })
    } catch (thrown) {
      return new QuoinError('bad-payload', `nonce: no sign-in message can be made with it: ${saidFirst(thrown)}`)
    }
  }
}

/** Signs nobody in until it is started. */
export function createSignIn(options: SignInOptions): SignIn {
  return new WalletSignIn(options)
}
