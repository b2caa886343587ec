// The real server with living markets, a funded wallet, and everything the bot's account did there, seen from the server's side.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { Address, ConditionId } from '../../src/domain/market/market.js'
import { netDirection } from '../../src/domain/market/yes-view.js'
import type { OrderRecord } from '../../src/domain/orders/order.js'
import type { ApiRequest, ApiResponse } from '../../src/server/api/requests/api-request.js'
import type { SocketConn } from '../../src/server/api/socket/socket-conn.js'
import { type RunningServer, startServer } from '../../src/server/http/start-server.js'
import { type ServerConfigInput, serverConfig } from '../../src/server/schema.js'

const UNIT_RAW = 1_000_000n
const START_UNITS = 5000
export const START_RAW = BigInt(START_UNITS) * UNIT_RAW
const API_KEY = 'loopback-test-key'

/** Markets that outlive a test, with enough traders for fills within seconds. */
export const BUSY_WORLD = {
  speed: 3,
  markets: { count: 4, minSec: 1800, maxSec: 2400 },
  noise: { arrivalsPerSec: 2 },
} satisfies ServerConfigInput['world']

export interface Exchange {
  readonly request: ApiRequest
  /** `undefined` until it is answered. */
  response: ApiResponse | undefined
}

export interface LegCrowd {
  readonly leg: string
  readonly orders: number
  readonly ms: number
}

export class LoopbackVenue {
  readonly server: RunningServer
  readonly account: Address
  /** Every request, in the order of arrival. */
  readonly traffic: Exchange[] = []
  /** Decides over every request before the venue sees it: a lost one is never answered. */
  onRequest: (request: ApiRequest) => 'lost' | undefined = () => undefined
  /** Times during which more than one order rested on a leg. */
  readonly crowds: LegCrowd[] = []
  readonly #crowded = new Map<string, { readonly since: number; orders: number }>()
  readonly #folder: string
  readonly #keyFile: string
  readonly #conns = new Set<SocketConn>()
  readonly #watch: NodeJS.Timeout

  constructor(server: RunningServer, wallet: { readonly account: Address; readonly folder: string }) {
    this.server = server
    this.account = wallet.account
    this.#folder = wallet.folder
    this.#keyFile = join(wallet.folder, 'key')
    this.#tap()
    this.#watch = setInterval(() => this.#lookAtLegs(), 5)
  }

  get journal(): string {
    return join(this.#folder, 'journal')
  }

  /** Path of a fresh configuration for a bot here; `more` is appended, and may replace the markets. */
  config(
    more = '',
    markets = '{ select: { max: 4, minTimeLeftSec: 2, refreshSec: 2 } }',
    journal = this.journal,
  ): string {
    const path = join(this.#folder, `bot-${process.hrtime.bigint()}.yaml`)
    // JSON is YAML
    const profile = JSON.stringify(this.server.profile)
    writeFileSync(
      path,
      `mode: live
venue: { profile: ${profile}, url: "${this.server.url}", apiKey: ${API_KEY} }
wallet: { privateKeyFile: ${this.#keyFile} }
markets: ${markets}
strategy: { name: as-logit }
execution: { journal: { path: ${journal} } }
${more.includes('telemetry:') ? '' : 'telemetry: { port: 0, logLevel: error }\n'}${more.includes('report:') ? '' : 'report: { write: false }\n'}${more}`,
    )
    return path
  }

  /** Orders of the account that may still be matched. */
  resting(conditionId?: ConditionId): OrderRecord[] {
    return this.server.api.exchange
      .orders({
        account: this.account,
        statuses: ['open', 'partially_filled'],
        ...(conditionId ? { conditionId } : {}),
      })
      .filter((order) => order.remainingRaw > 0n)
  }

  isTwoSided(conditionId: ConditionId): boolean {
    return new Set(this.resting(conditionId).map(netDirection)).size === 2
  }

  get open(): ConditionId[] {
    const { api } = this.server
    return api.markets
      .all()
      .map((market) => market.conditionId)
      .filter((id) => api.exchange.market(id)?.status === 'OPEN')
  }

  /** Every order that the exchange ever took from the account. */
  ordersEver(): OrderRecord[] {
    return this.server.api.exchange.orders({ account: this.account })
  }

  submits(): Exchange[] {
    return this.traffic.filter(
      ({ request }) => request.method === 'POST' && /^\/markets\/.*\/orders$/.test(request.path),
    )
  }

  fills() {
    return this.server.api.exchange.tradesOf(this.account)
  }

  /** Cuts every socket and refuses new ones. */
  cutSockets(): void {
    this.server.api.refusesSocket = () => 'down for the test'
    for (const conn of this.#conns) conn.disconnect('cut')
  }

  async close(): Promise<void> {
    clearInterval(this.#watch)
    await this.server.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #tap(): void {
    const { api } = this.server
    const handle = api.handle.bind(api)
    api.handle = (request, nowMs, reply) => {
      const seen: Exchange = { request, response: undefined }
      this.traffic.push(seen)
      if (this.onRequest(request) === 'lost') return
      handle(request, nowMs, (response) => {
        seen.response = response
        reply(response)
      })
    }
    const connect = api.connect.bind(api)
    api.connect = (conn, nowMs) => {
      this.#conns.add(conn)
      connect(conn, nowMs)
    }
  }

  #lookAtLegs(): void {
    const now = performance.now()
    const counts = new Map<string, number>()
    for (const { conditionId, outcome, side } of this.resting()) {
      const leg = `${conditionId}/${outcome}/${side}`
      counts.set(leg, (counts.get(leg) ?? 0) + 1)
    }
    for (const [leg, orders] of counts) {
      if (orders < 2) continue
      const known = this.#crowded.get(leg)
      if (known) known.orders = Math.max(known.orders, orders)
      else this.#crowded.set(leg, { since: now, orders })
    }
    for (const [leg, { since, orders }] of this.#crowded) {
      if ((counts.get(leg) ?? 0) > 1) continue
      this.#crowded.delete(leg)
      this.crowds.push({ leg, orders, ms: now - since })
    }
  }
}

/** `settings` replace those of the server; the world is busy unless they say otherwise. */
export async function openVenue(settings: ServerConfigInput = {}): Promise<LoopbackVenue> {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-loopback-'))
  const privateKey = generatePrivateKey()
  const account = privateKeyToAddress(privateKey)
  writeFileSync(join(folder, 'key'), privateKey, { mode: 0o600 })
  const server = await startServer({
    config: serverConfig.parse({
      port: 0,
      keys: [{ name: 'bot', tier: 'MM', key: API_KEY }],
      accounts: [{ address: account, collateral: START_UNITS }],
      world: BUSY_WORLD,
      ...settings,
    }),
  })
  return new LoopbackVenue(server, { account, folder })
}
