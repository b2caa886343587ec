import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decryptKeystoreJson } from 'ethers'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import { type KeyFlags, keys } from '../../../../src/cli/commands/setup/keys.js'
import { walletKey } from '../../../../src/cli/venue/wallet-key.js'
import { makeKeystore } from '../../../../src/venue/transport/keystore.js'
import { Secret } from '../../../../src/venue/transport/secret.js'
import { configWith } from '../../../keys/bot-file.js'
import { captureContext } from '../sandbox.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-keystores-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const WORDS = 'nine lives of a careful cat'
const passphraseFile = join(folder, 'passphrase')
writeFileSync(passphraseFile, `${WORDS}\n`, { mode: 0o600 })
const privateKey = generatePrivateKey()
const keyFile = join(folder, 'key')
writeFileSync(keyFile, `${privateKey}\n`, { mode: 0o400 })

async function run(flags: KeyFlags) {
  const capture = captureContext(true)
  await keys(flags, capture.context)
  return { shown: JSON.parse(capture.stdout), text: capture.stdout + capture.stderr }
}
const refused = (flags: KeyFlags) => expect(keys(flags, captureContext(true).context)).rejects

describe('quoin keys', () => {
  it('makes a new key that others open, in a file of mode 0600, and prints its address alone', async () => {
    const file = join(folder, 'deep', 'new.json')
    const { shown, text } = await run({ action: 'new', file, passphraseFile })
    const opened = await decryptKeystoreJson(readFileSync(file, 'utf8'), WORDS)
    expect(shown).toEqual({ address: opened.address, keystore: file })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(text).not.toContain(opened.privateKey.slice(2))
    expect(text).not.toContain(WORDS)
  })

  it('takes over the key of a file, which a configuration then signs with', async () => {
    const file = join(folder, 'imported.json')
    const { shown } = await run({ action: 'import', file, keyFile, passphraseFile })
    expect(shown.address).toBe(privateKeyToAddress(privateKey))
    const config = configWith({ 'wallet.keystoreFile': file, 'wallet.passphraseFile': passphraseFile })
    const env = { QUOIN_PRIVATE_KEY: generatePrivateKey() }
    expect(walletKey(config, env)).toMatchObject({ warnings: [] })
    expect(walletKey(config, env).secret.reveal()).toBe(privateKey)
  })

  it('tells whose key a keystore or a file of a key holds, and whether that was looked at', async () => {
    const file = join(folder, 'known.json')
    writeFileSync(file, makeKeystore(new Secret(privateKey), new Secret(WORDS), { n: 1024, r: 8, p: 1 }))
    const address = privateKeyToAddress(privateKey)
    expect((await run({ action: 'address', file: keyFile })).shown).toEqual({ address, verified: true })
    expect((await run({ action: 'address', file, passphraseFile })).shown).toEqual({ address, verified: true })
    expect((await run({ action: 'address', file })).shown).toEqual({ address: address.toLowerCase(), verified: false })
  })

  it('never writes over a file', async () => {
    const file = join(folder, 'there')
    writeFileSync(file, 'precious')
    await refused({ action: 'new', file, passphraseFile }).toMatchObject({
      code: 'bad-argument',
      message: expect.stringContaining('got one that is there, and would be lost'),
    })
    expect(readFileSync(file, 'utf8')).toBe('precious')
  })

  it('refuses a passphrase that is missing, open to others, or short, and a key that is none; nothing is repeated', async () => {
    const file = join(folder, 'never.json')
    const [open, short, odd] = ['open', 'short', 'odd'].map((name) => join(folder, name))
    writeFileSync(open ?? '', WORDS, { mode: 0o644 })
    writeFileSync(short ?? '', 'tiny', { mode: 0o600 })
    writeFileSync(odd ?? '', `${privateKey}00`, { mode: 0o600 })
    await refused({ action: 'new', file }).toThrow('--passphrase-file: expected a file')
    await refused({ action: 'new', file, passphraseFile: open ?? '' }).toThrow(
      'expected file mode 0400 or 0600, got 0644',
    )
    await refused({ action: 'new', file, passphraseFile: short ?? '' }).toThrow('expected 12 characters or more, got 4')
    await refused({ action: 'new', file, passphraseFile, keyFile }).toThrow('--key-file: expected only with import')
    await refused({ action: 'import', file, passphraseFile }).toThrow('--key-file: expected a file')
    const importing = { action: 'import', file, passphraseFile, keyFile: odd ?? '' } as const
    await refused(importing).toMatchObject({ message: 'private key: expected 64 hex digits, got 66 characters' })
    await refused({ action: 'new', file: privateKey, passphraseFile }).toThrow(
      'expected a path, got what looks like a key',
    )
    expect(existsSync(file)).toBe(false)
  })
})

describe('a wallet with a keystore', () => {
  it('is refused without its passphrase, with another one, and beside another key', () => {
    const file = join(folder, 'wallet.json')
    writeFileSync(file, makeKeystore(new Secret(privateKey), new Secret('other words'), { n: 1024, r: 8, p: 1 }))
    expect(() => configWith({ 'wallet.keystoreFile': file })).toThrow(
      'expected keystoreFile and passphraseFile together',
    )
    const both = { 'wallet.keystoreFile': file, 'wallet.passphraseFile': passphraseFile }
    expect(() => configWith({ ...both, 'wallet.privateKeyFile': keyFile })).toThrow(
      'expected at most one of keystoreFile',
    )
    expect(() => walletKey(configWith(both), {})).toThrow('expected the passphrase that it was made with, got another')
    const gone = configWith({ ...both, 'wallet.keystoreFile': join(folder, 'gone') })
    expect(() => walletKey(gone, {})).toThrow('keystore: expected a readable file, got ENOENT')
  })
})
