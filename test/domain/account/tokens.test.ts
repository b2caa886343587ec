import { expect, it } from 'vitest'
import { areSameTokens, NO_TOKENS } from '../../../src/domain/account/tokens.js'

it('are the same where both amounts are, and none where neither is anything', () => {
  expect(areSameTokens([1n, 2n], [1n, 2n])).toBe(true)
  expect(areSameTokens([1n, 2n], [2n, 1n])).toBe(false)
  expect(areSameTokens([1n, 2n], [1n, 0n])).toBe(false)
  expect(areSameTokens(NO_TOKENS, [0n, 0n])).toBe(true)
})
