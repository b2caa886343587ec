// Where a user's processes find each other: QUOIN_STATE_DIR, else quoin in XDG_STATE_HOME, else ~/.local/state/quoin.

import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'

export function stateFolder(env: Readonly<Record<string, string | undefined>>): string {
  const own = env['QUOIN_STATE_DIR']
  if (own) return resolve(own)
  const shared = env['XDG_STATE_HOME']
  // by its standard a relative one is no valid one
  const base = shared && isAbsolute(shared) ? shared : join(env['HOME'] || homedir(), '.local', 'state')
  return join(base, 'quoin')
}
