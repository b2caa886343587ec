// The OWASP API Security Top 10 (2023), as far as each applies to a venue.

import { readdirSync, readFileSync } from 'node:fs'
import { getAddress } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { TokenStore } from '../../../src/server/api/accounts/token-store.js'
import {
  ALICE,
  BOB,
  KEY,
  type Loose,
  type OrderInput,
  SHARED_KEY,
  START_MS,
  tagCrypto,
  tagSignature,
  VenueDriver,
} from '../api/venue-driver.js'

const buy: OrderInput = { maker: ALICE, side: 'BUY', price: 40, size: 1000 }

const CAROL = getAddress('0x00000000000000000000000000000000000ca201')

/** A key alone is enough there. */
const isOptional = (security: Loose[]) => security.some((way) => !('Bearer' in way))

function twoAccounts() {
  const venue = new VenueDriver()
  const hash = venue.rest(buy)
  const alice = { token: venue.signIn(ALICE).accessToken }
  const bob = { token: venue.signIn(BOB).accessToken }
  const statusOf = (orderHash: string) => venue.get(`/orders/${orderHash}`).body.status
  return { venue, hash, alice, bob, statusOf }
}

describe('API1 broken object level authorization', () => {
  it("nobody cancels another account's order, by hash, by market or by naming the account", () => {
    const { venue, hash, bob, statusOf } = twoAccounts()
    const byHash = venue.post('/orders/cancel-many', { orderHashes: [hash] }, bob)
    expect(byHash.body).toMatchObject({ cancelled: 0, failed: [{ orderHash: hash, code: 'forbidden' }] })
    expect(venue.post('/orders/cancel-many', { orderHashes: [hash], account: ALICE }, bob).status).toBe(403)
    expect(venue.post(`/markets/${venue.market.id}/orders/cancel-all`, undefined, bob).status).toBe(200)
    expect(statusOf(hash)).toBe('open')
  })

  it("another account's API key does not exist", () => {
    const { venue, alice, bob } = twoAccounts()
    const { id, key } = venue.post('/me/api-keys', { name: 'mine' }, alice).body
    expect(venue.post(`/me/api-keys/${id}/rotate`, undefined, bob).status).toBe(404)
    expect(venue.call('DELETE', `/me/api-keys/${id}`, bob).status).toBe(404)
    expect(venue.get('/me/api-keys', bob).body.data).toEqual([])
    expect(venue.get('/tags', { key }).status).toBe(200)
  })

  it('a bearer reads its own account and no other, whatever it asks for', () => {
    const { venue, bob } = twoAccounts()
    for (const path of ['/me/orders', '/me/balances', '/me/positions', '/me/trades']) {
      const body = JSON.stringify(venue.get(`${path}?account=${ALICE}`, bob).body)
      expect(body.toLowerCase()).not.toContain(ALICE.toLowerCase())
    }
  })

  it('private events reach their own account alone', () => {
    const { venue, bob } = twoAccounts()
    const socket = venue.socket({ apiKey: KEY, accessToken: bob.token })
    venue.rest(buy)
    expect([...socket.of('order'), ...socket.of('balance')]).toEqual([])
  })

  it('full sets are made and redeemed from the own collateral alone', () => {
    const { venue, bob } = twoAccounts()
    const before = venue.get('/me/balances', bob).body
    const body = { conditionId: venue.market.conditionId, amount: '1000000', account: ALICE }
    expect(venue.post('/sandbox/split', body, bob).status).toBe(200)
    expect(venue.get('/me/balances', bob).body.collateral.total).not.toBe(before.collateral.total)
  })
})

