// `quoin demo`: a server with living markets, a fresh wallet with test money, and a bot that quotes there over the real protocols.

import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetch } from 'undici'
import { privateKeyToAddress } from 'viem/accounts'
import { type Config, loadConfig } from '../../../config/config.js'
import { QuoinError } from '../../../domain/error.js'
import type { Address } from '../../../domain/market/market.js'
import { collateralUnitRaw } from '../../../venue/wire/profile.js'
import { runBot } from '../../bot/run-bot.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { ADVICE_AFTER_MS, demoAdvice } from '../../demo-advice.js'
import { PACKAGE_ROOT } from '../../package-root.js'
import { type ChildServer, startChildServer } from '../../venue/child-server.js'

/** Test money of the demo's wallet, in units of collateral. */
const START_COLLATERAL = 1000

export interface DemoOptions {
  /** Arguments of node up to the script, to start the server with. */
  readonly entry: readonly string[]
}

export async function demo({ entry }: DemoOptions, context: CommandContext): CommandResult {
  const folder = await mkdtemp(join(tmpdir(), 'quoin-demo-'))
  context.out.note('starting a server with living markets')
  const server = await startChildServer(entry, join(PACKAGE_ROOT, 'config/demo-server.yaml'))
  try {
    const wallet = await makeWallet(folder)
    await fund(server, wallet.address)
    const config = demoConfig({ server, folder, keyFile: wallet.keyFile })
    const file = await writeConfig(server, folder)
    const advice = {
      afterMs: ADVICE_AFTER_MS,
      lines: ({ page = '', status = '' }) => demoAdvice({ server: server.url, page, status, config: file }),
    }
    return await runBot(config, { mode: 'live', name: folder, addresses: { server: server.url }, advice }, context)
  } finally {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function makeWallet(folder: string): Promise<{ readonly keyFile: string; readonly address: Address }> {
  const key = `0x${randomBytes(32).toString('hex')}` as const
  const keyFile = join(folder, 'private-key')
  await writeFile(keyFile, key, { mode: 0o600 })
  return { keyFile, address: privateKeyToAddress(key) }
}

const botKey = (server: ChildServer) => server.keys[0]?.key ?? server.apiKey

/** Throws `venue-failed` when the server gives nothing. */
async function fund(server: ChildServer, account: Address): Promise<void> {
  const unit = collateralUnitRaw(server.profile)
  const response = await fetch(`${server.url}/sandbox/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': botKey(server) },
    body: JSON.stringify({ account, amount: (BigInt(START_COLLATERAL) * unit).toString() }),
  })
  if (!response.ok)
    throw new QuoinError('venue-failed', `faucet: expected 2xx, got ${response.status} ${await response.text()}`)
}

/** A configuration for other commands beside the demo. The key in it is worth nothing elsewhere. */
async function writeConfig(server: ChildServer, folder: string): Promise<string> {
  const path = join(folder, 'bot.yaml')
  const profile = join(PACKAGE_ROOT, 'config/venues/sandbox.yaml')
  // JSON is YAML
  const text = JSON.stringify({
    venue: { profile, url: server.url, apiKey: botKey(server) },
    markets: { select: {} },
    strategy: { name: 'as-logit' },
  })
  await writeFile(path, text, { mode: 0o600 })
  return path
}

interface DemoParts {
  readonly server: ChildServer
  readonly folder: string
  readonly keyFile: string
}

function demoConfig({ server, folder, keyFile }: DemoParts): Config {
  const config = loadConfig(join(PACKAGE_ROOT, 'config/demo.yaml'))
  return {
    ...config,
    venue: { profile: server.profile, url: server.url, apiKey: botKey(server) },
    wallet: { privateKeyFile: keyFile },
    execution: { ...config.execution, journal: { ...config.execution.journal, path: join(folder, 'journal') } },
  }
}
