import { expect, it } from 'vitest'
import { isSameSecret } from '../../src/control/same-secret.js'

it('is the same to the last character, of whatever length', () => {
  expect(isSameSecret('a-token', 'a-token')).toBe(true)
  for (const other of ['', 'a-tokeN', 'a-token ', 'a-toke', 'a-token-and-more']) {
    expect(isSameSecret(other, 'a-token')).toBe(false)
  }
})
