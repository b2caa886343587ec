// Where a bot's control port is: by its configuration, or the only one that answers in the user's state folder.

import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Config, loadConfig } from '../../config/config.js'
import type { ControlPlace } from '../../control/place.js'
import { QuoinError } from '../../domain/error.js'
import { isAnswered } from '../../local-port/socket-file.js'
import { shownName } from '../../venue/transport/key-source.js'
import type { CommandContext } from '../command-context.js'
import { readToken } from './read-token.js'
import { stateFolder } from './state-folder.js'

type Env = CommandContext['env']

/** Of the bot of a configuration: `name` is the path of its file, or what stands for it. */
export function controlPlace(config: Config, name: string, env: Env): ControlPlace | undefined {
  const { listen, socket, port } = config.control
  if (listen === 'off') return undefined
  if (listen === 'loopback') return { kind: 'loopback', port, token: tokenOf(config, env) }
  if (socket !== undefined) return { kind: 'socket', path: resolve(config.folder, socket) }
  return { kind: 'socket', path: usualSocket(name, env) }
}

/** Throws `bad-config` for a bot without a port, `unreachable` where none answers, `bad-argument` where several do. */
export async function findBot(path: string | undefined, env: Env): Promise<ControlPlace> {
  if (path !== undefined) {
    const place = await placeOf(path, env)
    if (place === undefined) throw new QuoinError('bad-config', 'control.listen: expected socket or loopback, got off')
    return place
  }
  const folder = socketFolder(env)
  const found = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.sock'))
  const paths = found.map((name) => join(folder, name))
  const answers = await Promise.all(paths.map(isAnswered))
  const [first, ...others] = paths.filter((_, index) => answers[index])
  if (first === undefined) {
    const message = `${folder}: expected a bot that runs here, found none; name its configuration with --bot <config>`
    throw new QuoinError('unreachable', message)
  }
  if (others.length > 0) {
    const message = `expected one bot, found ${others.length + 1}; name the configuration of one with --bot <config>`
    throw new QuoinError('bad-argument', message)
  }
  return { kind: 'socket', path: first }
}

/** A file that was broken after the start must not keep anybody from its bot. */
async function placeOf(path: string, env: Env): Promise<ControlPlace | undefined> {
  try {
    return controlPlace(loadConfig(path), path, env)
  } catch (error) {
    const usual = usualSocket(path, env)
    if (await isAnswered(usual)) return { kind: 'socket', path: usual }
    throw error
  }
}

function usualSocket(name: string, env: Env): string {
  const id = createHash('sha256').update(resolve(name)).digest('hex').slice(0, 16)
  return join(socketFolder(env), `${id}.sock`)
}

const socketFolder = (env: Env) => join(stateFolder(env), 'control')

function tokenOf({ control, folder }: Config, env: Env): string {
  const token = readToken('control.tokenFile', { ...control, folder, env })
  if (token !== undefined) return token
  const wanted = `control.tokenFile, or ${shownName(control.tokenEnv)} to be set`
  throw new QuoinError('bad-config', `control.listen: loopback: expected ${wanted}, got neither`)
}
