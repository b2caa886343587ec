import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { check } from '../../../../src/cli/commands/setup/check.js'
import { init } from '../../../../src/cli/commands/setup/init.js'
import type { InitFlags } from '../../../../src/cli/setup/init-answers.js'
import { loadConfig } from '../../../../src/config/config.js'
import { captureContext, openSandbox, type Sandbox } from '../sandbox.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-init-'))
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Nobody is there to be asked, unless answers are given. */
async function write(flags: InitFlags, answers?: readonly string[]) {
  const run = captureContext(false)
  const stdin = Object.assign(new PassThrough(), { isTTY: answers !== undefined })
  let asked = ''
  const stderr = {
    write: (text: string) => {
      asked += text
    },
  }
  const streams = { ...run.context.streams, stdin: stdin as never, stderr }
  for (const answer of answers ?? []) stdin.write(`${answer}\n`)
  const exit = await init(flags, { ...run.context, streams })
  return { exit, asked, stdout: run.stdout }
}
const checked = (file: string, offline: boolean) =>
  check(file, { offline }, captureContext(false, { QUOIN_API_KEY: 'command-test-key' }).context)

describe('quoin init', () => {
  it('writes a sandbox bot without a question where nobody can be asked, and check takes it', async () => {
    const file = join(folder, 'sandbox.yaml')
    expect((await write({ file, place: 'sandbox' })).exit).toBe('ok')
    expect(await checked(file, true)).toBe('ok')
    expect(loadConfig(file)).toMatchObject({ mode: 'paper', venue: { url: 'http://127.0.0.1:8787' } })
    expect(statSync(file).mode & 0o777).toBe(0o644)
  })

  it('asks four questions, again where an answer is none, and an empty one is the default', async () => {
    const file = join(folder, 'asked.yaml')
    const { asked } = await write({ file }, ['moon', 'testnet', 'nowhere', sandbox.server.url, 'fixed-spread', ''])
    const questions = [
      'For the sandbox',
      'Address of the venue: ',
      'Strategy, by name or file [as-logit]: ',
      'at most [3]: ',
    ]
    for (const words of questions) expect(asked).toContain(words)
    expect(asked).toContain('--for: expected one of sandbox, testnet, live, got moon')
    expect(asked).toContain('--url: expected an http or https address, got nowhere')
    const config = loadConfig(file)
    expect([config.strategy.name, config.markets.select?.max, config.mode]).toEqual(['fixed-spread', 3, 'paper'])
    expect(config.venue.profile).toEqual(sandbox.server.profile)
    expect(await checked(file, false)).toBe('ok')
  })

  it('writes a live bot with its keystore, and the profile that the venue publishes; check takes it', async () => {
    const file = join(folder, 'deep', 'live.yaml')
    const keyFile = join(folder, 'key')
    writeFileSync(keyFile, 'a'.repeat(64), { mode: 0o600 })
    const flags = { file, place: 'live', url: sandbox.server.url, markets: '7', keyFile, strategy: 'best-bid-peg' }
    await write(flags)
    expect(loadConfig(file)).toMatchObject({ mode: 'live', markets: { select: { max: 7 } } })
    expect(readFileSync(file, 'utf8')).toContain('privateKeyFile: ../key')
    expect(await checked(file, false)).toBe('ok')
  })

  it('says what is left to fill in where the venue publishes nothing, as check does', async () => {
    const file = join(folder, 'silent.yaml')
    const { stdout } = await write({ file, place: 'testnet', url: 'http://127.0.0.1:1' })
    expect(stdout).toContain('the venue publishes no profile; yours to fill in:')
    expect(stdout).toMatch(/silent\.venue\.yaml:\d+:\d+ typedData\.domain\.verifyingContract: expected/)
    await expect(checked(file, true)).rejects.toThrow('verifyingContract')
  })

  it.each<[string, Omit<InitFlags, 'file'>, string]>([
    ['a place that is none', { place: 'moon' }, '--for: expected one of sandbox, testnet, live, got moon'],
    ['no address', { place: 'live' }, '--url: expected an http or https address, got nothing'],
    ['no number', { place: 'sandbox', markets: 'all' }, '--markets: expected a whole number from 1 to 500, got all'],
    [
      'a strategy that there is not',
      { place: 'sandbox', strategy: 'nosuch' },
      '--strategy: expected one of as-logit, best-bid-peg, fixed-spread, group-consistent, or a file, got nosuch',
    ],
    ['a keystore alone', { place: 'sandbox', keystore: 'k' }, '--keystore, --passphrase-file: expected both or none'],
  ])('refuses %s, and leaves nothing behind', async (_name, flags, message) => {
    const file = join(folder, 'never.yaml')
    await expect(write({ file, ...flags })).rejects.toMatchObject({ code: 'bad-argument', message })
    expect([file, join(folder, 'never.venue.yaml')].some(existsSync)).toBe(false)
  })

  it('never writes over a file, nor leaves the profile of one that it could not write', async () => {
    const file = join(folder, 'there.yaml')
    writeFileSync(file, 'mine')
    await expect(write({ file, place: 'sandbox' })).rejects.toThrow('got one that is there')
    expect(readFileSync(file, 'utf8')).toBe('mine')
    expect(existsSync(join(folder, 'there.venue.yaml'))).toBe(false)
  })
})
