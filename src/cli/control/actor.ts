// Who gives a command: as the environment names them, else the user of this process.

import { userInfo } from 'node:os'
import type { CommandContext } from '../command-context.js'

/** `user`: the name of this process's user; throws where no file has one. */
export function actorOf(env: CommandContext['env'], user: () => string = () => userInfo().username): string {
  const named = env['QUOIN_ACTOR']
  if (named) return named
  try {
    return user()
  } catch {
    // a container's user mostly is a number that no file gives a name
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
