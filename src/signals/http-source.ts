// A signal that an HTTP service answers with: asked again and again, a number at a place in its JSON. Never follows a redirect; says no more
// of the address than its host, nothing of what was answered, and no header.

import type { Dispatcher } from 'undici'
import { codeOf } from '../domain/error.js'
import type { Clock } from '../domain/time.js'
import { asNumber, valueAt } from './json-pointer.js'
import { isUnixMs, type SignalListener, type SignalSource } from './signal-source.js'

export interface HttpSourceOptions {
  readonly name: string
  readonly url: string
  /** JSON pointer to the number, and to its time in Unix milliseconds where the answer has one. */
  readonly value: string
  readonly at?: string
  /** Id or condition id of the market that it is of; absent: of all. */
  readonly market?: string
  readonly everyMs: number
  readonly timeoutMs: number
  readonly maxBytes: number
  /** Value of the header `authorization`. */
  readonly authorization?: () => string
  readonly clock: Pick<Clock, 'after' | 'wallMs'>
}

/** Why there is no value: words for a person. */
class NoValue extends Error {
  override readonly name = 'NoValue'
}

export class HttpSource implements SignalSource {
  readonly label: string
  readonly #options: HttpSourceOptions
  readonly #host: string
  #stop: (() => void) | undefined
  #abort: AbortController | undefined

  constructor(options: HttpSourceOptions) {
    this.#options = options
    this.label = options.name
    this.#host = new URL(options.url).host
  }

  start(listener: SignalListener): void {
    const { clock, everyMs } = this.#options
    const ask = () => {
      void this.#ask(listener).finally(() => {
        if (this.#stop) this.#stop = clock.after(everyMs, ask)
      })
    }
    this.#stop = clock.after(0, ask)
  }

  stop(): void {
    this.#stop?.()
    this.#stop = undefined
    this.#abort?.abort()
  }

  async #ask(listener: SignalListener): Promise<void> {
    const { name, market, clock } = this.#options
    // what is answered was true when it was asked, at the earliest
    const askedMs = clock.wallMs()
    try {
      const { value, atMs = askedMs } = this.#read(await this.#body(), askedMs)
      if (this.#stop === undefined) return
      listener.told({ name, value, atMs, ...(market === undefined ? {} : { market }) })
      listener.read()
    } catch (error) {
      if (this.#stop) listener.failed(`${this.#host}: ${reasonOf(error)}`)
    }
  }

  async #body(): Promise<string> {
    const { url, timeoutMs, maxBytes, authorization, clock } = this.#options
    const abort = new AbortController()
    this.#abort = abort
    // most bots ask nobody; the default, as the bundled package, of CommonJS, exports nothing else. Loading it is no time of the service's
    const { default: undici } = await import('undici')
    const cancel = clock.after(timeoutMs, () => abort.abort(new NoValue(`no answer within ${timeoutMs} ms`)))
    try {
      const headers = { accept: 'application/json', ...(authorization ? { authorization: authorization() } : {}) }
      const { statusCode, body } = await undici.request(url, { method: 'GET', headers, signal: abort.signal })
      if (statusCode === 200) return await textOf(body, maxBytes)
      // nobody else listens to a body that is not read, and an unheard error would end the process
      body.on('error', () => undefined).destroy()
      throw new NoValue(`answered with status ${statusCode}`)
    } catch (error) {
      throw abort.signal.aborted ? abort.signal.reason : error
    } finally {
      cancel()
    }
  }

  #read(text: string, nowMs: number): { readonly value: number; readonly atMs: number | undefined } {
    const { value: place, at } = this.#options
    const data = parsed(text)
    const value = asNumber(valueAt(data, place))
    if (value === undefined) throw new NoValue(`expected a number at '${place}', got ${kindOf(valueAt(data, place))}`)
    const atMs = at === undefined ? undefined : asNumber(valueAt(data, at))
    if (at === undefined) return { value, atMs }
    if (atMs === undefined) throw new NoValue(`expected Unix milliseconds at '${at}'`)
    if (!isUnixMs(atMs, nowMs)) throw new NoValue(`expected Unix milliseconds at '${at}', got ${atMs}`)
    return { value, atMs }
  }
}

async function textOf(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    const part = Buffer.from(chunk)
    bytes += part.length
    // leaving the loop gives the connection up
    if (bytes > maxBytes) throw new NoValue(`answered with more than ${maxBytes} bytes`)
    chunks.push(part)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new NoValue('answered with something else than JSON')
  }
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  return Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`
}

/** The words of a failure may repeat an address: a code never does. */
function reasonOf(error: unknown): string {
  if (error instanceof NoValue) return error.message
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return codeOf(error) ?? 'no answer'
}
