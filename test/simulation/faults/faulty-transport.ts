// A transport that fails on demand: it answers for a proxy, edits answers, delays them, or lets the socket stay open and silent.

import type { Clock } from '../../../src/domain/time.js'
import type {
  HttpRequest,
  HttpResult,
  SocketAuth,
  SocketHandlers,
  SocketLink,
  Transport,
} from '../../../src/venue/session/transport.js'

export interface HttpFault {
  readonly matches: (request: HttpRequest) => boolean
  /** Answers instead of the venue; the request never arrives. */
  readonly answer?: () => HttpResult
  /** Changes the request on its way. */
  readonly edit?: (request: HttpRequest) => HttpRequest
  /** Changes what the venue answered. */
  readonly after?: (result: HttpResult, request: HttpRequest) => HttpResult
  readonly delayMs?: number
}

export class FaultyTransport implements Transport {
  readonly #inner: Transport
  readonly #clock: Clock
  /** In force now. */
  fault: HttpFault | undefined
  /** No frame passes, in either direction, although the socket opens and stays open. */
  silent = false
  /** How often a fault struck. */
  struck = 0

  constructor(inner: Transport, clock: Clock) {
    this.#inner = inner
    this.#clock = clock
  }

  http(request: HttpRequest, done: (result: HttpResult) => void): void {
    const fault = this.fault?.matches(request) ? this.fault : undefined
    if (!fault) {
      this.#inner.http(request, done)
      return
    }
    this.struck++
    if (fault.answer) {
      const result = fault.answer()
      this.#clock.after(20, () => done(result))
      return
    }
    const sent = fault.edit?.(request) ?? request
    this.#inner.http(sent, (result) => {
      const changed = fault.after?.(result, request) ?? result
      this.#clock.after(fault.delayMs ?? 0, () => done(changed))
    })
  }

  openSocket(auth: () => SocketAuth, handlers: SocketHandlers): SocketLink {
    const heard = (run: () => void) => {
      if (this.silent) this.struck++
      else run()
    }
    const link = this.#inner.openSocket(auth, {
      connected: () => handlers.connected(),
      disconnected: (reason) => handlers.disconnected(reason),
      event: (name, payload) => heard(() => handlers.event(name, payload)),
      heard: () => heard(() => handlers.heard()),
    })
    return {
      emit: (name, payload, options) => {
        if (!this.silent) link.emit(name, payload, options)
        else this.#clock.after(options.ackTimeoutMs, () => options.done(undefined))
      },
      reconnect: () => link.reconnect(),
      close: () => link.close(),
    }
  }
}

export function html(status: number): HttpResult {
  return { kind: 'response', status, headers: { 'content-type': 'text/html' }, body: '<html>bad gateway</html>' }
}
