// The bundled server in this process, its markets, and the mover: one client whose orders make the book's events.

import { randomInt } from 'node:crypto'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { type RunningServer, startServer } from '../../src/server/http/start-server.js'
import { serverConfig } from '../../src/server/schema.js'
import { BASE_SHARES, EXTRA_SHARES, MARKETS } from './protocol.js'
import { type Ask, Wallet } from './signed-order.js'

const RAW = 1_000_000n
const MOVER_KEY = 'bench-key-of-the-mover'
const FAR = 1_000_000
const generous = { perSecond: 1_000_000, perMinute: 50_000_000 }

export interface Client {
  readonly name: string
  readonly apiKey: string
  readonly privateKey: `0x${string}`
  readonly marketIds: readonly string[]
}

export const clientOf = (name: string): Client => ({
  name,
  apiKey: `bench-key-of-${name}`,
  privateKey: generatePrivateKey(),
  marketIds: Array.from({ length: MARKETS }, (_, n) => `${name}-${n}`),
})

type Kind = 'order' | 'cancel'
const kindOf = (method: string, path: string): Kind | undefined => {
  if (method !== 'POST') return undefined
  if (path === '/orders/cancel-many') return 'cancel'
  return /^\/markets\/[^/]+\/orders$/.test(path) ? 'order' : undefined
}

export class Stage {
  readonly server: RunningServer
  readonly #wallet: Wallet
  #token = ''
  readonly #tokens = new Map<string, readonly [bigint, bigint]>()
  /** The mover's orders that come and go. */
  readonly #extras = new Map<string, string>()
  /** When requests arrived, by API key and kind. */
  readonly #arrivals = new Map<string, number[]>()

  private constructor(server: RunningServer, wallet: Wallet) {
    this.server = server
    this.#wallet = wallet
    const { api } = server
    const handle = api.handle.bind(api)
    api.handle = (request, nowMs, reply) => {
      const kind = kindOf(request.method, request.path)
      if (kind !== undefined) this.arrivals(request.headers['x-api-key'] ?? '', kind).push(performance.now())
      handle(request, nowMs, reply)
    }
  }

  static async start(clients: readonly Client[]): Promise<Stage> {
    const privateKey = generatePrivateKey()
    const wallets = [privateKey, ...clients.map((client) => client.privateKey)]
    const keys = [MOVER_KEY, ...clients.map(({ apiKey }) => apiKey)]
    const server = await startServer({
      config: serverConfig.parse({
        port: 0,
        keys: keys.map((key, n) => ({ name: `key-${n}`, tier: 'INTERNAL', key })),
        tiers: { INTERNAL: { read: generous, write: generous, cancel: generous, account: generous } },
        accounts: wallets.map((wallet) => ({ address: privateKeyToAddress(wallet), collateral: FAR })),
        markets: clients.flatMap(({ marketIds }) =>
          marketIds.map((id) => ({ question: `Market ${id}?`, id, endsInSec: 86_400 })),
        ),
      }),
    })
    const stage = new Stage(server, new Wallet(privateKey))
    stage.#token = await stage.#wallet.signIn(stage.#ask, server.published)
    const ids = clients.flatMap(({ marketIds }) => marketIds)
    for (const id of ids) {
      const { outcomes } = await stage.#ask('GET', `/markets/${id}`)
      stage.#tokens.set(id, [BigInt(outcomes[0].tokenId), BigInt(outcomes[1].tokenId)])
      await stage.#bid(id, 0, { ticks: 50n, shares: BASE_SHARES })
      await stage.#bid(id, 1, { ticks: 40n, shares: BASE_SHARES })
    }
    await stage.add(ids)
    return stage
  }

  /** Milliseconds at which requests of a client came, since the last `forget`. */
  arrivals(apiKey: string, kind: Kind): number[] {
    const key = `${apiKey} ${kind}`
    const known = this.#arrivals.get(key) ?? []
    this.#arrivals.set(key, known)
    return known
  }

  forget(): void {
    this.#arrivals.clear()
  }

  /** More rests at the best bid. */
  async add(ids: readonly string[]): Promise<void> {
    await Promise.all(
      ids.map(async (id) => {
        this.#extras.set(id, await this.#bid(id, 0, { ticks: 50n, shares: EXTRA_SHARES }))
      }),
    )
  }

  /** It goes, in all of them at once. Resolves to when the server heard of it. */
  async remove(ids: readonly string[]): Promise<number> {
    const orderHashes = ids.map((id) => this.#extras.get(id))
    const { cancelled } = await this.#ask('POST', '/orders/cancel-many', { orderHashes })
    if (cancelled !== ids.length) throw new Error(`expected ${ids.length} cancelled, got ${cancelled}`)
    const [atMs] = this.arrivals(MOVER_KEY, 'cancel')
    if (atMs === undefined) throw new Error('the move did not arrive')
    return atMs
  }

  /** Orders of a client that rest, at this price in ticks. */
  resting({ privateKey }: Client, ticks: number): number {
    const account = privateKeyToAddress(privateKey)
    return this.server.api.exchange
      .orders({ account, statuses: ['open'] })
      .filter(({ price, remainingRaw }) => price === Math.round(ticks) && remainingRaw > 0n).length
  }

  async #bid(id: string, outcome: 0 | 1, { ticks, shares }: { ticks: bigint; shares: number }): Promise<string> {
    const tokenId = this.#tokens.get(id)?.[outcome] ?? BigInt(randomInt(1))
    const takerAmount = BigInt(shares) * RAW
    const fields = { tokenId, makerAmount: (takerAmount * ticks) / 100n, takerAmount, feeRateBps: 0n }
    return (await this.#ask('POST', `/markets/${id}/orders`, await this.#wallet.order(fields, this.server.published)))
      .orderHash
  }

  readonly #ask: Ask = async (method, path, body) => {
    const answer = await fetch(`${this.server.url}${path}`, {
      method,
      headers: {
        'x-api-key': MOVER_KEY,
        ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const value = await answer.json()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(value)}`)
    return value
  }
}
