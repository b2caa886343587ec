// One request to the venue over plain fetch: what goes out, and what comes back with its rate headers.

import { type Failure, failure } from './account-shapes.js'
import type { Check } from './checks.js'

export interface Credentials {
  apiKey?: string
  bearer?: string
}

export interface Ask extends Credentials {
  method: string
  path: string
  query?: Record<string, string | number>
  /** Sent as JSON; text is sent as it is. */
  body?: unknown
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The parsed JSON; undefined when the text is none. */
  body: unknown
}

/** A failure of the venue with its whole answer. */
export class Refusal extends Error {
  readonly answer: Answer

  constructor(what: string, answer: Answer) {
    super(`${what}: ${answer.status} ${answer.text.slice(0, 500)}`)
    this.answer = answer
  }

  get failure(): Failure {
    return failure(this.answer.body, 'body')
  }
}

/** Asks and returns whatever comes. Rejects with fetch's TypeError when no answer comes. */
export async function ask(base: string, request: Ask): Promise<Answer> {
  const url = new URL(base + request.path)
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, String(value))
  const headers = new Headers()
  if (request.apiKey !== undefined) headers.set('x-api-key', request.apiKey)
  if (request.bearer !== undefined) headers.set('authorization', `Bearer ${request.bearer}`)
  const init: RequestInit = { method: request.method, headers, redirect: 'manual' }
  if (request.body !== undefined) {
    headers.set('content-type', 'application/json')
    init.body = typeof request.body === 'string' ? request.body : JSON.stringify(request.body)
  }
  const response = await fetch(url, init)
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: parsed(text) }
}

/** Asks and checks a 2xx answer's shape; throws a Refusal otherwise. */
export async function askFor<T>(base: string, request: Ask, check: Check<T>): Promise<T> {
  const answer = await ask(base, request)
  const what = `${request.method} ${request.path}`
  if (answer.status < 200 || answer.status > 299) throw new Refusal(what, answer)
  return check(answer.body, what)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
