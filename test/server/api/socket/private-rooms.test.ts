// A socket lives no longer than its credentials: the key ends it, the access token ends its private room.

import { describe, expect, it } from 'vitest'
import { authAck, authEndedEvent } from '../../../../src/venue/wire/event-schema.js'
import { ALICE, BOB, KEY, VenueDriver } from '../venue-driver.js'

const buy = { maker: ALICE, side: 'BUY', price: 40, size: 500 } as const
const TTL_MS = 60_000

function signedIn() {
  const venue = new VenueDriver({ siwe: { accessTtlSec: TTL_MS / 1000 } })
  const tokens = venue.signIn(ALICE)
  const socket = venue.socket({ apiKey: KEY, accessToken: tokens.accessToken })
  const { conditionId } = venue.market
  socket.send('subscribe', { conditionIds: [conditionId], channels: ['market', 'orderbook'] })
  return { venue, socket, ...tokens }
}

/** Private events of an order that rests now. */
function privateEvents({ venue, socket }: Pick<ReturnType<typeof signedIn>, 'venue' | 'socket'>) {
  const before = socket.heard.length
  venue.rest(buy)
  return socket.heard.slice(before).filter(({ event }) => event === 'order' || event === 'balance')
}

describe('an access token that ends', () => {
  it('ends the private room at that moment, says so, and leaves the public rooms', () => {
    const { venue, socket } = signedIn()
    venue.pass(TTL_MS - 1)
    expect(privateEvents({ venue, socket }).length).toBeGreaterThan(0)
    expect(venue.api.nextDueMs()).toBeLessThanOrEqual(venue.nowMs + 1)
    venue.pass(1)
    expect(socket.of('auth.ended').map(({ payload }) => authEndedEvent.parse(payload))).toEqual([
      { ts: venue.nowMs, reason: 'expired' },
    ])
    expect(privateEvents({ venue, socket })).toEqual([])
    expect(socket.of('orderbook.update').length).toBeGreaterThan(1)
    expect(socket.closed).toEqual([])
  })

  it('is told once, however long the socket goes on', () => {
    const { venue, socket } = signedIn()
    venue.pass(TTL_MS)
    venue.pass(TTL_MS)
    expect(socket.of('auth.ended')).toHaveLength(1)
  })

  it('is told when the sign-in is revoked', () => {
    const { venue, socket, refreshToken } = signedIn()
    venue.post('/auth/refresh', { refreshToken })
    venue.post('/auth/refresh', { refreshToken })
    expect(socket.of('auth.ended').map(({ payload }) => payload.reason)).toEqual(['revoked'])
    expect(privateEvents({ venue, socket })).toEqual([])
  })
})

describe('a new token over the open socket', () => {
  it('keeps the private room beyond the old one', () => {
    const { venue, socket, refreshToken } = signedIn()
    venue.pass(TTL_MS - 1000)
    const { accessToken } = venue.post('/auth/refresh', { refreshToken }).body
    expect(authAck.parse(socket.send('auth', { accessToken }))).toEqual({
      accepted: true,
      account: ALICE,
      expiresAt: venue.nowMs + TTL_MS,
    })
    venue.pass(2000)
    expect(socket.of('auth.ended')).toEqual([])
    expect(privateEvents({ venue, socket }).map(({ event }) => event)).toContain('order')
    venue.pass(TTL_MS)
    expect(socket.of('auth.ended')).toHaveLength(1)
    expect(privateEvents({ venue, socket })).toEqual([])
  })

  it('opens the room on a socket that came without one, or whose token has ended', () => {
    const venue = new VenueDriver()
    const socket = venue.socket()
    expect(privateEvents({ venue, socket })).toEqual([])
    socket.send('auth', { accessToken: venue.signIn(ALICE).accessToken })
    expect(privateEvents({ venue, socket }).map(({ event }) => event)).toContain('order')
  })

  it('moves the socket to the room of its own wallet alone', () => {
    const { venue, socket } = signedIn()
    expect(socket.send('auth', { accessToken: venue.signIn(BOB).accessToken })).toMatchObject({ account: BOB })
    expect(privateEvents({ venue, socket })).toEqual([])
  })

  it.each([[{ accessToken: 'nope' }], [{ accessToken: 5 }], [{}], [undefined]])(
    'that is none (%j) is refused with a reason, and changes nothing',
    (payload) => {
      const { venue, socket } = signedIn()
      const ack = authAck.parse(socket.send('auth', payload))
      expect(ack).toMatchObject({ accepted: false, reason: expect.stringMatching(/^(accessToken|payload): /) })
      expect(privateEvents({ venue, socket }).length).toBeGreaterThan(0)
    },
  )

  it('that has ended is refused', () => {
    const { venue, socket, accessToken } = signedIn()
    venue.pass(TTL_MS)
    expect(socket.send('auth', { accessToken })).toMatchObject({ accepted: false })
  })

  it('meets the faults of the wallet it signs in', () => {
    const venue = new VenueDriver()
    const socket = venue.socket()
    socket.send('auth', { accessToken: venue.signIn(ALICE).accessToken })
    venue.post('/sandbox/faults', { kind: 'event-lost', account: ALICE, event: 'order' })
    expect(privateEvents({ venue, socket }).map(({ event }) => event)).not.toContain('order')
  })
})

describe('a personal key', () => {
  function withOwnKey() {
    const venue = new VenueDriver()
    const token = venue.signIn(ALICE).accessToken
    const { id, key } = venue.post('/me/api-keys', { name: 'mine' }, { token }).body
    return { venue, token, id, socket: venue.socket({ apiKey: key, accessToken: token }), other: venue.socket() }
  }

  it.each([
    ['revoked', 'DELETE', ''],
    ['rotated', 'POST', '/rotate'],
  ])('that is %s ends its sockets at once, and no other', (_what, method, tail) => {
    const { venue, token, id, socket, other } = withOwnKey()
    expect(venue.call(method, `/me/api-keys/${id}${tail}`, { token }).status).toBe(200)
    expect(socket.closed).toEqual(['Invalid API Key provided'])
    expect(other.closed).toEqual([])
    const { conditionId } = venue.market
    expect(socket.send('subscribe', { conditionIds: [conditionId], channels: ['market'] })).toBeUndefined()
    expect(privateEvents({ venue, socket })).toEqual([])
  })

  it('that gets another tier does not', () => {
    const { venue, token, id, socket } = withOwnKey()
    venue.post(`/sandbox/api-keys/${id}/tier`, { tier: 'PRO' }, { token })
    expect(socket.closed).toEqual([])
  })
})