describe('API2 broken authentication', () => {
  it.each([
    ['nothing in it', ''],
    ['no token', 'Bearer'],
    ['an unknown token', 'Bearer x'],
    ['another scheme', 'Basic eDp5'],
    ['a very long token', `Bearer ${'a'.repeat(5000)}`],
  ])('a header with %s opens nothing', (_name, authorization) => {
    const venue = new VenueDriver()
    const request = { method: 'GET', path: '/me', query: {}, body: undefined, ip: '10.0.0.1' }
    const headers = { 'x-api-key': KEY, authorization }
    let status: number | undefined
    venue.api.handle({ ...request, headers }, venue.nowMs, (response) => {
      status = response.status
    })
    expect(status).toBe(401)
  })

  it('a nonce works once, also when the signature was wrong', () => {
    const venue = new VenueDriver()
    const message = venue.siwe(ALICE, venue.get('/auth/nonce').body.nonce)
    const signature = tagSignature(ALICE, message)
    expect(venue.post('/auth/verify', { message, signature: tagSignature(BOB, message) }).status).toBe(401)
    expect(venue.post('/auth/verify', { message, signature }).status).toBe(401)
  })

  it('a stolen refresh token ends the whole family', () => {
    const venue = new VenueDriver()
    const { refreshToken } = venue.signIn(ALICE)
    const { accessToken } = venue.post('/auth/refresh', { refreshToken }).body
    expect(venue.get('/me', { token: accessToken }).status).toBe(200)
    expect(venue.post('/auth/refresh', { refreshToken }).status).toBe(401)
    expect(venue.get('/me', { token: accessToken }).status).toBe(401)
  })

  it('an access token is no refresh token, and the other way round', () => {
    const venue = new VenueDriver()
    const { accessToken, refreshToken } = venue.signIn(ALICE)
    expect(venue.post('/auth/refresh', { refreshToken: accessToken }).status).toBe(401)
    expect(venue.get('/me', { token: refreshToken }).status).toBe(401)
  })

  it('tokens and keys are looked up by their hash, and key hashes are compared in constant time', () => {
    const hashed: string[] = []
    const compared: [string, string][] = []
    const base = tagCrypto()
    const crypto = {
      ...base,
      sha256: (text: string) => {
        hashed.push(text)
        return base.sha256(text)
      },
      constantTimeEqual: (a: string, b: string) => {
        compared.push([a, b])
        return a === b
      },
    }
    const tokens = new TokenStore({ accessTtlMs: 1000, refreshTtlMs: 2000, crypto })
    const issued = tokens.signIn(ALICE, START_MS)
    expect(hashed).toEqual(expect.arrayContaining([issued.accessToken, issued.refreshToken]))
    hashed.length = 0
    tokens.find(issued.accessToken, START_MS)
    expect(hashed).toEqual([issued.accessToken])
    const venue = new VenueDriver({}, { crypto })
    venue.get('/tags')
    expect(compared).toContainEqual([base.sha256(KEY), base.sha256(KEY)])
  })

  it('guessing is slow: nonces and verifications without a key are limited per address', () => {
    const venue = new VenueDriver()
    const knock = (path: string, method: string, ip: string) =>
      venue.call(method, path, { key: '', ip, body: { message: 'x', signature: '0x' } }).status
    const nonces = Array.from({ length: 12 }, () => knock('/auth/nonce', 'GET', '10.0.0.1'))
    expect(nonces.filter((status) => status === 429)).toHaveLength(2)
    expect(knock('/auth/verify', 'POST', '10.0.0.1')).toBe(429)
    expect(knock('/auth/verify', 'POST', '10.0.0.2')).toBe(401)
    venue.pass(60_000)
    const minute = Array.from({ length: 400 }, () => {
      venue.pass(110)
      return knock('/auth/verify', 'POST', '10.0.0.3')
    })
    expect(minute.filter((status) => status !== 429).length).toBeLessThanOrEqual(300)
  })
})

