// The session's transport over the network: undici for requests, socket.io for events.

import type { Transport } from '../session/transport.js'
import type { VenueProfile } from '../wire/profile.js'
import { proxyFor } from './proxy.js'
import { openSocketIo } from './socket-io.js'
import { createUndiciHttp, type UndiciHttp, type UndiciHttpOptions } from './undici-http.js'

export interface RealTransport extends Transport, Pick<UndiciHttp, 'warm' | 'close'> {}

export interface RealTransportOptions extends UndiciHttpOptions {
  readonly profile: Pick<VenueProfile, 'socket'>
}

/** Sockets are closed by their links, requests by `close`. Throws `bad-config` for a proxy of the environment that is none. */
export async function createRealTransport(options: RealTransportOptions): Promise<RealTransport> {
  const proxy = proxyFor(options.baseUrl)
  // what it is made of is read where there is one
  const through = proxy && (await import('./through-proxy.js').then(({ throughProxy }) => throughProxy(proxy)))
  const socket = { baseUrl: options.baseUrl, path: options.profile.socket.path, agent: through?.agent }
  return {
    ...createUndiciHttp({ ...options, ...(through ? { openLines: through.openLines } : {}) }),
    openSocket: (auth, handlers) => openSocketIo(socket, auth, handlers),
  }
}
