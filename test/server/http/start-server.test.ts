import { connect } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../../../src/server/http/start-server.js'
import { serverConfig } from '../../../src/server/schema.js'
import { SERVER_EVENTS } from '../../../src/venue/wire/event-schema.js'
import { errorBody } from '../../../src/venue/wire/primitives.js'
import { type OrderMessage, orderTypedData, ZERO_ADDRESS } from '../../../src/venue/wire/typed-data.js'
import type { Loose } from '../api/venue-driver.js'

const KEY = 'a-personal-key-of-tests'
const wallet = privateKeyToAccount(generatePrivateKey())
const other = privateKeyToAccount(generatePrivateKey())

let server: RunningServer
const faults: unknown[] = []
const sockets: Socket[] = []

beforeAll(async () => {
  const config = serverConfig.parse({
    port: 0,
    keys: [{ name: 'tests', tier: 'INTERNAL', key: KEY }],
    accounts: [wallet, other].map(({ address }) => ({ address, collateral: 1000 })),
    settlement: { delayMs: 20 },
  })
  server = await startServer({ config, onFault: (error) => faults.push(error) })
})

afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await server.close()
  expect(faults).toEqual([])
})

interface Options {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

async function ask(path: string, { method = 'GET', body, headers = {} }: Options = {}) {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      'x-api-key': KEY,
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(text === undefined ? {} : { body: text }),
  })
  const json: Loose = await response.json()
  return { status: response.status, headers: response.headers, body: json }
}

async function signIn(account: typeof wallet): Promise<string> {
  const { nonce } = (await ask('/auth/nonce')).body
  const { domain, uri, chainId, statement = '' } = server.profile.siwe
  const message = createSiweMessage({
    address: account.address,
    domain,
    uri,
    chainId,
    nonce,
    statement,
    version: '1',
  })
  const signature = await account.signMessage({ message })
  const { status, body } = await ask('/auth/verify', { method: 'POST', body: { message, signature } })
  expect(status).toBe(200)
  return body.accessToken
}

/** A signed order, made with viem from nothing but the published profile and the market. */
async function signedOrder(
  account: typeof wallet,
  terms: { outcome: 0 | 1; makerAmount: bigint; takerAmount: bigint },
) {
  const [market] = (await ask('/markets?limit=1')).body.data
  const { feeRateBps } = (await ask(`/markets/${market.id}/fee`)).body
  const message: OrderMessage = {
    salt: BigInt(Math.floor(Math.random() * 2 ** 50)),
    maker: account.address,
    signer: account.address,
    taker: ZERO_ADDRESS,
    tokenId: BigInt(market.outcomes[terms.outcome].tokenId),
    makerAmount: terms.makerAmount,
    takerAmount: terms.takerAmount,
    expiration: 0n,
    nonce: 0n,
    feeRateBps: BigInt(feeRateBps),
    side: 0,
    signatureType: 0,
  }
  const { typedData } = (await ask('/')).body.profile
  const signature = await account.signTypedData(orderTypedData(message, typedData) as never)
  const strings = Object.fromEntries(Object.entries(message).map(([name, value]) => [name, String(value)]))
  return {
    marketId: market.id,
    conditionId: market.conditionId,
    body: { order: { ...strings, signature }, orderType: 'GTC' },
  }
}

async function openSocket(auth: Record<string, unknown>): Promise<Socket> {
  const socket = io(server.url, { transports: ['websocket'], auth, reconnection: false, forceNew: true })
  sockets.push(socket)
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
  })
  return socket
}

function eventOf(socket: Socket, name: string, wanted: (payload: Loose) => boolean = () => true): Promise<Loose> {
  return new Promise((resolve) => {
    const listen = (payload: Loose) => {
      if (!wanted(payload)) return
      socket.off(name, listen)
      resolve(payload)
    }
    socket.on(name, listen)
  })
}