describe('API3 broken object property level authorization', () => {
  it('a new key takes nothing from its body but its name', () => {
    const { venue, alice } = twoAccounts()
    const created = venue.post('/me/api-keys', { name: 'n', tier: 'INTERNAL', shared: true, account: BOB }, alice).body
    expect(created.tier).toBe('DEFAULT')
    expect(venue.get('/tags', { key: created.key }).headers['X-RateLimit-Limit-short']).toBe('10')
  })

  it('a profile takes nothing but its username, a comment nothing but its text and what it answers', () => {
    const { venue, alice } = twoAccounts()
    const before = venue.get('/me', alice).body
    const foreign = { id: 'usr_x', address: BOB, nonce: '7', createdAt: '2000-01-01T00:00:00Z', tier: 'INTERNAL' }
    const changed = venue.call('PATCH', '/me', { ...alice, body: { username: 'alice', ...foreign } })
    expect(changed.body).toEqual({ ...before, username: 'alice' })
    expect(venue.get(`/users/${BOB}`).body.username).toBeNull()
    const comment = { text: 'mine', author: { address: BOB }, id: 'comment_99', createdAt: '2000-01-01T00:00:00Z' }
    const said = venue.post(`/markets/${venue.market.id}/comments`, comment, alice).body
    expect(said.author.address).toBe(ALICE)
    expect(said.id).not.toBe('comment_99')
    expect(said.createdAt).toBe(new Date(venue.nowMs).toISOString())
  })

  it('a secret is shown once; neither it nor its hash is in any list', () => {
    const { venue, alice } = twoAccounts()
    const { key, id } = venue.post('/me/api-keys', { name: 'n' }, alice).body
    const list = JSON.stringify(venue.get('/me/api-keys', alice).body)
    expect(list).toContain(id)
    expect(list).not.toContain(key)
    expect(list).not.toContain(tagCrypto().sha256(key))
  })

  it('an order record does not tell the signature', () => {
    const { venue, hash, alice } = twoAccounts()
    const bodies = [
      venue.get(`/orders/${hash}`).body,
      venue.get(`/orders?account=${ALICE}`).body,
      venue.get('/me/orders', alice).body,
    ]
    expect(JSON.stringify(bodies)).not.toContain('signature"')
  })
})

describe('API4 unrestricted resource consumption', () => {
  it('lists are at most 250 long, and cancel-many takes at most 100', () => {
    const { venue, alice } = twoAccounts()
    expect(venue.get('/markets?limit=1000000').body.pagination.pageSize).toBe(250)
    expect(venue.get(`/orders?account=${ALICE}&limit=251`).status).toBe(400)
    const orderHashes = Array.from({ length: 101 }, (_, n) => `0x${n.toString(16).padStart(64, '0')}`)
    expect(venue.post('/orders/cancel-many', { orderHashes }, alice).status).toBe(400)
  })

  it('a socket that asks too much is refused, then cut off; its neighbour is not', () => {
    const venue = new VenueDriver({ socketLimits: { perSecond: 5, perMinute: 100 } })
    const [loud, quiet] = [venue.socket(), venue.socket()]
    const ask = () => loud.send('subscribe', { conditionIds: [], channels: [] })
    for (let n = 0; n < 5; n++) expect(ask()).toEqual({ accepted: [], rejected: [] })
    expect(ask().rejected).toEqual([{ id: '', reason: 'too many messages' }])
    venue.pass(1000)
    expect(ask()).toEqual({ accepted: [], rejected: [] })
    for (let n = 0; n < 105; n++) ask()
    expect(loud.closed).toEqual(['too many messages'])
    expect(quiet.send('subscribe', { conditionIds: [], channels: [] })).toEqual({ accepted: [], rejected: [] })
  })

  it('a subscription names at most 250 markets', () => {
    const conditionIds = Array.from({ length: 251 }, (_, n) => `0x${n}`)
    const ack = new VenueDriver().socket().send('subscribe', { conditionIds, channels: ['orderbook'] })
    expect(ack.rejected[0].reason).toMatch(/^conditionIds/)
  })

  it('an account has at most 50 keys', () => {
    const { venue, alice } = twoAccounts()
    for (let n = 0; n < 50; n++) expect(venue.post('/me/api-keys', { name: `k${n}` }, alice).status).toBe(201)
    expect(venue.post('/me/api-keys', { name: 'one more' }, alice).status).toBe(400)
  })
})

