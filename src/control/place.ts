// Where a control port listens, and how it is taken: a socket file that a killed bot left behind is replaced, one that answers never.

import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { createConnection, type Server } from 'node:net'
import { dirname } from 'node:path'
import { QuoinError } from '../domain/error.js'

export type ControlPlace =
  | { readonly kind: 'socket'; readonly path: string }
  | { readonly kind: 'loopback'; readonly port: number; readonly token: string }

/** Longest path of a Unix socket on every system that has them, bytes. */
const MAX_PATH_BYTES = 103
const HOST = '127.0.0.1'
const PROBE_MS = 1000

/** Where to connect to. */
export const addressOf = (place: ControlPlace) =>
  place.kind === 'socket' ? { path: place.path } : { host: HOST, port: place.port }

/** Throws `bad-config` when it cannot be taken. Returns the port of TCP, or the path. */
export async function listenAt(server: Server, place: ControlPlace): Promise<string> {
  if (place.kind === 'loopback') {
    await listening(server, { host: HOST, port: place.port }, 'control.port')
    const bound = server.address()
    return `${HOST}:${typeof bound === 'object' && bound !== null ? bound.port : place.port}`
  }
  const { path } = place
  if (Buffer.byteLength(path) > MAX_PATH_BYTES)
    throw taken('control.socket', `a path of more than ${MAX_PATH_BYTES} bytes`, path)
  if (await isAnswered(path)) throw taken('control.socket', 'one at which another bot answers', path)
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    rmSync(path, { force: true })
  } catch (cause) {
    throw taken('control.socket', codeOf(cause), path)
  }
  await listening(server, { path }, 'control.socket')
  chmodSync(path, 0o600)
  return path
}

/** Whether somebody listens at the socket. */
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

function listening(server: Server, at: { path: string } | { host: string; port: number }, key: string): Promise<void> {
  return new Promise((done, refuse) => {
    const failed = (cause: Error) => refuse(taken(key, codeOf(cause), 'path' in at ? at.path : `${at.host}:${at.port}`))
    server.once('error', failed)
    server.listen(at, () => {
      server.off('error', failed)
      done()
    })
  })
}

const taken = (key: string, got: string, at: string) =>
  new QuoinError('bad-config', `${key}: expected a place that can be listened at, got ${got}: ${at}`)

const codeOf = (cause: unknown) => (cause instanceof Error && 'code' in cause ? String(cause.code) : 'unusable')
