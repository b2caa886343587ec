// A maker in a living sandbox with news: a process of its own on a key of one tier, at a server whose hidden path is the same for everyone.

import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { type RunningServer, startServer } from '../../src/server/http/start-server.js'
import { serverConfig } from '../../src/server/schema.js'
import { Judge, type Verdict } from './judge.js'
import type { MakerTask } from './protocol.js'

export const NEWS_TIERS = ['DEFAULT', 'PRO', 'MM'] as const
export type NewsTier = (typeof NEWS_TIERS)[number]
export const MAKERS = ['bot', 'plain'] as const
export type Maker = (typeof MAKERS)[number]

export interface NewsOptions {
  /** Of the sources, compiled. */
  readonly root: string
  readonly tier: NewsTier
  readonly seed: number
  /** How long it is judged, seconds. */
  readonly seconds: number
  /** From the start until then: sign-in and the first pairs are not the matter. */
  readonly settledSec: number
}

const KEY = 'bench-key-of-the-maker'
const FAR = 1e6
const LOOK_MS = 2

/** The demo's traders, in markets that outlive the run, with news in each every forty seconds. */
const WORLD = {
  markets: { count: 5, minSec: 1200, maxSec: 1800 },
  probability: { jumpsPerSec: 0.025 },
}

const botConfig = ({ server, folder, root }: Place) => ({
  mode: 'live',
  venue: { profile: server.profile, url: server.url, apiKey: KEY },
  wallet: { privateKeyFile: join(folder, 'key') },
  markets: { select: { max: WORLD.markets.count } },
  strategy: { file: join(root, 'bench/news/strategy.js') },
  risk: { maxMarketShares: FAR, maxTotalShares: FAR, maxTotalCollateral: FAR, maxTotalLoss: FAR },
  execution: { journal: { path: join(folder, 'journal') } },
  telemetry: { port: 0, logLevel: 'error' },
  report: { write: false },
})

interface Place {
  readonly server: RunningServer
  readonly folder: string
  readonly root: string
}

async function startBot(privateKey: string, place: Place): Promise<ChildProcess> {
  const { folder, root } = place
  writeFileSync(join(folder, 'key'), privateKey, { mode: 0o600 })
  writeFileSync(join(folder, 'bot.yaml'), JSON.stringify(botConfig(place)))
  const args = [join(root, 'src/cli/main.js'), 'run', join(folder, 'bot.yaml'), '--live', '--json']
  const env = { ...process.env, QUOIN_STATE_DIR: join(folder, 'state') }
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env })
  await once(createInterface(child.stdout), 'line')
  return child
}

async function startPlain(privateKey: `0x${string}`, { server, root }: Place): Promise<ChildProcess> {
  const task: MakerTask = { url: server.url, apiKey: KEY, privateKey }
  const child = fork(join(root, 'bench/news/plain-maker-process.js'), [JSON.stringify(task)])
  await once(child, 'message')
  return child
}

export async function playNews(maker: Maker, { root, tier, seed, seconds, settledSec }: NewsOptions): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-bench-news-'))
  const privateKey = generatePrivateKey()
  const account = privateKeyToAddress(privateKey)
  const judge = new Judge()
  const server = await startServer({
    config: serverConfig.parse({
      ...{ port: 0, seed, world: WORLD },
      keys: [{ name: 'maker', tier, key: KEY }],
      accounts: [{ address: account, collateral: FAR }],
    }),
    observer: judge,
  })
  const { exchange } = server.api
  let child: ChildProcess | undefined
  try {
    const place = { server, folder, root }
    child = maker === 'bot' ? await startBot(privateKey, place) : await startPlain(privateKey, place)
    await sleep(settledSec * 1000)
    const fromMs = Date.now()
    while (Date.now() < fromMs + seconds * 1000) {
      judge.look(exchange, account, Date.now())
      await sleep(LOOK_MS)
    }
    const verdict = judge.verdict(exchange, account, fromMs)
    if (verdict.shares === 0) throw new Error(`${maker} on ${tier}: expected fills, got none`)
    return verdict
  } finally {
    child?.kill('SIGKILL')
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