describe('API5 broken function level authorization', () => {
  it.each([
    ['POST', '/me/api-keys'],
    ['POST', '/me/api-keys/key_1/rotate'],
    ['DELETE', '/me/api-keys/key_1'],
    ['GET', '/me'],
    ['GET', '/me/orders'],
    ['GET', '/me/balances'],
    ['POST', '/orders/cancel-many'],
    ['POST', '/markets/market-1/orders/cancel-all'],
    ['POST', '/sandbox/split'],
    ['POST', '/sandbox/merge'],
    ['POST', '/sandbox/redeem'],
    ['POST', '/sandbox/nonce'],
    ['POST', '/sandbox/transactions'],
    ['GET', '/sandbox/transactions'],
  ])('%s %s needs a bearer, even with the strongest key, and a key even with a bearer', (method, path) => {
    const { venue, alice } = twoAccounts()
    expect(venue.call(method, path, { body: {} }).status).toBe(401)
    const keyless = venue.call(method, path, { ...alice, key: '', body: {} })
    expect(keyless).toMatchObject({ status: 401, body: { message: 'Invalid API Key provided' } })
  })

  it('every route of the published document that names a bearer refuses to do without one', () => {
    const venue = new VenueDriver()
    const { paths } = venue.get('/openapi.json').body
    const guarded = Object.entries<Record<string, Loose>>(paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { security }]) => JSON.stringify(security ?? []).includes('"Bearer"') && !isOptional(security))
        .map(([method]) => ({ method: method.toUpperCase(), path })),
    )
    expect(guarded.length).toBeGreaterThan(15)
    for (const { method, path } of guarded) {
      const target = path.replace('{id}', venue.market.id)
      expect({ method, path, status: venue.call(method, target, { body: {} }).status }).toMatchObject({ status: 401 })
      const bad = venue.call(method, target, { body: {}, token: 'guess' })
      expect({ method, path, status: bad.status }).toMatchObject({ status: 401 })
    }
  })

  it('the shared key alone lists nobody and reads filled orders only', () => {
    const { venue } = twoAccounts()
    expect(venue.get(`/orders?account=${ALICE}`, { key: SHARED_KEY }).status).toBe(401)
    const feed = venue.get(`/orders?conditionId=${venue.market.conditionId}&status=open`, { key: SHARED_KEY })
    expect(feed.body.orders).toEqual([])
  })
})

describe('API6 unrestricted access to sensitive business flows', () => {
  it('the anonymous class places one order a second and ten a minute', () => {
    const venue = new VenueDriver()
    const submit = () => venue.submit({ ...buy, size: 100 }, { key: SHARED_KEY }).status
    expect([submit(), submit()]).toEqual([201, 429])
    let accepted = 1
    for (let n = 0; n < 20; n++) {
      venue.pass(2100)
      if (submit() === 201) accepted += 1
    }
    expect(accepted).toBe(10)
  })

  it('an order is accepted once, however often it is sent', () => {
    const venue = new VenueDriver()
    const body = venue.order(buy)
    const path = `/markets/${venue.market.id}/orders`
    for (let n = 0; n < 3; n++) expect(venue.post(path, body).status).toBe(201)
    expect(venue.get(`/orders?account=${ALICE}`).body.orders).toHaveLength(1)
  })

  it('nobody earns by referring themselves, or takes referees from another', () => {
    const { venue, alice, bob } = twoAccounts()
    const codeOf = (who: { token: string }) => venue.get('/referral/summary', who).body.code
    const attribute = (who: { token: string }, code: string) => venue.post('/referral/attribution', { code }, who)
    expect(attribute(alice, codeOf(alice)).body.code).toBe('self_referral')
    const carol = { token: venue.signIn(CAROL).accessToken }
    expect(attribute(carol, codeOf(alice)).body).toMatchObject({ changed: true, referredBy: ALICE })
    expect(attribute(carol, codeOf(bob)).body).toMatchObject({ changed: false, referredBy: ALICE })
    expect(venue.get('/referral/summary', bob).body.refereeCount).toBe(0)
  })

  it('nobody trades with themselves', () => {
    const venue = new VenueDriver()
    venue.rest(buy)
    const own = venue.submit({ maker: ALICE, side: 'BUY', outcome: 1, price: 60, size: 1000 })
    expect(own.body.status).toBe('cancelled_local')
    expect(venue.get(`/markets/${venue.market.id}/trades`).body.data).toEqual([])
  })
})

const serverFiles = readdirSync('src/server', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, text: readFileSync(`src/server/${name}`, 'utf8') }))

