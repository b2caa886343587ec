// Cuts off socket clients that do not read what they are sent: it would wait in memory without a bound.

import type { Server } from 'socket.io'

/** As the engine under socket.io has it. */
interface Connection {
  on(event: 'packetCreate', listen: (packet: { readonly data?: unknown }) => void): void
  on(event: 'flush', listen: () => void): void
  readonly request: { readonly socket: { destroy(): void } }
}

/** `maxBacklogChars`: of events that wait for the connection to take them, in characters. */
export function cutSlowClients(io: Server, maxBacklogChars: number): void {
  io.engine.on('connection', (connection: Connection) => {
    let waiting = 0
    connection.on('packetCreate', ({ data }) => {
      waiting += typeof data === 'string' ? data.length : 0
      if (waiting > maxBacklogChars) connection.request.socket.destroy()
    })
    connection.on('flush', () => {
      waiting = 0
    })
  })
}
