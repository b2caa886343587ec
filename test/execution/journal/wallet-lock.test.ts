import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockWallet } from '../../../src/execution/journal/wallet-lock.js'

const account = `0x${'Ab'.repeat(20)}` as const

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-wallets-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('is held once per wallet and chain, and free again after its release', async () => {
  const lock = await lockWallet({ folder, chainId: 1, account })
  await expect(lockWallet({ folder, chainId: 1, account })).rejects.toMatchObject({
    code: 'journal-failed',
    message: expect.stringContaining('expected one process per wallet, got a second one'),
  })
  const other = await lockWallet({ folder, chainId: 2, account })
  await other.release()
  await lock.release()
  await (await lockWallet({ folder, chainId: 1, account })).release()
})

it('says which folder cannot be used, and how to choose another', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  await expect(lockWallet({ folder: file, chainId: 1, account })).rejects.toMatchObject({
    code: 'journal-failed',
    message: expect.stringMatching(/file\/wallets: expected a state folder .*QUOIN_STATE_DIR/),
  })
})
