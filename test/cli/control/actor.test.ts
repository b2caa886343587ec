import { userInfo } from 'node:os'
import { expect, it } from 'vitest'
import { actorOf } from '../../../src/cli/control/actor.js'

it('is who the environment names, else the user', () => {
  expect(actorOf({ QUOIN_ACTOR: 'ann' }, () => 'bob')).toBe('ann')
  expect(actorOf({ QUOIN_ACTOR: '' }, () => 'bob')).toBe('bob')
  expect(actorOf({})).toBe(userInfo().username)
})

it('is the number of a user without a name, as in the image, whose user stands in no passwd', () => {
  const nameless = () => {
    throw new Error('uv_os_get_passwd returned ENOENT (no such file or directory)')
  }
  expect(actorOf({}, nameless)).toBe(`uid ${process.getuid?.()}`)
})
