import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiKeyFlags, apiKeys } from '../../../../src/cli/commands/venue/api-keys.js'
import { markets } from '../../../../src/cli/commands/venue/markets.js'
import { referral } from '../../../../src/cli/commands/venue/referral.js'
import { captureContext, openSandbox, type Sandbox } from '../sandbox.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-api-keys-'))
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

async function run(flags: ApiKeyFlags, path = sandbox.config()) {
  const capture = captureContext(true)
  await apiKeys(path, flags, capture.context)
  return { shown: JSON.parse(capture.stdout), text: capture.stdout + capture.stderr }
}
const secretIn = (file: string) => readFileSync(file, 'utf8').trim()
/** A configuration that reads with this key. */
const withKey = (file: string) => {
  const path = sandbox.config()
  writeFileSync(path, readFileSync(path, 'utf8').replace('apiKey: command-test-key', `apiKeyFile: ${file}`))
  return path
}

describe('quoin api-keys', () => {
  it('creates a key whose secret is in a file alone, rotates it, and revokes it', async () => {
    const [first, second] = [join(folder, 'first'), join(folder, 'second')]
    const created = await run({ action: 'create', key: 'maker', out: first })
    expect(created.shown).toMatchObject({ name: 'maker', tier: 'DEFAULT', file: first })
    expect(created.text).not.toContain(secretIn(first))
    expect(statSync(first).mode & 0o777).toBe(0o600)
    expect(await markets(withKey(first), captureContext(true).context)).toBe('ok')

    const { id } = created.shown
    const rotated = await run({ action: 'rotate', key: id, out: second })
    expect(rotated.text).not.toContain(secretIn(second))
    await expect(markets(withKey(first), captureContext(true).context)).rejects.toMatchObject({ code: 'bad-api-key' })
    expect(await markets(withKey(second), captureContext(true).context)).toBe('ok')

    expect((await run({ action: 'list' })).shown.keys).toMatchObject([{ id, name: 'maker' }])
    expect((await run({ action: 'revoke', key: id })).shown).toEqual({ revoked: id })
    expect((await run({ action: 'list' })).shown).toEqual({ keys: [] })

    const text = readFileSync(join(sandbox.journal, sandbox.account.toLowerCase(), 'operations.jsonl'), 'utf8')
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ command, outcome }) => [command, outcome])).toEqual(
      ['create', 'rotate', 'revoke'].flatMap((action) => [
        [`api-keys ${action}`, 'begun'],
        [`api-keys ${action}`, 'ok'],
      ]),
    )
    expect(lines[1]).toMatchObject({ name: 'maker', id, atMs: expect.any(Number), actor: expect.any(String) })
    for (const file of [first, second]) expect(text).not.toContain(secretIn(file))
  })

  it('asks for nothing before the secret has a place, and leaves no file where the venue refuses', async () => {
    const taken = join(folder, 'taken')
    writeFileSync(taken, 'mine')
    await expect(run({ action: 'create', key: 'x', out: taken })).rejects.toThrow('got one that is there')
    await expect(run({ action: 'create', key: 'x' })).rejects.toThrow('--out: expected a new file for the secret')
    await expect(run({ action: 'revoke' })).rejects.toThrow('key: expected the id of a key')
    await expect(run({ action: 'list', key: 'x' })).rejects.toThrow('key: expected none, for all are listed, got x')
    await expect(run({ action: 'list', out: taken })).rejects.toThrow('--out: expected only with create or rotate')
    expect((await run({ action: 'list' })).shown).toEqual({ keys: [] })
    const file = join(folder, 'never')
    await expect(run({ action: 'rotate', key: 'absent', out: file })).rejects.toMatchObject({ code: 'not-found' })
    expect(existsSync(file)).toBe(false)
  })
})

describe('quoin referral', () => {
  it('tells the code, takes that of another wallet once, and then shows it to that wallet', async () => {
    const key = join(folder, 'other')
    writeFileSync(key, generatePrivateKey(), { mode: 0o600 })
    const other = sandbox.config()
    writeFileSync(other, readFileSync(other, 'utf8').replace(/privateKeyFile: .* }/, `privateKeyFile: ${key} }`))
    const asked = async (path: string, code?: string) => {
      const capture = captureContext(true)
      expect(await referral(path, code, capture.context)).toBe('ok')
      return JSON.parse(capture.stdout)
    }
    const { code, refereeCount } = await asked(sandbox.config())
    expect([code.length, refereeCount]).toEqual([10, 0])
    expect(await asked(other, code)).toEqual({ ok: true, changed: true, referredBy: sandbox.account })
    expect((await asked(other, code)).changed).toBe(false)
    const words = captureContext(false)
    await referral(sandbox.config(), undefined, words.context)
    expect(words.stdout).toMatch(/^code \w{10}, [\d.]+ % of the fees of 1 referees\nrewards 0\.00[\s\S]*REFEREE/)
    await expect(asked(sandbox.config(), code)).rejects.toMatchObject({
      message: expect.stringContaining('somebody else'),
    })
    await expect(asked(other, 'x'.repeat(33))).rejects.toThrow('expected 1 to 32 characters, got 33')
  })
})
