// A bot process at a server process as an outsider sees them: the account's orders and the market's best bids by REST, `/metrics`.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { z } from 'zod'
import { type ChildServer, startChildServer } from '../../src/cli/venue/child-server.js'
import { type BotProcess, runLive } from '../loopback/bot-process.js'
import { BUSY_WORLD } from '../loopback/loopback-venue.js'
import { PROGRAM } from '../program.js'

const KEY = 'outsider-test-key'
const PAUSE_MS = 100

const orderList = z.object({ orders: z.array(z.object({ conditionId: z.string() })) })
const marketList = z.object({ data: z.array(z.object({ id: z.string(), conditionId: z.string() })).min(1) })
const root = z.object({
  profile: z.object({ siwe: z.object({ domain: z.string(), uri: z.string(), chainId: z.number() }) }),
})

export interface Watched {
  /** Until nothing rested in a market for the first time, milliseconds. */
  readonly pulledAfterMs: ReadonlyMap<string, number>
  /** Longest time in a row that something rested in a market although its best bids are others than at the start, milliseconds. */
  readonly longestWrongMs: number
}

export class Outsider {
  readonly #folder: string
  readonly #wallet: PrivateKeyAccount
  readonly #server: ChildServer
  readonly #bot: BotProcess
  #token: string | undefined

  /** `settings`: what the bot's configuration says besides. */
  static async start(settings: object = {}): Promise<Outsider> {
    const folder = mkdtempSync(join(tmpdir(), 'quoin-outsider-'))
    const key = generatePrivateKey()
    const wallet = privateKeyToAccount(key)
    writeFileSync(join(folder, 'key'), key, { mode: 0o600 })
    // JSON is YAML
    const served = {
      port: 0,
      keys: [{ name: 'bot', tier: 'INTERNAL', key: KEY }],
      accounts: [{ address: wallet.address, collateral: 5000 }],
      world: BUSY_WORLD,
    }
    writeFileSync(join(folder, 'server.yaml'), JSON.stringify(served))
    const server = await startChildServer(PROGRAM, join(folder, 'server.yaml'))
    const config = {
      mode: 'live',
      venue: { profile: server.profile, url: server.url, apiKey: KEY },
      wallet: { privateKeyFile: join(folder, 'key') },
      markets: { select: { max: 4, minTimeLeftSec: 2, refreshSec: 2 } },
      strategy: { name: 'as-logit' },
      execution: { journal: { path: join(folder, 'journal') } },
      telemetry: { port: 0, logLevel: 'error' },
      report: { write: false },
      ...settings,
    }
    writeFileSync(join(folder, 'bot.yaml'), JSON.stringify(config))
    const bot = runLive(join(folder, 'bot.yaml'), { QUOIN_STATE_DIR: join(folder, 'state') })
    return new Outsider({ folder, wallet, server, bot })
  }

  private constructor(parts: {
    readonly folder: string
    readonly wallet: PrivateKeyAccount
    readonly server: ChildServer
    readonly bot: BotProcess
  }) {
    this.#folder = parts.folder
    this.#wallet = parts.wallet
    this.#server = parts.server
    this.#bot = parts.bot
  }

  async close(): Promise<void> {
    await this.#server.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** A fault of `POST /sandbox/faults`. */
  async fault(spec: Record<string, unknown>): Promise<void> {
    await this.#ask('POST', '/sandbox/faults', spec)
  }

  async clearFaults(): Promise<void> {
    await this.#ask('DELETE', '/sandbox/faults')
  }

  /** Ids of all open markets by their condition. */
  async markets(): Promise<ReadonlyMap<string, string>> {
    const { data } = marketList.parse(await this.#ask('GET', '/markets?limit=50'))
    return new Map(data.map(({ id, conditionId }) => [conditionId, id]))
  }

  /** Markets in which orders of the account rest, by its own list. */
  async quoted(): Promise<ReadonlySet<string>> {
    this.#token ??= await this.#signIn()
    const answer = await this.#ask('GET', '/me/orders?status=open,partially_filled&limit=100')
    return new Set(orderList.parse(answer).orders.map(({ conditionId }) => conditionId))
  }

  /** Values of `quoin_feed_healthy`. */
  healthy(): Promise<readonly number[]> {
    return this.metric('quoin_feed_healthy')
  }

  /** Of all its series. */
  async metric(name: string): Promise<readonly number[]> {
    if (this.#bot.isOver) throw new Error(this.#bot.stderr)
    const { metrics } = z.object({ metrics: z.string() }).parse(this.#bot.line('running'))
    const text = await (await fetch(metrics)).text()
    const series = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm')
    return [...text.matchAll(series)].map(([, value]) => Number(value))
  }

  /** Looks for `forMs` at the quotes in these markets. */
  async watch(markets: ReadonlyMap<string, string>, forMs: number): Promise<Watched> {
    const start = performance.now()
    const first = await this.#bestBids(markets)
    const pulledAfterMs = new Map<string, number>()
    const wrongSince = new Map<string, number>()
    let longestWrongMs = 0
    for (let now = start; now - start < forMs; now = performance.now()) {
      const [quoted, bids] = await Promise.all([this.quoted(), this.#bestBids(markets)])
      for (const id of markets.keys()) {
        if (!quoted.has(id) && !pulledAfterMs.has(id)) pulledAfterMs.set(id, performance.now() - start)
        if (!quoted.has(id) || bids.get(id) === first.get(id)) wrongSince.delete(id)
        else if (!wrongSince.has(id)) wrongSince.set(id, now)
        longestWrongMs = Math.max(longestWrongMs, now - (wrongSince.get(id) ?? now))
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    return { pulledAfterMs, longestWrongMs }
  }

  /** Of the others, as text. */
  async #bestBids(markets: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
    const read = async ([conditionId, id]: readonly [string, string]) => {
      const answer = await this.#ask('GET', `/markets/${id}/best-bids?excludeMaker=${this.#wallet.address}`)
      const { bestBids } = z.object({ bestBids: z.unknown() }).parse(answer)
      return [conditionId, JSON.stringify(bestBids)] as const
    }
    return new Map(await Promise.all([...markets].map(read)))
  }

  async #signIn(): Promise<string> {
    const { siwe } = root.parse(await this.#ask('GET', '/')).profile
    const { nonce } = z.object({ nonce: z.string() }).parse(await this.#ask('GET', '/auth/nonce'))
    const message = createSiweMessage({ ...siwe, address: this.#wallet.address, nonce, version: '1' })
    const body = { message, signature: await this.#wallet.signMessage({ message }) }
    return z.object({ accessToken: z.string() }).parse(await this.#ask('POST', '/auth/verify', body)).accessToken
  }

  async #ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.#server.url}${path}`, {
      method,
      headers: {
        'x-api-key': KEY,
        ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer
  }
}
