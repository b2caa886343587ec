// Where a control port listens, and how it is taken: a socket file that a killed bot left behind is replaced, one that answers never.

import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import type { Server } from 'node:net'
import { dirname } from 'node:path'
import { QuoinError } from '../domain/error.js'
import { isAnswered, listenCode, listening, MAX_SOCKET_PATH_BYTES } from '../local-port/socket-file.js'

export type ControlPlace =
  | { readonly kind: 'socket'; readonly path: string }
  | { readonly kind: 'loopback'; readonly port: number; readonly token: string }

const HOST = '127.0.0.1'

/** Where to connect to. */
export const addressOf = (place: ControlPlace) =>
  place.kind === 'socket' ? { path: place.path } : { host: HOST, port: place.port }

/** Throws `bad-config` when it cannot be taken. Returns the port of TCP, or the path. */
export async function listenAt(server: Server, place: ControlPlace): Promise<string> {
  if (place.kind === 'loopback') {
    await listenOr(server, { host: HOST, port: place.port }, 'control.port')
    const bound = server.address()
    return `${HOST}:${typeof bound === 'object' && bound !== null ? bound.port : place.port}`
  }
  const { path } = place
  if (Buffer.byteLength(path) > MAX_SOCKET_PATH_BYTES)
    throw taken('control.socket', `a path of more than ${MAX_SOCKET_PATH_BYTES} bytes`, path)
  if (await isAnswered(path)) throw taken('control.socket', 'one at which another bot answers', path)
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    rmSync(path, { force: true })
  } catch (cause) {
    throw taken('control.socket', listenCode(cause), path)
  }
  await listenOr(server, { path }, 'control.socket')
  chmodSync(path, 0o600)
  return path
}

async function listenOr(server: Server, at: { path: string } | { host: string; port: number }, key: string) {
  try {
    await listening(server, at)
  } catch (cause) {
    throw taken(key, listenCode(cause), 'path' in at ? at.path : `${at.host}:${at.port}`)
  }
}

const taken = (key: string, got: string, at: string) =>
  new QuoinError('bad-config', `${key}: expected a place that can be listened at, got ${got}: ${at}`)
