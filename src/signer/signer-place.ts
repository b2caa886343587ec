// Where a signer listens: a socket of mode 0600 in a folder that is nobody else's. One that a killed signer left behind is replaced, one that
// answers never.

import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import type { Server } from 'node:net'
import { dirname } from 'node:path'
import { QuoinError } from '../domain/error.js'
import { isAnswered, listenCode, listening, MAX_SOCKET_PATH_BYTES } from '../local-port/socket-file.js'

/** Rights of the group and of others. */
const OTHERS = 0o077

/** Throws `bad-config` when it cannot be taken. */
export async function listenAtSocket(server: Server, path: string): Promise<void> {
  if (Buffer.byteLength(path) > MAX_SOCKET_PATH_BYTES)
    throw unfit(`a path of at most ${MAX_SOCKET_PATH_BYTES} bytes`, path)
  const folder = dirname(path)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    refuseOpenFolder(folder)
    if (await isAnswered(path)) throw unfit('a free socket, got one at which another signer answers', path)
    rmSync(path, { force: true })
    await listening(server, { path })
    chmodSync(path, 0o600)
  } catch (thrown) {
    if (thrown instanceof QuoinError) throw thrown
    throw unfit(`a place that can be listened at, got ${listenCode(thrown)}`, path)
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

const unfit = (expected: string, at: string) => new QuoinError('bad-config', `socket: expected ${expected}: ${at}`)
