import { describe, expect, it } from 'vitest'
import { keysIn, looksLikeKey, maskKeys } from '../../src/domain/key-like.js'
import { KEYS_OF_EVERY_KIND } from '../planted-keys.js'

describe('looksLikeKey', () => {
  it.each(Object.entries(KEYS_OF_EVERY_KIND))('%s', (_kind, key) => {
    expect(looksLikeKey(key)).toBe(true)
  })

  it.each([
    'QUOIN_PRIVATE_KEY',
    'QUOIN_API_KEY_FOR_THE_TESTNET_2',
    'quoin_api_key',
    '/run/secrets/quoin-private-key',
    '../venues/testnet.yaml',
    'keys/production/market-maker-2024-11-v2.key',
    './k3j9x0a8z7q1w5e2r4t6y8u9',
    'myLongStrategyFileNameForTheVenue2024',
    'will-bitcoin-be-above-100k-on-2026-12-31',
    'https://venue.example.com:8443/api/v1',
    '0x5155304951553049515530495155304951553049',
    'Will it rain in the town where the king of the old land was born',
    'testnet',
    'key-file',
    'api-test-server-of-the-east',
    '2026-11-22T01:37:34.000Z',
  ])('is not fooled by %s', (text) => {
    expect(looksLikeKey(text)).toBe(false)
  })

  it('reads nothing into prose, paths and addresses', () => {
    const text =
      'https://venue.example.com:8443/api/v1: expected 0x5155304951553049515530495155304951553049, got ./config/2024/a.yaml'
    expect(maskKeys(text)).toBe(text)
  })
})

describe('maskKeys', () => {
  it.each(Object.entries(KEYS_OF_EVERY_KIND))('takes a key of kind %s out of a message', (_kind, key) => {
    if (key.includes(' ')) return
    for (const text of [
      `got "${key}"`,
      `{"a":["${key}"]}`,
      `ENOENT: open '/etc/quoin/${key}'`,
      `x=${key}&y`,
      `a: ${key}, b`,
    ]) {
      expect(maskKeys(text)).toBe(text.replace(key, '[secret]'))
    }
  })
})

describe('keysIn', () => {
  it.each(Object.entries(KEYS_OF_EVERY_KIND))('finds a key of kind %s by itself and in a path', (_kind, key) => {
    expect(keysIn(key)).toContain(key)
    if (!key.includes(' ')) expect(keysIn(`/tmp/${key}/x`)).toContain(key)
  })

  it('finds a private key in the name of a file, and nothing in ordinary paths', () => {
    const key = KEYS_OF_EVERY_KIND['hex with 0x']
    expect(keysIn(`./${key}.yaml`)).toContain(key)
    expect(keysIn('config/2024/0x5155304951553049515530495155304951553049.yaml')).toEqual([])
  })
})