describe('API7 server side request forgery', () => {
  it('the server asks nobody: it has no HTTP client', () => {
    expect(serverFiles.length).toBeGreaterThan(50)
    const asking = serverFiles.filter(({ text }) =>
      /\bfetch\(|from 'undici'|\baxios\b|https?\.(get|request)\(/.test(text),
    )
    expect(asking.map(({ name }) => name)).toEqual([])
  })

  it.each(['http://169.254.169.254', 'https://quoin.localhost.evil.test', 'http://quoin.localhost@evil.test'])(
    'a sign-in message for %s is refused',
    (uri) => {
      const venue = new VenueDriver()
      const message = venue.siwe(ALICE, venue.get('/auth/nonce').body.nonce, { uri })
      const signature = tagSignature(ALICE, message)
      expect(venue.post('/auth/verify', { message, signature }).status).toBe(401)
    },
  )
})

describe('API8 security misconfiguration', () => {
  it('a fault of the program tells nothing about itself', () => {
    const heard: unknown[] = []
    const crypto = {
      ...tagCrypto(),
      recoverOrderSigner: () => {
        throw new Error('secret detail at /srv/app.ts:1')
      },
    }
    const venue = new VenueDriver({}, { crypto, onFault: (error) => heard.push(error) })
    const { status, body } = venue.submit(buy)
    expect(status).toBe(500)
    expect(body).toEqual({
      statusCode: 500,
      message: 'Internal server error',
      error: 'Internal Server Error',
      code: 'internal',
    })
    expect(heard).toHaveLength(1)
  })

  it('names that objects have by birth are no parameters, markets or channels', () => {
    const venue = new VenueDriver()
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(venue.get(`/markets/${name}`).status).toBe(404)
      expect(venue.get(`/users/${name}`).status).toBe(404)
      expect(venue.get(`/markets?${name}=1`).status).toBe(200)
      expect(venue.socket().send(name, {}).rejected[0].reason).toMatch(/^event/)
    }
    venue.post('/auth/refresh', JSON.parse('{"__proto__": {"polluted": true}, "refreshToken": "x"}'))
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

describe('API9 improper inventory management', () => {
  it('says its version, and knows no path beyond its routes', () => {
    const venue = new VenueDriver()
    expect(venue.get('/', { key: '' }).body.version).toBe('1.0.0')
    for (const path of ['/v1/tags', '/admin', '/.env', '/debug', '/metrics', '/sandbox', '/..%2fetc', '/graphql']) {
      expect(venue.get(path).status).toBe(404)
    }
  })

  it('every route of the published document but the public ones needs a key', () => {
    const venue = new VenueDriver({}, { onFault: () => undefined })
    const { paths } = venue.get('/openapi.json', { key: '' }).body
    expect(Object.keys(paths).length).toBeGreaterThan(25)
    for (const [path, operations] of Object.entries<object>(paths)) {
      const isPublic = ['/', '/health', '/docs', '/openapi.json', '/asyncapi.json'].includes(path)
      for (const method of Object.keys(operations)) {
        // knocking without a key is limited by address
        venue.pass(1000)
        const { status } = venue.call(method.toUpperCase(), path, { key: '', body: {} })
        if (!isPublic && !path.startsWith('/auth/')) expect({ method, path, status }).toMatchObject({ status: 401 })
      }
    }
  })
})

describe('API10 unsafe consumption of APIs', () => {
  it('what stands for the chain is inside: no address of another service is configured or called', () => {
    const calling = serverFiles.filter(({ text }) => /http\(|webSocket\(|createPublicClient/.test(text))
    expect(calling.map(({ name }) => name)).toEqual([])
  })

  it('a signature proves the order that was sent, not the one that it claims to be', () => {
    const venue = new VenueDriver()
    const body = venue.order(buy)
    for (const field of ['salt', 'makerAmount', 'takerAmount', 'expiration'] as const) {
      const order = { ...body.order, [field]: String(BigInt(body.order[field]) * 2n + 4_000_000_000_000n) }
      expect(venue.post(`/markets/${venue.market.id}/orders`, { ...body, order }).status).toBe(400)
    }
    expect(venue.get(`/orders?account=${ALICE}`).body.orders).toEqual([])
  })
})
