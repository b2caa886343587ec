// Who gives a command: as the environment names them, else the user of this process.

import { userInfo } from 'node:os'
import type { CommandContext } from '../command-context.js'

export const actorOf = (env: CommandContext['env']): string => env['QUOIN_ACTOR'] || userName()

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // a container's user mostly is a number that no file gives a name
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