describe('HTTP', () => {
  it('listens on loopback on a free port and publishes its profile', async () => {
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const { status, headers, body } = await ask('/', { headers: { 'x-api-key': '' } })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(headers.get('date')).toBeTruthy()
    expect(body.profile).toEqual(JSON.parse(JSON.stringify(server.published)))
  })

  it('sends the rate headers under their exact names', async () => {
    const { headers } = await ask('/tags')
    for (const window of ['short', 'medium']) {
      for (const name of ['Limit', 'Remaining', 'Reset']) {
        expect(headers.get(`X-RateLimit-${name}-${window}`)).toMatch(/^\d+$/)
      }
    }
    expect(headers.get('retry-after')).toBeNull()
  })

  it('answers 429 without `error` and without a plain Retry-After', async () => {
    const anonymous = { headers: { 'x-api-key': server.sharedKey } }
    const answers = await Promise.all(Array.from({ length: 14 }, () => ask('/tags', anonymous)))
    const blocked = answers.filter(({ status }) => status === 429)
    expect(blocked.length).toBeGreaterThan(0)
    for (const { body, headers } of blocked) {
      expect(body).toEqual({ statusCode: 429, message: 'ThrottlerException: Too Many Requests' })
      expect(headers.get('Retry-After-short')).toBe('1')
      expect(headers.get('retry-after')).toBeNull()
      expect(headers.get('X-RateLimit-Limit-short')).toBeNull()
    }
  })

  it.each([
    ['an unknown route', '/nowhere', {}, 404],
    ['another method', '/tags', { method: 'DELETE' }, 405],
    ['a method nobody knows here', '/tags', { method: 'PROPFIND' }, 405],
    ['broken percent-encoding', '/markets/%E0%A4%A', {}, 400],
    ['malformed JSON', '/auth/refresh', { method: 'POST', body: '{"a":' }, 400],
    ['JSON that is no object', '/auth/refresh', { method: 'POST', body: '[1]' }, 400],
    ['a body above 64 KiB', '/auth/refresh', { method: 'POST', body: { refreshToken: 'x'.repeat(70_000) } }, 413],
    [
      'another content type',
      '/auth/refresh',
      { method: 'POST', body: 'a=b', headers: { 'content-type': 'text/plain' } },
      415,
    ],
    ['an unknown key', '/tags', { headers: { 'x-api-key': 'nope' } }, 401],
  ] as const)("answers %s in the venue's error body", async (_, path, options, status) => {
    const answer = await ask(path, options as Options)
    expect(answer.status).toBe(status)
    expect(errorBody.parse(answer.body)).toMatchObject({ statusCode: status, error: expect.any(String) })
    expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|\.ts:|\bat /)
  })

  it('survives bytes that are no HTTP', async () => {
    const port = Number(new URL(server.url).port)
    const said = await new Promise<string>((resolve) => {
      const raw = connect(port, '127.0.0.1', () => raw.write('\x00\xff nonsense\r\n\r\n'))
      let text = ''
      raw.on('data', (data) => {
        text += data.toString()
      })
      raw.on('error', () => undefined)
      raw.on('close', () => resolve(text))
    })
    expect(said).toMatch(/^HTTP\/1\.1 400/)
    expect((await ask('/health')).status).toBe(200)
  })

  it('forbids storing a new API key', async () => {
    const headers = { authorization: `Bearer ${await signIn(wallet)}` }
    const created = await ask('/me/api-keys', { method: 'POST', body: { name: 'bot' }, headers })
    expect(created.status).toBe(201)
    expect(created.headers.get('cache-control')).toBe('no-store')
    expect((await ask('/tags', { headers: { 'x-api-key': created.body.key } })).status).toBe(200)
  })
})

