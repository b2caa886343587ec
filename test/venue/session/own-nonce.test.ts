import { beforeEach, expect, it } from 'vitest'
import type { Answer } from '../../../src/domain/error.js'
import { type NonceRaised, type NonceUnread, OwnNonce } from '../../../src/venue/session/own-nonce.js'

let told: (NonceRaised | NonceUnread)[]
let questions: ((answer: Answer<string>) => void)[]
beforeEach(() => {
  told = []
  questions = []
})

const nonceFrom = (first: bigint) =>
  new OwnNonce({ first, read: (done) => questions.push(done), onEvent: (event) => told.push(event) })

it('rises to what a refusal names, and says whether orders were taken with the former one', () => {
  const nonce = nonceFrom(0n)
  nonce.refused('submit: order.nonce: expected "2", got "0"')
  expect(nonce.value).toBe(2n)
  nonce.accepted()
  nonce.refused('submit: order.nonce: expected "3", got "2"')
  expect(nonce.value).toBe(3n)
  expect(told).toEqual([
    { kind: 'nonce-raised', nonce: '2', whileTrading: false },
    { kind: 'nonce-raised', nonce: '3', whileTrading: true },
  ])
  expect(questions).toEqual([])
})

it('never falls, and takes nothing from a refusal of something else', () => {
  const nonce = nonceFrom(5n)
  for (const text of ['submit: order.nonce: expected "4", got "5"', 'submit: size: expected 7', 'announcement']) {
    nonce.refused(text)
  }
  nonce.ask()
  questions[0]?.({ ok: true, value: '3' })
  expect(nonce.value).toBe(5n)
  expect(told).toEqual([])
  expect(questions).toHaveLength(1)
})

it.each(['submit: bad_nonce', 'Invalid nonce'])('asks after "%s", which names none, once at a time', (text) => {
  const nonce = nonceFrom(0n)
  nonce.accepted()
  nonce.refused(text)
  nonce.refused(text)
  expect(questions).toHaveLength(1)
  questions[0]?.({ ok: true, value: '4' })
  expect(nonce.value).toBe(4n)
  expect(told).toEqual([{ kind: 'nonce-raised', nonce: '4', whileTrading: true }])
  nonce.refused(text)
  expect(questions).toHaveLength(2)
})

it('a question that fails is told, and changes nothing', () => {
  const nonce = nonceFrom(7n)
  nonce.ask()
  questions[0]?.({ ok: false, failure: { code: 'not-found', message: 'me: 404' } })
  expect(nonce.value).toBe(7n)
  expect(told).toEqual([{ kind: 'nonce-unread', message: 'me: 404' }])
})
