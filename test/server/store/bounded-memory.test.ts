// What clients make and then let lie does not stay for ever.

import { afterAll, expect, it } from 'vitest'
import { ALICE, BOB } from '../api/venue-driver.js'
import { freshPath, KeptVenue, removeFiles } from './kept-venue.js'

afterAll(removeFiles)

const DAY_MS = 86_400_000

it('sign-ins that ended are forgotten, also behind one that is refreshed for ever', () => {
  const venue = new KeptVenue(freshPath())
  let { refreshToken } = venue.signIn(ALICE)
  for (let day = 0; day < 60; day++) {
    for (let i = 0; i < 4; i++) {
      venue.signIn(BOB)
      venue.pass(DAY_MS / 4)
    }
    refreshToken = venue.post('/auth/refresh', { refreshToken }).body.refreshToken
  }
  expect(refreshToken).toBeTypeOf('string')
  venue.store.commit()
  const count = (kind: string) => venue.store.values.all(kind).length
  // a refresh token lives seven days
  expect(count('token-family')).toBeLessThan(40)
  expect(count('refresh-token')).toBeLessThan(50)
  expect(count('access-token')).toBeLessThan(50)
  venue.die()
})
