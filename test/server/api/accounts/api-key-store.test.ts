import { describe, expect, it } from 'vitest'
import { ApiKeyStore } from '../../../../src/server/api/accounts/api-key-store.js'
import { ALICE, BOB, tagCrypto } from '../venue-driver.js'

const options = { name: 'bot', tier: 'DEFAULT', account: ALICE, nowMs: 5 } as const

describe('ApiKeyStore', () => {
  it('makes keys with a fixed prefix, at least 160 random bits and a checksum', () => {
    const { key, record } = new ApiKeyStore(tagCrypto()).create(options)
    expect(key).toMatch(/^quoin_live_[0-9A-Za-z]{44}$/)
    expect(record.prefix).toBe(key.slice(0, 19))
    // 30 characters that the prefix does not show, besides the checksum
    expect((key.length - record.prefix.length - 6) * Math.log2(62)).toBeGreaterThan(160)
  })

  it('finds a key by its whole text only', () => {
    const store = new ApiKeyStore(tagCrypto())
    const { key, record } = store.create(options)
    expect(store.find(key)).toEqual(record)
    expect(store.find(key.slice(0, -1))).toBeUndefined()
    expect(store.find(`${key}x`)).toBeUndefined()
    expect(store.find(record.prefix)).toBeUndefined()
    expect(store.find('')).toBeUndefined()
  })

  it('stores no secret', () => {
    const store = new ApiKeyStore(tagCrypto())
    const { key, record } = store.create(options)
    expect(JSON.stringify(record)).not.toContain(key.slice(record.prefix.length))
    expect(JSON.stringify(store.ofAccount(ALICE))).not.toContain(key.slice(record.prefix.length))
  })

  it('compares hashes in constant time', () => {
    const compared: string[] = []
    const crypto = tagCrypto()
    const store = new ApiKeyStore({
      ...crypto,
      constantTimeEqual: (a, b) => {
        compared.push(a, b)
        return crypto.constantTimeEqual(a, b)
      },
    })
    const { key } = store.create(options)
    store.find(key)
    expect(compared).toEqual([crypto.sha256(key), crypto.sha256(key)])
  })

  it('keeps two given keys with the same leading part apart', () => {
    const store = new ApiKeyStore(tagCrypto())
    store.create({ name: 'a', tier: 'PRO', key: 'same-leading-part-of-key-a', nowMs: 0 })
    store.create({ name: 'b', tier: 'MM', key: 'same-leading-part-of-key-b', nowMs: 0 })
    expect(store.find('same-leading-part-of-key-a')?.tier).toBe('PRO')
    expect(store.find('same-leading-part-of-key-b')?.tier).toBe('MM')
  })

  it('rotates: same id, new secret, the old one dead', () => {
    const store = new ApiKeyStore(tagCrypto())
    const { key, record } = store.create(options)
    const rotated = store.rotate(record.id, ALICE)
    expect(rotated.record.id).toBe(record.id)
    expect(store.find(key)).toBeUndefined()
    expect(store.find(rotated.key)?.id).toBe(record.id)
  })

  it('lets nobody but the owner rotate or revoke', () => {
    const store = new ApiKeyStore(tagCrypto())
    const { key, record } = store.create(options)
    expect(() => store.rotate(record.id, BOB)).toThrow(/no API key/)
    expect(() => store.revoke(record.id, BOB)).toThrow(/no API key/)
    expect(store.find(key)).toBeDefined()
    store.revoke(record.id, ALICE)
    expect(store.find(key)).toBeUndefined()
  })
})
