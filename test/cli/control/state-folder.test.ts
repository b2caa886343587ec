import { expect, it } from 'vitest'
import { stateFolder } from '../../../src/cli/control/state-folder.js'

it.each([
  [{ QUOIN_STATE_DIR: '/data/state', XDG_STATE_HOME: '/x', HOME: '/home/me' }, '/data/state'],
  [{ XDG_STATE_HOME: '/x', HOME: '/home/me' }, '/x/quoin'],
  [{ XDG_STATE_HOME: 'relative', HOME: '/home/me' }, '/home/me/.local/state/quoin'],
  [{ HOME: '/home/me' }, '/home/me/.local/state/quoin'],
])('%j: %s', (env, folder) => {
  expect(stateFolder(env)).toBe(folder)
})
