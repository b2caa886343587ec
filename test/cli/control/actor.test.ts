import * as os from 'node:os'
import { afterEach, expect, it, vi } from 'vitest'
import { actorOf } from '../../../src/cli/control/actor.js'

vi.mock('node:os', async (original) => {
  const real = await original<typeof os>()
  return { ...real, userInfo: vi.fn(real.userInfo) }
})
afterEach(() => vi.mocked(os.userInfo).mockReset())

it('is who the environment names, else the user', () => {
  vi.mocked(os.userInfo).mockReturnValue({ username: 'bob', uid: 1000, gid: 1000, shell: null, homedir: '/' })
  expect(actorOf({ QUOIN_ACTOR: 'ann' })).toBe('ann')
  expect(actorOf({ QUOIN_ACTOR: '' })).toBe('bob')
  expect(actorOf({})).toBe('bob')
})

it('is the number of a user without a name, as in the image, whose user stands in no passwd', () => {
  vi.mocked(os.userInfo).mockImplementation(() => {
    throw new Error('uv_os_get_passwd returned ENOENT (no such file or directory)')
  })
  expect(actorOf({})).toBe(`uid ${process.getuid?.()}`)
})
