// Over real lines: what becomes of open sockets when a key is revoked, a token expires, and a session refreshes its own.

import { io, type Socket } from 'socket.io-client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../../../src/server/http/start-server.js'
import { serverConfig } from '../../../src/server/schema.js'
import { createSession } from '../../../src/venue/session/session.js'
import type { TradingEvent } from '../../../src/venue/trading.js'
import { createRealClock } from '../../../src/venue/transport/real-clock.js'
import { createRealTransport } from '../../../src/venue/transport/real-transport.js'
import { countingDesk } from '../../execution/budget/builders.js'
import type { Loose } from '../api/venue-driver.js'

const KEY = 'a-personal-key-of-tests'
const TTL_MS = 2500
const wallet = privateKeyToAccount(generatePrivateKey())
let server: RunningServer
const endings: (() => void)[] = []

beforeAll(async () => {
  const config = serverConfig.parse({
    port: 0,
    keys: [{ name: 'tests', tier: 'INTERNAL', key: KEY }],
    accounts: [{ address: wallet.address, collateral: 1000 }],
    siwe: { accessTtlSec: TTL_MS / 1000 },
  })
  server = await startServer({ config })
})

afterAll(async () => {
  for (const end of endings) end()
  await server.close()
})

async function ask(path: string, { method = 'POST', token = '', body }: Loose = {}): Promise<Loose> {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      'x-api-key': KEY,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return response.json()
}

async function signIn(): Promise<string> {
  const { nonce } = await ask('/auth/nonce', { method: 'GET' })
  const { domain, uri, chainId } = server.profile.siwe
  const message = createSiweMessage({ address: wallet.address, domain, uri, chainId, nonce, version: '1' })
  return (await ask('/auth/verify', { body: { message, signature: await wallet.signMessage({ message }) } }))
    .accessToken
}

async function openSocket(auth: Record<string, unknown>): Promise<Socket> {
  const socket = io(server.url, { transports: ['websocket'], auth, reconnection: false, forceNew: true })
  endings.push(() => socket.disconnect())
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
  })
  return socket
}

const next = (socket: Socket, event: string): Promise<Loose> => new Promise((done) => socket.once(event, done))

/** Changes the wallet's balance, which its private room is told. */
const pay = () => ask('/sandbox/faucet', { body: { account: wallet.address, amount: '1' } })

describe('an open socket', () => {
  it('is cut when its key is revoked', async () => {
    const token = await signIn()
    const { id, key } = await ask('/me/api-keys', { token, body: { name: 'mine' } })
    const socket = await openSocket({ apiKey: key, accessToken: token })
    const cut = next(socket, 'disconnect')
    await ask(`/me/api-keys/${id}`, { method: 'DELETE', token })
    expect(await cut).toBe('io server disconnect')
    await expect(openSocket({ apiKey: key })).rejects.toThrow('Invalid API Key provided')
  })

  it('leaves the private room by itself when its token expires, unless it gave a new one', async () => {
    const accessToken = await signIn()
    const [left, stays] = await Promise.all([1, 2].map(() => openSocket({ apiKey: KEY, accessToken })))
    if (left === undefined || stays === undefined) throw new Error('two sockets')
    const ended = next(left, 'auth.ended')
    expect(await stays.emitWithAck('auth', { accessToken: await signIn() })).toMatchObject({ accepted: true })
    expect(await ended).toMatchObject({ reason: 'expired' })
    const heard: Loose[] = []
    left.onAny((event) => heard.push(event))
    const balance = next(stays, 'balance')
    await pay()
    expect((await balance).data.account).toBe(wallet.address)
    expect(heard).toEqual([])
    expect(left.connected).toBe(true)
  })
})

describe('a session', () => {
  it('keeps its private events beyond the life of its first token, on one connection', async () => {
    const clock = createRealClock()
    const transport = await createRealTransport({ baseUrl: server.url, profile: server.profile })
    const { trading, marketData } = createSession({
      profile: server.profile,
      transport,
      clock,
      apiKey: KEY,
      desk: countingDesk(server.profile.limits, clock),
      signer: {
        maker: wallet.address,
        signer: wallet.address,
        signatureType: 0,
        salt: () => 1n,
        signOrder: () => undefined,
        signText: (message, done) => void wallet.signMessage({ message }).then(done),
      },
    })
    endings.push(() => {
      marketData.stop()
      trading?.stop()
      void transport.close()
    })
    const events: TradingEvent[] = []
    const links: string[] = []
    marketData.listen((event) => {
      if (event.kind === 'link' && event.state !== 'heard') links.push(event.state)
    })
    trading?.listen((event) => events.push(event))
    marketData.start()
    await expect.poll(() => links, { timeout: 5000 }).toEqual(['up'])
    await new Promise((done) => setTimeout(done, TTL_MS + 300))
    const before = events.length
    await pay()
    await expect.poll(() => events.slice(before).map(({ kind }) => kind)).toContain('account-changed')
    expect(links).toEqual(['up'])
  })
})
