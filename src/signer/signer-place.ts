// Where a signer listens: a socket of mode 0600 in a folder that is nobody else's. One that a killed signer left behind is replaced, one that
// answers never.

import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { createConnection, type Server } from 'node:net'
import { dirname } from 'node:path'
import { QuoinError } from '../domain/error.js'

/** Longest path of a Unix socket on every system that has them, bytes. */
const MAX_PATH_BYTES = 103
const PROBE_MS = 1000
/** Rights of the group and of others. */
const OTHERS = 0o077

/** Throws `bad-config` when it cannot be taken. */
export async function listenAtSocket(server: Server, path: string): Promise<void> {
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) throw unfit(`a path of at most ${MAX_PATH_BYTES} bytes`, path)
  const folder = dirname(path)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    refuseOpenFolder(folder)
    if (await isAnswered(path)) throw unfit('a free socket, got one at which another signer answers', path)
    rmSync(path, { force: true })
    await listening(server, path)
    chmodSync(path, 0o600)
  } catch (thrown) {
    if (thrown instanceof QuoinError) throw thrown
    throw unfit(`a place that can be listened at, got ${codeOf(thrown)}`, path)
  }
}

/** Whoever may write there may put a socket of their own in place of ours. */
function refuseOpenFolder(folder: string): void {
  const found = lstatSync(folder)
  if (!found.isDirectory()) throw unfit('a folder, got something else', folder)
  const own = process.getuid?.()
  if (own !== undefined && found.uid !== own)
    throw unfit(`a folder of user ${own}, got one of user ${found.uid}`, folder)
  const mode = found.mode & 0o777
  if ((mode & OTHERS) !== 0) throw unfit(`a folder of mode 0700, got 0${mode.toString(8)}`, folder)
}

function isAnswered(path: string): Promise<boolean> {
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

function listening(server: Server, path: string): Promise<void> {
  return new Promise((done, refuse) => {
    server.once('error', refuse)
    server.listen({ path }, () => {
      server.off('error', refuse)
      done()
    })
  })
}

const unfit = (expected: string, at: string) => new QuoinError('bad-config', `socket: expected ${expected}: ${at}`)
const codeOf = (cause: unknown) => (cause instanceof Error && 'code' in cause ? String(cause.code) : 'unusable')
