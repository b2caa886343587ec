// A socket client as the server's logic sees it.

/** Whatever a client sent: of any shape. */
export interface SocketAuth {
  readonly apiKey?: unknown
  readonly accessToken?: unknown
}

export interface SocketConn {
  readonly id: string
  /** As given at the handshake; nothing in it is trusted. */
  readonly auth: SocketAuth
  /** `payload` stays as it is: what is sent to many is one and the same. */
  send(event: string, payload: unknown): void
  disconnect(reason: string): void
  /** Ends the connection without a goodbye, as a broken line does. */
  cut?(): void
}

export interface SocketMessage {
  readonly event: string
  readonly payload: unknown
  /** Absent when the client asked for no acknowledgement. */
  readonly acknowledge?: ((answer: unknown) => void) | undefined
}
