// One connection to a signer, kept open: requests go out as they come, answers are joined by number. Lost, it is made again, later each time; until
// the signer has said whose key it holds nothing is asked of it.
//
//   away --connected--> greeting --the same wallet--> there --lost, silent--> away
//                       greeting --another wallet, another venue, no answer--> away

import { randomInt } from 'node:crypto'
import { createConnection, type Socket } from 'node:net'
import type { z } from 'zod'
import { type Answer, codeOf, type ErrorCode, type Failure, QuoinError } from '../domain/error.js'
import { jsonOf } from '../domain/json.js'
import type { Address } from '../domain/market/market.js'
import type { CancelTimer, Clock } from '../domain/time.js'
import { LineReader } from '../local-port/line-reader.js'
import type { SiweProfile, TypedDataProfile } from '../venue/wire/profile.js'
import {
  frame,
  MAX_FRAME_BYTES,
  type Refusal,
  SIGNER_PROTOCOL,
  type SignerHello,
  type SignerQuestion,
  signerAnswer,
  signerHello,
} from './signer-protocol.js'

export interface SignerLinkOptions {
  readonly socket: string
  /** Whose key it must hold; absent: whichever it says first. */
  readonly address?: Address | undefined
  readonly typedData: TypedDataProfile
  readonly siwe: SiweProfile
  readonly clock: Clock
}

type Finish = (answer: Answer<unknown>) => void
interface Asked {
  readonly done: Finish
  readonly giveUp: CancelTimer
}

/** A signer that is silent for longer is away: a signature takes well under a millisecond. */
const ANSWER_MS = 2000
const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 5000

export class SignerLink {
  readonly #options: SignerLinkOptions
  readonly #asked = new Map<number, Asked>()
  readonly #listeners = new Set<(trouble: string | undefined) => void>()
  #socket: Socket | undefined
  #hello: SignerHello | undefined
  /** Whose key it held when it was there first. */
  #address: Address | undefined
  #trouble: string | undefined = 'not asked yet'
  #nextId = 0
  #retryMs = FIRST_RETRY_MS
  #retry: CancelTimer | undefined
  #isClosed = false

  constructor(options: SignerLinkOptions) {
    this.#options = options
    this.#address = options.address
  }

  /** Why nothing can be signed now; `undefined` when it can. */
  get trouble(): string | undefined {
    return this.#trouble
  }

  /** What it said of itself last. */
  get hello(): SignerHello | undefined {
    return this.#hello
  }

  /** Told of every change of `trouble`. */
  listen(told: (trouble: string | undefined) => void): void {
    this.#listeners.add(told)
  }

  /** Resolves when it is there. Rejects after `patienceMs` with `signer-away` and why, and closes. */
  open(patienceMs: number): Promise<SignerHello> {
    return new Promise((done, refuse) => {
      const stop = this.#options.clock.after(patienceMs, () => {
        const why = this.#trouble ?? 'unknown'
        this.close()
        refuse(new QuoinError('signer-away', `wallet.signer.socket: ${why}`))
      })
      this.listen((trouble) => {
        if (trouble !== undefined || this.#hello === undefined) return
        stop()
        done(this.#hello)
      })
      this.#connect()
    })
  }

