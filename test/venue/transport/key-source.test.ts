import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findKey } from '../../../src/venue/transport/key-source.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-key-'))
afterAll(() => rmSync(folder, { recursive: true }))

function keyFile(mode: number, text = 'secret-key-value\n'): string {
  const file = join(folder, `key-${mode}-${text.length}`)
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
}

describe('finding a key', () => {
  it.each([0o400, 0o600])('reads a file of mode %i without a warning', (mode) => {
    const found = findKey({ name: 'KEY', file: keyFile(mode), env: {} })
    expect(found?.secret.reveal()).toBe('secret-key-value')
    expect(found?.warnings).toEqual([])
  })

  it.each([0o644, 0o640, 0o666, 0o700])('refuses a file of mode %i, naming it and never its content', (mode) => {
    const file = keyFile(mode)
    expect(() => findKey({ name: 'KEY', file, env: {} })).toThrow(`0${mode.toString(8)} on ${file}`)
    expect(() => findKey({ name: 'KEY', file, env: {} })).not.toThrow('secret-key-value')
  })

  it('refuses a missing and an empty file', () => {
    expect(() => findKey({ name: 'KEY', file: join(folder, 'none'), env: {} })).toThrow('ENOENT')
    expect(() => findKey({ name: 'KEY', file: keyFile(0o400, ' \n'), env: {} })).toThrow('empty file')
  })

  it('names who named the file: a setting, or the variable that is read for it', () => {
    const [file, env] = [join(folder, 'none'), { KEY_FILE: join(folder, 'none') }]
    const fileFrom = 'wallet.privateKeyFile'
    expect(() => findKey({ name: 'KEY', file, fileFrom, env: {} })).toThrow(
      `wallet.privateKeyFile: expected a readable file, got ENOENT on ${file}`,
    )
    expect(() => findKey({ name: 'KEY', env })).toThrow('KEY_FILE: expected a readable file')
  })

  it('prefers the given file, then the file of the environment, then the value with a warning', () => {
    const env = { KEY: 'value-of-env', KEY_FILE: keyFile(0o400, 'value-of-file') }
    expect(findKey({ name: 'KEY', file: keyFile(0o600), env })?.secret.reveal()).toBe('secret-key-value')
    expect(findKey({ name: 'KEY', env })?.secret.reveal()).toBe('value-of-file')
    const found = findKey({ name: 'KEY', env: { KEY: 'value-of-env' } })
    expect(found?.secret.reveal()).toBe('value-of-env')
    expect(found?.warnings[0]).toContain('KEY_FILE')
    expect(findKey({ name: 'KEY', env: {} })).toBeUndefined()
  })
})
