// The file of a Unix socket at which a process of ours listens.

import { createConnection, type ListenOptions, type Server } from 'node:net'
import { codeOf } from '../domain/error.js'

/** Longest path on every system that has such sockets, bytes. */
export const MAX_SOCKET_PATH_BYTES = 103
const PROBE_MS = 1000

/** Whether somebody listens at the socket; one that takes long to answer is taken for somebody. */
export function isAnswered(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = createConnection({ path })
    const end = (answered: boolean) => {
      socket.destroy()
      done(answered)
    }
    socket.setTimeout(PROBE_MS, () => end(true))
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}

/** Rejects with the error of the system when the place cannot be taken. */
export function listening(server: Server, at: ListenOptions): Promise<void> {
  return new Promise((done, refuse) => {
    server.once('error', refuse)
    server.listen(at, () => {
      server.off('error', refuse)
      done()
    })
  })
}

/** Code of such an error. */
export const listenCode = (cause: unknown) => codeOf(cause) ?? 'unusable'
