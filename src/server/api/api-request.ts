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
}
