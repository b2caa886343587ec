// Commands beside a running bot: what they say of it, while another process really holds the wallet.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cancelAll } from '../../../src/cli/commands/operate/cancel-all.js'
import { orders } from '../../../src/cli/commands/operate/orders.js'
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
