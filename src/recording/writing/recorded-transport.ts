// A transport whose socket is written down: what arrives on it, never what we send or show, and nothing of requests.

import type { SocketAuth, SocketHandlers, SocketLink, Transport } from '../../venue/session/transport.js'
import type { FrameNote } from './market-recorder.js'

export interface TransportEars {
  readonly frame: (note: FrameNote) => void
  /** A key or token that the handshake or a message shows: never to be written. */
  readonly secret: (value: string) => void
}

export function recordedTransport(real: Transport, ears: TransportEars): Transport {
  let conn = 0
  return {
    http: (request, done) => real.http(request, done),
    openSocket(auth, handlers) {
      let n = 0
      const heard: SocketHandlers = {
        connected() {
          conn++
          n = 0
          handlers.connected()
        },
        disconnected: (reason) => handlers.disconnected(reason),
        event(name, payload) {
          n++
          ears.frame({ conn: Math.max(1, conn), n, name, payload })
          handlers.event(name, payload)
        },
        heard: () => handlers.heard(),
      }
      const shown = (): SocketAuth => {
        const given = auth()
        ears.secret(given.apiKey)
        if (given.accessToken !== undefined) ears.secret(given.accessToken)
        return given
      }
      return recordedLink(real.openSocket(shown, heard), ears)
    },
  }
}

function recordedLink(link: SocketLink, { secret }: TransportEars): SocketLink {
  return {
    emit(name, payload, options) {
      const token = typeof payload === 'object' && payload !== null ? Reflect.get(payload, 'accessToken') : undefined
      if (typeof token === 'string') secret(token)
      link.emit(name, payload, options)
    },
    reconnect: () => link.reconnect(),
    close: () => link.close(),
  }
}
