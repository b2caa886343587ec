import { userInfo } from 'node:os'
import { expect, it } from 'vitest'
import { actorOf } from '../../../src/cli/control/actor.js'

it('is who the environment names, else the user', () => {
  expect(actorOf({ QUOIN_ACTOR: 'ann' })).toBe('ann')
  expect(actorOf({ QUOIN_ACTOR: '' })).toBe(userInfo().username)
  expect(actorOf({})).toBe(userInfo().username)
})