describe('trading with real signatures', () => {
  it('sign in, submit, match, settle, read it back, cancel', async () => {
    const authorization = `Bearer ${await signIn(wallet)}`
    const socket = await openSocket({ apiKey: KEY, accessToken: authorization.slice(7) })
    const { marketId, conditionId, body } = await signedOrder(wallet, {
      outcome: 0,
      makerAmount: 4_000_000n,
      takerAmount: 10_000_000n,
    })
    const snapshot = eventOf(socket, 'orderbook.snapshot')
    const ack = await socket.timeout(2000).emitWithAck('subscribe', {
      conditionIds: [conditionId],
      channels: ['orderbook', 'trades'],
    })
    expect(ack).toEqual({ accepted: [conditionId], rejected: [] })
    SERVER_EVENTS['orderbook.snapshot'].parse(await snapshot)

    const update = eventOf(socket, 'orderbook.update')
    const submitted = await ask(`/markets/${marketId}/orders`, { method: 'POST', body })
    expect(submitted).toMatchObject({ status: 201, body: { status: 'open' } })
    expect((await update).data).toMatchObject({ price: '0.4', size: '10000000' })

    const settled = eventOf(socket, 'order', ({ data }) => data.filledSize === '3000000')
    const paid = eventOf(socket, 'balance', ({ data }) => data.collateral.total === '998800000')
    const crossing = await signedOrder(other, { outcome: 1, makerAmount: 1_800_000n, takerAmount: 3_000_000n })
    const taken = await ask(`/markets/${marketId}/orders`, { method: 'POST', body: crossing.body })
    expect(taken.body.status).toBe('pending_settlement')
    // settlement comes by the server's own timer
    expect((await settled).data).toMatchObject({ status: 'partially_filled', orderHash: submitted.body.orderHash })
    await paid

    const headers = { authorization }
    const balances = await ask('/me/balances', { headers })
    expect(balances.body.collateral).toEqual({
      total: '998800000',
      available: '996000000',
      locked: '2800000',
      pending: '0',
    })
    const orderHashes = [submitted.body.orderHash]
    const cancelled = await ask('/orders/cancel-many', { method: 'POST', body: { orderHashes }, headers })
    expect(cancelled.body).toEqual({ cancelled: 1, orderHashes, failed: [] })
    const all = await ask(`/markets/${marketId}/orders/cancel-all`, { method: 'POST', headers })
    expect(all).toMatchObject({ status: 200, body: {} })
  })

  it('refuses a signature by another wallet', async () => {
    const { marketId, body } = await signedOrder(wallet, {
      outcome: 0,
      makerAmount: 4_000_000n,
      takerAmount: 10_000_000n,
    })
    const forged = { ...body, order: { ...body.order, maker: other.address, signer: other.address } }
    const answer = await ask(`/markets/${marketId}/orders`, { method: 'POST', body: forged })
    expect(answer).toMatchObject({ status: 400, body: { code: 'bad_signature' } })
    const garbage = { ...body, order: { ...body.order, signature: `0x${'11'.repeat(65)}` } }
    expect((await ask(`/markets/${marketId}/orders`, { method: 'POST', body: garbage })).body.code).toBe(
      'bad_signature',
    )
  })
})

describe('socket.io', () => {
  it('refuses a handshake without a good key or with a bad token', async () => {
    await expect(openSocket({})).rejects.toThrow('Invalid API Key provided')
    await expect(openSocket({ apiKey: 5 })).rejects.toThrow('Invalid API Key provided')
    await expect(openSocket({ apiKey: KEY, accessToken: 'bad' })).rejects.toThrow('Invalid access token')
  })

  it('survives garbage and goes on answering', async () => {
    const socket = await openSocket({ apiKey: KEY })
    for (const payload of [undefined, null, 5, 'x', [], { conditionIds: {} }, { channels: [1] }]) {
      socket.emit('subscribe', payload)
      socket.emit('subscribe')
      socket.emit('anything', payload, payload)
    }
    const ack: Loose = await socket.timeout(2000).emitWithAck('subscribe', { conditionIds: [], channels: [] })
    expect(ack).toEqual({ accepted: [], rejected: [] })
  })

  it('speaks websocket only', async () => {
    const polling = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling`)
    expect(polling.status).toBe(400)
  })
})

describe('startServer', () => {
  it('rejects when the port is taken, and leaves nothing behind', async () => {
    const port = Number(new URL(server.url).port)
    await expect(startServer({ config: serverConfig.parse({ port }) })).rejects.toThrow(/EADDRINUSE/)
  })

  it('stops with clients connected', async () => {
    const short = await startServer({ config: serverConfig.parse({ port: 0, sharedKey: 'another-shared-key' }) })
    const socket = io(short.url, { transports: ['websocket'], auth: { apiKey: short.sharedKey }, reconnection: false })
    await new Promise<void>((resolve) => socket.on('connect', resolve))
    const gone = new Promise<void>((resolve) => socket.on('disconnect', () => resolve()))
    await short.close()
    await gone
    await expect(fetch(short.url)).rejects.toThrow()
    await short.close()
  })
  it('stops at once with an answer under way, however long its client would keep the line', async () => {
    const delay = { kind: 'answer-delayed', delayMs: 600, route: 'GET /tags' }
    const busy = await startServer({
      config: serverConfig.parse({ port: 0, sharedKey: 'another-shared-key', faults: { start: [delay] } }),
    })
    const answer = fetch(`${busy.url}/tags`, { headers: { 'x-api-key': busy.sharedKey } })
    const gone = expect(answer).rejects.toThrow()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await busy.close()
    await gone
  }, 10_000)
})
