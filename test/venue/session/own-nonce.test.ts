import { expect, it } from 'vitest'
import { type NonceRaised, OwnNonce } from '../../../src/venue/session/own-nonce.js'

it('rises to what a refusal names, and says whether orders were taken with the former one', () => {
  const told: NonceRaised[] = []
  const nonce = new OwnNonce(0n, (event) => told.push(event))
  nonce.refused('submit: order.nonce: expected "2", got "0"')
  expect(nonce.value).toBe(2n)
  nonce.accepted()
  nonce.refused('submit: order.nonce: expected "3", got "2"')
  expect(nonce.value).toBe(3n)
  expect(told.map(({ nonce: named, whileTrading }) => [named, whileTrading])).toEqual([
    ['2', false],
    ['3', true],
  ])
})

it('never falls, and takes nothing from a refusal of something else', () => {
  const nonce = new OwnNonce(5n, () => expect.unreachable())
  for (const text of ['submit: order.nonce: expected "4", got "5"', 'submit: size: expected 7', 'nonce: unknown']) {
    nonce.refused(text)
  }
  expect(nonce.value).toBe(5n)
})
