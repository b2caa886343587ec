// What a session needs from the outside: requests, a socket, signatures. Real ones stand in `venue/transport`, virtual ones in simulations.

import type { Address, Hex } from '../../domain/market/market.js'
import type { OrderType } from '../../domain/orders/order.js'
import type { RouteClass } from '../wire/profile.js'
import type { OrderMessage } from '../wire/typed-data.js'

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path with its query string, relative to the venue's base address. */
  readonly path: string
  /** What of the path stands for something, as the market of an order that is placed. */
  readonly params?: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  /** JSON text. */
  readonly body?: string
  readonly routeClass: RouteClass
  /** Given up this long after it was handed over. */
  readonly deadlineMs: number
}

export type HttpResult =
  | {
      readonly kind: 'response'
      readonly status: number
      /** Names in lower case. */
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
    }
  /** `mayHaveArrived` is false only when the request provably never left; `isWithheld`: our own last check kept it, which tells nothing of the venue. */
  | {
      readonly kind: 'failed'
      readonly reason: string
      readonly mayHaveArrived: boolean
      readonly isWithheld?: true
    }

export interface SocketAuth {
  readonly apiKey: string
  readonly accessToken?: string
}

export interface SocketHandlers {
  connected(): void
  /** The transport reconnects by itself; `connected` is called again then. */
  disconnected(reason: string): void
  event(name: string, payload: unknown): void
  /** Any frame, pings included: the connection lives. */
  heard(): void
}

export interface SocketLink {
  /** Sends with an acknowledgement; `undefined` when none came within `ackTimeoutMs`. */
  emit(name: string, payload: unknown, options: { ackTimeoutMs: number; done: (ack: unknown) => void }): void
  /** Drops the connection and opens a new one. */
  reconnect(): void
  close(): void
}

export interface Transport {
  /** `done` is called exactly once. Nothing is ever sent twice. */
  http(request: HttpRequest, done: (result: HttpResult) => void): void
  /** `auth` is asked again at every connect. */
  openSocket(auth: () => SocketAuth, handlers: SocketHandlers): SocketLink
}

export interface SignedMessage {
  readonly hash: Hex
  readonly signature: Hex
}

/** What a signer must know about an order besides its signed fields. */
export interface OrderContext {
  /** The market's own exchange contract, where it differs from the profile's. */
  readonly exchange?: Address
  readonly orderType: OrderType
}

/** Signs the only two things a session may sign; refuses everything outside its policy. */
export interface Signer {
  readonly maker: Address
  readonly signer: Address
  readonly signatureType: 0 | 1 | 2
  /** A fresh salt, at most 2^53 - 1. */
  salt(): bigint
  /** Errors are thrown to `done` as a `QuoinError` (`signer-refused`). */
  signOrder(message: OrderMessage, context: OrderContext, done: (result: SignedMessage | Error) => void): void
  signText(text: string, done: (result: Hex | Error) => void): void
}
