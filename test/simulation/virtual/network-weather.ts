// What a network does to messages on their way.

import type { HttpResult } from '../../../src/venue/session/transport.js'

/** What the network does to a message on its way: `up` to the venue, `down` to the bot. */
export interface NetworkWeather {
  /** Milliseconds on top of the usual for each copy that arrives; none: it is lost. A frame of a socket arrives once at most. */
  copies(way: 'up' | 'down', message: { readonly route?: string }): readonly number[]
  /** An answer as it arrives. */
  garbled?(answer: Answer, route: string): Answer
  /** What a socket tells as it arrives. */
  garbledFrame?(payload: unknown): unknown
}

export type Answer = Extract<HttpResult, { readonly kind: 'response' }>
