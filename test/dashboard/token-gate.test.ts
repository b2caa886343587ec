import { expect, it } from 'vitest'
import { TokenGate } from '../../src/dashboard/token-gate.js'

const TOKEN = 'the-token-of-the-page'

it('lets in whoever has the token, and nobody else', () => {
  const gate = new TokenGate(TOKEN)
  expect(gate.judge(TOKEN, 'a', 0)).toBe('let-in')
  for (const given of ['', undefined, `${TOKEN} `]) expect(gate.judge(given, 'a', 0)).toBe('wrong')
  expect(gate.judge(TOKEN, 'a', 0)).toBe('let-in')
})

it('after five wrong ones an address waits for a minute, whatever it has; others do not', () => {
  const gate = new TokenGate(TOKEN)
  for (let i = 0; i < 5; i++) expect(gate.judge('guess', 'a', i * 1000)).toBe('wrong')
  expect(gate.judge(TOKEN, 'a', 5000)).toBe('too-many')
  expect(gate.judge(TOKEN, 'b', 5000)).toBe('let-in')
  expect(gate.judge(TOKEN, 'a', 59_999)).toBe('too-many')
  expect(gate.judge(TOKEN, 'a', 60_000)).toBe('let-in')
})

it('remembers a thousand addresses', () => {
  const gate = new TokenGate(TOKEN)
  for (let i = 0; i < 5; i++) gate.judge('guess', 'first', 0)
  for (let i = 0; i < 1000; i++) gate.judge('guess', `address ${i}`, 0)
  expect(gate.judge(TOKEN, 'first', 1)).toBe('let-in')
})