  /** `done` is called once. A failure is `signer-away`, or what the signer refused. */
  ask<T>(question: SignerQuestion, schema: z.ZodType<T>, done: (answer: Answer<T>) => void): void {
    if (this.#trouble !== undefined) {
      done({ ok: false, failure: away(this.#trouble) })
      return
    }
    this.#send(question, (answer) => done(answer.ok ? parsed(answer.value, schema) : answer))
  }

  close(): void {
    this.#isClosed = true
    this.#retry?.()
    this.#socket?.destroy()
    this.#fail('the connection was closed')
  }

  #connect(): void {
    const socket = createConnection({ path: this.#options.socket })
    const lines = new LineReader(MAX_FRAME_BYTES)
    this.#socket = socket
    const isCurrent = () => this.#socket === socket
    let isThere = false
    socket.once('connect', () => {
      isThere = true
      this.#greet()
    })
    socket.once('error', (cause) => {
      const what = isThere ? 'has gone' : `cannot be reached (${codeOf(cause) ?? 'unusable'})`
      if (isCurrent()) this.#lost(`${this.#who} ${what}`)
    })
    socket.once('close', () => isCurrent() && this.#lost(`${this.#who} has gone`))
    socket.on('data', (chunk) => {
      if (!isCurrent()) return
      for (const line of lines.take(chunk) ?? ['']) this.#heard(line)
    })
  }

  get #who(): string {
    return `the signer at ${this.#options.socket}`
  }

  #greet(): void {
    const { typedData, siwe } = this.#options
    this.#send({ ask: 'hello', typedData, siwe }, (answer) => {
      const hello = answer.ok ? parsed(answer.value, signerHello) : answer
      if (!hello.ok) return this.#lost(`${this.#who}: ${hello.failure.message}`)
      const { address } = hello.value
      const expected = this.#address ?? address
      if (address.toLowerCase() !== expected.toLowerCase())
        return this.#lost(`${this.#who} holds the key of ${address}, expected that of ${expected}`)
      this.#address = address
      this.#hello = hello.value
      this.#retryMs = FIRST_RETRY_MS
      this.#tell(undefined)
    })
  }

  #send(question: SignerQuestion, done: Finish): void {
    const id = this.#nextId++
    const giveUp = this.#options.clock.after(ANSWER_MS, () =>
      this.#lost(`${this.#who} gave no answer for ${ANSWER_MS / 1000} s`),
    )
    this.#asked.set(id, { done, giveUp })
    this.#socket?.write(frame({ v: SIGNER_PROTOCOL, id, ...question }))
  }

  #heard(line: string): void {
    const answer = answerOf(line)
    if (answer === undefined) {
      this.#lost(`${this.#who} said something that is no answer`)
      return
    }
    const asked = this.#asked.get(answer.id)
    if (asked === undefined) return
    this.#asked.delete(answer.id)
    asked.giveUp()
    asked.done(answer.ok ? { ok: true, value: answer.value } : { ok: false, failure: this.#failure(answer.refusal) })
  }

  #failure({ name, message, retryAfterMs }: Refusal): Failure {
    const notBefore = retryAfterMs === undefined ? {} : { notBeforeMonoMs: this.#options.clock.monoMs() + retryAfterMs }
    return { code: CODES[name] ?? 'signer-refused', message: `the signer: ${message}`, ...notBefore }
  }

  /** What was asked is answered by nobody any more: a signature that comes later is not heard. */
  #lost(why: string): void {
    const socket = this.#socket
    this.#socket = undefined
    socket?.destroy()
    if (this.#isClosed) return
    this.#fail(why)
    this.#tell(why)
    const { clock } = this.#options
    const waitMs = this.#retryMs / 2 + randomInt(Math.ceil(this.#retryMs / 2) + 1)
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS)
    this.#retry?.()
    this.#retry = clock.after(waitMs, () => this.#connect())
  }

  #fail(why: string): void {
    const asked = [...this.#asked.values()]
    this.#asked.clear()
    for (const { giveUp } of asked) giveUp()
    for (const { done } of asked) done({ ok: false, failure: away(why) })
  }

  #tell(trouble: string | undefined): void {
    if (trouble === this.#trouble) return
    this.#trouble = trouble
    for (const told of this.#listeners) told(trouble)
  }
}

const away = (message: string): Failure => ({ code: 'signer-away', message })

/** What is none of these is refused by the policy, and needs a person. */
const CODES: Partial<Record<Refusal['name'], ErrorCode>> = { rate: 'rate-limited', internal: 'internal' }

const answerOf = (line: string) => signerAnswer.safeParse(jsonOf(line)).data

function parsed<T>(value: unknown, schema: z.ZodType<T>): Answer<T> {
  const found = schema.safeParse(value)
  if (found.success) return { ok: true, value: found.data }
  const [issue] = found.error.issues
  return {
    ok: false,
    failure: away(`the signer's answer: ${issue?.path.join('.') || 'value'}: ${issue?.message ?? 'unreadable'}`),
  }
}
