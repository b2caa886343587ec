import { createSiweMessage } from 'viem/siwe'
import { describe, expect, it } from 'vitest'
import { hostOf, parseDateTime, parseSiweMessage } from '../../../../src/server/api/accounts/siwe-message.js'
import { ALICE } from '../venue-driver.js'

const fields = {
  address: ALICE,
  chainId: 7,
  domain: 'app.example:8443',
  nonce: 'abcdefgh12345678',
  uri: 'https://app.example:8443/login',
  version: '1',
  issuedAt: new Date('2030-01-01T00:00:00Z'),
} as const

describe('parseSiweMessage', () => {
  it("reads a reference implementation's messages", () => {
    const text = createSiweMessage({
      ...fields,
      statement: 'Sign in',
      expirationTime: new Date('2030-01-02T00:00:00Z'),
      notBefore: new Date('2029-01-02T00:00:00Z'),
      requestId: 'r1',
      resources: ['https://a.example', 'https://b.example'],
    })
    expect(parseSiweMessage(text)).toEqual({
      domain: 'app.example:8443',
      address: ALICE,
      statement: 'Sign in',
      uri: fields.uri,
      version: '1',
      chainId: '7',
      nonce: fields.nonce,
      issuedAt: '2030-01-01T00:00:00.000Z',
      expirationTime: '2030-01-02T00:00:00.000Z',
      notBefore: '2029-01-02T00:00:00.000Z',
      requestId: 'r1',
    })
    expect(parseSiweMessage(createSiweMessage(fields))?.statement).toBeUndefined()
  })

  it.each([
    ['trailing bytes', (text: string) => `${text}\n`],
    ['a leading blank', (text: string) => ` ${text}`],
    ['a repeated field', (text: string) => text.replace('Version: 1', 'Version: 1\nVersion: 2')],
    ['another order of fields', (text: string) => text.replace(/(URI: .*)\n(Version: 1)/, '$2\n$1')],
    ['carriage returns', (text: string) => text.replaceAll('\n', '\r\n')],
    ['a short nonce', (text: string) => text.replace(/Nonce: \w+/, 'Nonce: abc')],
    ['a path in the domain', (text: string) => text.replace('app.example:8443 wants', 'app.example/x wants')],
  ])('refuses %s', (_, change) => {
    expect(parseSiweMessage(change(createSiweMessage(fields)))).toBeUndefined()
  })
})

describe('hostOf, parseDateTime', () => {
  it('take the host with its port, and nothing that only looks like one', () => {
    expect(hostOf('https://App.example:8443/login')).toBe('app.example:8443')
    expect(hostOf('https://app.example@evil.example/')).toBeUndefined()
    expect(hostOf('app.example')).toBeUndefined()
  })

  it('read RFC 3339 only', () => {
    expect(parseDateTime('2030-01-01T00:00:00Z')).toBe(1893456000000)
    expect(parseDateTime('2030-01-01')).toBeUndefined()
    expect(parseDateTime('2030-13-41T00:00:00Z')).toBeUndefined()
  })
})
