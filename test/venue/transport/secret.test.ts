import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { registerSecret, Secret, scrub } from '../../../src/venue/transport/secret.js'

const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

describe('Secret', () => {
  const secret = new Secret(KEY)

  it('gives its value only to reveal', () => {
    expect(secret.reveal()).toBe(KEY)
    const shown = [
      String(secret),
      secret.toString(),
      JSON.stringify({ secret }),
      inspect(secret),
      inspect({ a: [secret] }),
    ]
    for (const text of shown) {
      expect(text).toContain('[secret]')
      expect(text).not.toContain(KEY.slice(2))
    }
    expect(Object.keys(secret)).toEqual([])
    expect(JSON.stringify(structuredClone(secret))).toBe('{}')
  })

  it.each([
    ['raw', KEY],
    ['without 0x', KEY.slice(2)],
    ['upper case', KEY.slice(2).toUpperCase()],
    ['base64 of the text', Buffer.from(KEY).toString('base64')],
    ['base64 of the bytes', Buffer.from(KEY.slice(2), 'hex').toString('base64')],
    ['base64url of the bytes', Buffer.from(KEY.slice(2), 'hex').toString('base64url')],
    ['URL-encoded base64', encodeURIComponent(Buffer.from(KEY.slice(2), 'hex').toString('base64'))],
  ])('is scrubbed from any text when written %s', (_name, spelling) => {
    const out = scrub(`before ${spelling} after`)
    expect(out).toMatch(/^before (0x)?\[secret\]=* after$/)
  })

  it('scrubs keys with characters that a URL changes', () => {
    registerSecret('quoin live/key+1')
    expect(scrub('k=quoin%20live%2Fkey%2B1&x')).toBe('k=[secret]&x')
  })

  it('leaves other text alone, and short values unregistered', () => {
    registerSecret('abc')
    expect(scrub('abc and nothing else')).toBe('abc and nothing else')
  })
})
