import { randomBytes } from 'node:crypto'
import { decryptKeystoreJson, encryptKeystoreJson } from 'ethers'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { addressOf, makeKeystore, openKeystore, parseKeystore } from '../../../src/venue/transport/keystore.js'
import { Secret, scrub } from '../../../src/venue/transport/secret.js'

const CHEAP = { n: 1024, r: 8, p: 1 }
const passphrase = () => new Secret('correct horse battery staple')

// a file that geth wrote, and the vector of the Web3 Secret Storage definition
const GETH_KEY = '0x33ff86a4a29a842eedd42a84f569d945c771857d4ddb639de730a547f08030c3'
const SCRYPT_VECTOR = {
  address: '45dea0fb0bba44f4fcf290bba71fd57d7117cbb8',
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: 'dc4926b48a105133d2f16b96833abf1e' },
    ciphertext: 'b87781948a1befd247bff51ef4063f716cf6c2d3481163e9a8f42e1f9bb74145',
    kdf: 'scrypt',
    kdfparams: {
      ...{ dklen: 32, n: 2, p: 1, r: 8 },
      salt: '004244bbdc51cadda545b1cfa43cff9ed2ae88e08c61f1479dbb45410722f8f0',
    },
    mac: '39990c1684557447940d4c69e06b1b82b2aceacb43f284df65c956daf3046b85',
  },
  id: 'ce541d8d-c79b-40f8-9f8c-20f59616faba',
  version: 3,
}
const VECTOR_KEY = '0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d'
const PBKDF2_VECTOR = {
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
    ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
    kdf: 'pbkdf2',
    kdfparams: {
      ...{ c: 262144, dklen: 32, prf: 'hmac-sha256' },
      salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
    },
    mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
  },
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  version: 3,
}

describe('a keystore', () => {
  it.each([
    ['scrypt', SCRYPT_VECTOR, '', GETH_KEY],
    ['PBKDF2', PBKDF2_VECTOR, 'testpassword', VECTOR_KEY],
  ])('of others, with %s, is opened', (_name, vector, words, key) => {
    expect(openKeystore(parseKeystore(JSON.stringify(vector)), new Secret(words)).reveal()).toBe(key)
  })

  it('that ethers wrote is opened, and ethers opens ours', async () => {
    const privateKey = generatePrivateKey()
    const address = privateKeyToAddress(privateKey)
    for (const text of ['correct horse battery staple', 'ünïcödé ﬁ', ' with spaces ']) {
      const theirs = await encryptKeystoreJson({ address, privateKey }, text, { scrypt: { N: 1024, r: 8, p: 1 } })
      expect(openKeystore(parseKeystore(theirs), new Secret(text)).reveal()).toBe(privateKey)
      const ours = makeKeystore(new Secret(privateKey), new Secret(text), CHEAP)
      expect(await decryptKeystoreJson(ours, text)).toMatchObject({ address, privateKey })
    }
  })

  it('does not open by another passphrase, and says neither of them', () => {
    const text = makeKeystore(new Secret(generatePrivateKey()), passphrase(), CHEAP)
    const open = () => openKeystore(parseKeystore(text), new Secret('correct horse battery stable'))
    expect(open).toThrow('keystore: expected the passphrase that it was made with, got another')
    expect(text).not.toContain('horse')
  })

  it('whose key is not that of the address it names is refused', () => {
    const text = makeKeystore(new Secret(generatePrivateKey()), passphrase(), CHEAP)
    const other = `${'ab'.repeat(20)}`
    const forged = text.replace(/"address": "[^"]+"/, `"address": "${other}"`)
    expect(() => openKeystore(parseKeystore(forged), passphrase())).toThrow(`expected the key of 0x${other}`)
  })

  it('costs what others take by default, and no two are the same', () => {
    const key = new Secret(generatePrivateKey())
    const [one, two] = [makeKeystore(key, passphrase()), makeKeystore(key, passphrase(), CHEAP)]
    expect(JSON.parse(one).crypto.kdfparams).toMatchObject({ n: 131_072, r: 8, p: 1, dklen: 32 })
    expect(JSON.parse(one).crypto.kdfparams.salt).not.toBe(JSON.parse(two).crypto.kdfparams.salt)
    expect(openKeystore(parseKeystore(one), passphrase()).reveal()).toBe(key.reveal())
  })

  it.each([
    ['no JSON', 'hello', 'expected JSON of version 3'],
    ['another version', JSON.stringify({ ...SCRYPT_VECTOR, version: 1 }), 'version'],
    ['a costly scrypt', changed({ n: 2 ** 24, r: 8 }), 'expected scrypt within 1 GiB of memory'],
    ['an n that is none', changed({ n: 1000, r: 8 }), 'expected n to be a power of two'],
    ['an n that r is too small for', changed({ n: 2 ** 18, r: 1 }), 'below 2^(16 r)'],
    ['hours of scrypt', changed({ n: 2 ** 20, r: 8, p: 16 }), '8 GiB of work'],
    ['a short derived key', changed({ dklen: 16 }), 'crypto.kdfparams.dklen'],
    ['a salt that is no hex', changed({ salt: 'zz' }), 'expected bytes in hex'],
  ])('with %s is refused', (_name, text, message) => {
    expect(() => parseKeystore(text)).toThrow(message)
  })

  it('is known by its address, and its key is taken out of what is printed', () => {
    const key = randomBytes(32).toString('hex')
    const secret = openKeystore(parseKeystore(makeKeystore(new Secret(key), passphrase(), CHEAP)), passphrase())
    expect(addressOf(secret)).toBe(privateKeyToAddress(`0x${key}`))
    expect(scrub(`key ${key}, ${passphrase().reveal()}`)).toBe('key [secret], [secret]')
  })
})

function changed(params: Readonly<Record<string, unknown>>): string {
  const { crypto } = SCRYPT_VECTOR
  return JSON.stringify({ ...SCRYPT_VECTOR, crypto: { ...crypto, kdfparams: { ...crypto.kdfparams, ...params } } })
}
