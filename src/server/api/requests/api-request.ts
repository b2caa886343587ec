// A request and its answer as the server's logic sees them: no sockets, no streams.

export interface ApiRequest {
  /** Upper case. */
  readonly method: string
  /** Without the query string, still percent-encoded. */
  readonly path: string
  readonly query: Readonly<Record<string, string | readonly string[]>>
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Parsed JSON, `undefined` when there was no body. */
  readonly body: unknown
  readonly ip: string
}

export interface ApiResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** To be sent as JSON. */
  readonly body: unknown
  /** Sent instead of the body. */
  readonly text?: { readonly contentType: string; readonly content: string }
  /** How the answer travels: at once, unless a fault says otherwise. */
  readonly delivery?: { readonly delayMs?: number; readonly dropped?: true }
}
