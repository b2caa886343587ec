// The session's transport over the network: undici for requests, socket.io for events.

import type { Transport } from '../session/transport.js'
import type { VenueProfile } from '../wire/profile.js'
import { openSocketIo } from './socket-io.js'
import { createUndiciHttp, type UndiciHttp, type UndiciHttpOptions } from './undici-http.js'

export interface RealTransport extends Transport, Pick<UndiciHttp, 'warm' | 'close'> {}

export interface RealTransportOptions extends UndiciHttpOptions {
  readonly profile: Pick<VenueProfile, 'socket'>
}

/** Sockets are closed by their links, requests by `close`. */
export function createRealTransport(options: RealTransportOptions): RealTransport {
  const socket = { baseUrl: options.baseUrl, path: options.profile.socket.path }
  return {
    ...createUndiciHttp(options),
    openSocket: (auth, handlers) => openSocketIo(socket, auth, handlers),
  }
}
