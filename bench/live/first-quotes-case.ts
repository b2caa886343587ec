// How long a bot takes from its start until it quotes both sides of every market: `quoin serve` and `quoin run --live`, each a process.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { OpenCase } from '../harness/figure.js'
import { loadSources } from '../harness/source-paths.js'

const LONGEST_MS = 30_000
/** The status of so many markets is work for the bot too. */
const LOOK_MS = 250
const KEY = 'first-quotes-bench-key'
const FAR = 1e6

interface Server {
  readonly url: string
  readonly profile: unknown
  close(): Promise<void>
}

interface Status {
  readonly markets: readonly { readonly conditionId: string; readonly ownQuotes: readonly unknown[] }[]
}

interface Starter {
  startChildServer(program: readonly string[], config: unknown): Promise<Server>
}

/** As the sources that are measured start it. */
async function startServer(root: string, config: string): Promise<Server> {
  const found: Partial<Starter>[] = await loadSources(root, ['src/cli/venue/child-server.js'])
  const startChildServer = found[0]?.startChildServer
  if (startChildServer === undefined) throw new Error(`${root}: has nothing that starts a server`)
  return startChildServer([join(root, 'src/cli/main.js')], config)
}

// JSON is YAML
const serverConfig = (markets: number, address: string) => ({
  port: 0,
  keys: [{ name: 'bot', tier: 'INTERNAL', key: KEY }],
  accounts: [{ address, collateral: FAR }],
  world: { markets: { count: markets, minSec: 20_000, maxSec: 30_000 } },
})

const botConfig = (markets: number, { url, profile }: Server, folder: string) => ({
  mode: 'live',
  venue: { profile, url, apiKey: KEY },
  wallet: { privateKeyFile: join(folder, 'key') },
  markets: { select: { max: markets, minTimeLeftSec: 30, refreshSec: 30 } },
  strategy: { name: 'as-logit' },
  risk: { maxTotalShares: FAR, maxTotalCollateral: FAR, maxTotalLoss: FAR },
  execution: { journal: { path: join(folder, 'journal') } },
  telemetry: { port: 0, logLevel: 'error' },
})

/** `undefined` where there is no answer: a bot that is busy for seconds gives none. */
async function marketsAt(status: URL): Promise<Status['markets'] | undefined> {
  try {
    const answer: Status = JSON.parse(await (await fetch(status)).text())
    return answer.markets
  } catch {
    return undefined
  }
}

/** Seconds until every market has been quoted on both sides: with fills and reprices some are not at any one moment. */
async function firstQuotes(main: string, config: string, markets: number): Promise<number> {
  const startMs = performance.now()
  const bot = spawn(process.execPath, [main, 'run', config, '--live', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(bot, 'exit')
  try {
    const [line] = await once(createInterface(bot.stdout), 'line')
    const { running } = JSON.parse(String(line))
    const status = new URL('/status', running.metrics)
    const quoted = new Set<string>()
    while (quoted.size < markets && performance.now() - startMs < LONGEST_MS) {
      const seen = await marketsAt(status)
      if (seen === undefined && bot.exitCode !== null) throw new Error(`the bot has ended with ${bot.exitCode}`)
      for (const { conditionId, ownQuotes } of seen ?? []) if (ownQuotes.length >= 2) quoted.add(conditionId)
      await sleep(LOOK_MS)
    }
    return Math.min(LONGEST_MS, performance.now() - startMs) / 1000
  } finally {
    bot.kill('SIGKILL')
    await exit
  }
}

export const open: OpenCase = ({ root, args, quick }) => ({
  async measure() {
    const markets = quick ? 2 : Number(args['markets'])
    const folder = mkdtempSync(join(tmpdir(), 'quoin-bench-live-'))
    try {
      const key = generatePrivateKey()
      writeFileSync(join(folder, 'key'), key, { mode: 0o600 })
      writeFileSync(join(folder, 'server.yaml'), JSON.stringify(serverConfig(markets, privateKeyToAddress(key))))
      const server = await startServer(root, join(folder, 'server.yaml'))
      try {
        writeFileSync(join(folder, 'bot.yaml'), JSON.stringify(botConfig(markets, server, folder)))
        return await firstQuotes(join(root, 'src/cli/main.js'), join(folder, 'bot.yaml'), markets)
      } finally {
        await server.close()
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
})
