import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withHeldWallet } from '../../../../src/cli/bot/fleet/held-by-hand.js'
import { loadConfig } from '../../../../src/config/config.js'
import { ticks } from '../../../../src/domain/amounts/price.js'
import { lots } from '../../../../src/domain/amounts/size.js'
import type { Market } from '../../../../src/domain/market/market.js'
import { walletFile, walletHolder } from '../../../../src/execution/journal/lock/wallet-lock.js'
import { awaitAnswer } from '../../../../src/venue/await-answer.js'
import type { SignedOrder } from '../../../../src/venue/trading.js'
import { SANDBOX_CHAIN_ID } from '../../../../src/venue/wire/profile.js'
import { captureContext, openSandbox, type Sandbox } from '../../commands/sandbox.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-held-'))
const { context } = captureContext(true, { QUOIN_STATE_DIR: folder })
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

const wallet = () => ({ folder, chainId: SANDBOX_CHAIN_ID, account: sandbox.account })

it('holds the wallet for as long as the task goes on', async () => {
  const config = loadConfig(sandbox.config())
  const holder = await withHeldWallet(config, context, async ({ stillHeld }) => {
    stillHeld()
    return await walletHolder(wallet())
  })
  expect(holder?.pid).toBe(process.pid)
  expect(await walletHolder(wallet())).toBeUndefined()
})

it('sends no order of a wallet that another process has taken over, and says so to who asks', async () => {
  const config = loadConfig(sandbox.config())
  await withHeldWallet(config, context, async ({ trading, marketData, stillHeld }) => {
    const market = await awaitAnswer<Market>((done) => marketData.readMarket('kettle', done))
    const { conditionId } = market
    const terms = { conditionId, outcome: 0, side: 'BUY', price: ticks(20), size: lots(500), type: 'GTC' } as const
    const draft = { ...terms, expirationSec: Math.floor(Date.now() / 1000) + 60, feeRateBps: 0 }
    const signed = await awaitAnswer<SignedOrder>((done) => trading.sign(draft, market, done))
    writeFileSync(walletFile(wallet(), 'lock'), '{"another": "holder"}')
    // whoever has just looked does not look again at once
    await wait(200)
    expect(stillHeld).toThrow(expect.objectContaining({ code: 'journal-failed' }))
    await expect(awaitAnswer((done) => trading.submit(signed, done))).rejects.toThrow(/has taken the wallet over/)
  })
  expect(sandbox.server.api.exchange.orders({ account: sandbox.account })).toEqual([])
})
