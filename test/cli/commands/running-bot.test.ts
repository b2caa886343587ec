// Commands beside a running bot: what they say of it, while another process really holds the wallet.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cancelAll } from '../../../src/cli/commands/operate/cancel-all.js'
import { orders } from '../../../src/cli/commands/operate/orders.js'
import { type ApiKeyFlags, apiKeys } from '../../../src/cli/commands/venue/api-keys.js'
import { SANDBOX_CHAIN_ID } from '../../../src/venue/wire/profile.js'
import { captureContext, openSandbox, type Sandbox } from './sandbox.js'

const HOLDER = `
import { lockWallet } from './src/execution/journal/lock/wallet-lock.ts'
const [folder, account] = process.argv.slice(1)
await lockWallet({ folder, chainId: ${SANDBOX_CHAIN_ID}, account })
console.log('held')
setInterval(() => {}, 1000)
`

let sandbox: Sandbox
let folder: string
let holder: ChildProcess
beforeAll(async () => {
  sandbox = await openSandbox()
  folder = mkdtempSync(join(tmpdir(), 'quoin-held-'))
  const args = ['--import', 'tsx', '--input-type=module', '-e', HOLDER, folder, sandbox.account]
  holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  if (holder.stdout) await once(holder.stdout, 'data')
})
afterAll(async () => {
  holder.kill('SIGKILL')
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

it('cancel-all says that the bot will quote again, and how to stop it', async () => {
  const people = captureContext(false, { QUOIN_STATE_DIR: folder })
  expect(await cancelAll(sandbox.config(), people.context)).toBe('ok')
  expect(people.stderr).toContain(`process ${holder.pid}`)
  expect(people.stderr).toContain('it will quote again')
  expect(people.stderr).toContain(`kill ${holder.pid}`)

  const program = captureContext(true, { QUOIN_STATE_DIR: folder })
  expect(await cancelAll(sandbox.config(), program.context)).toBe('ok')
  expect(JSON.parse(program.stdout).runningBot).toMatchObject({
    pid: holder.pid,
    note: expect.stringContaining('it will quote again'),
  })
  expect(program.stderr).toBe('')
})

it('orders says so too', async () => {
  const run = captureContext(true, { QUOIN_STATE_DIR: folder })
  expect(await orders(sandbox.config(), run.context)).toBe('ok')
  expect(JSON.parse(run.stdout).runningBot).toMatchObject({ pid: holder.pid })
})

it('the API key that the bot uses is neither rotated nor revoked, another one is', async () => {
  const act = (path: string, flags: ApiKeyFlags, state = folder) =>
    apiKeys(path, flags, captureContext(true, { QUOIN_STATE_DIR: state }).context)
  const [own, other, next] = ['own', 'other', 'next'].map((name) => join(folder, name)) as [string, string, string]
  const made = captureContext(true, { QUOIN_STATE_DIR: folder })
  await apiKeys(sandbox.config(), { action: 'create', key: 'own', out: own }, made.context)
  const { id } = JSON.parse(made.stdout)
  const path = sandbox.config()
  writeFileSync(path, readFileSync(path, 'utf8').replace('apiKey: command-test-key', `apiKeyFile: ${own}`))

  const refusal = `got that of process ${holder.pid} on ${hostname()}, which could cancel nothing any more: stop it first`
  await expect(act(path, { action: 'rotate', key: id, out: next })).rejects.toThrow(refusal)
  await expect(act(path, { action: 'revoke', key: id })).rejects.toThrow(refusal)
  expect(existsSync(next)).toBe(false)
  expect(await orders(path, captureContext(true).context)).toBe('ok')

  const second = captureContext(true)
  await apiKeys(path, { action: 'create', key: 'other', out: other }, second.context)
  expect(await act(path, { action: 'revoke', key: JSON.parse(second.stdout).id })).toBe('ok')
  // no bot is seen by another state folder
  expect(await act(path, { action: 'rotate', key: id, out: next }, join(folder, 'elsewhere'))).toBe('ok')
})

it('nothing is said where nobody holds the wallet, or its holder is dead', async () => {
  const elsewhere = captureContext(true, { QUOIN_STATE_DIR: join(folder, 'elsewhere') })
  await cancelAll(sandbox.config(), elsewhere.context)
  expect(JSON.parse(elsewhere.stdout)).not.toHaveProperty('runningBot')

  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const after = captureContext(true, { QUOIN_STATE_DIR: folder })
  await cancelAll(sandbox.config(), after.context)
  expect(JSON.parse(after.stdout)).not.toHaveProperty('runningBot')
})
