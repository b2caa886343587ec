// The private events of an open connection outlive the hour of a token: a refreshed one is given over the socket.

import { describe, expect, it } from 'vitest'
import { WALLET } from '../fake-venue.js'
import { type Bench, startBench } from '../start-session.js'

const HOUR_MS = 3_600_000

/** Up, with the first token in the handshake; `auth` is answered with `ack`. */
function linked(ack: unknown): Bench {
  const b = startBench()
  b.session.marketData.start()
  b.clock.advance(200)
  const { socket } = b.venue
  const other = socket.ack
  socket.ack = (name, payload) => (name === 'auth' ? ack : other(name, payload))
  return b
}

const accepted = { accepted: true, account: WALLET, expiresAt: 1 }

describe('a refreshed token', () => {
  it('is given over the open socket, once each, and the connection stays', () => {
    const b = linked(accepted)
    b.clock.advance(2 * HOUR_MS)
    const given = b.venue.socket.named('auth')
    expect(given.slice(0, 2)).toEqual([{ accessToken: 'access-token-2' }, { accessToken: 'access-token-3' }])
    expect(given).toHaveLength(b.account.filter(({ kind }) => kind === 'signed-in').length - 1)
    expect(b.venue.socket.reconnects).toBe(0)
  })

  it.each([
    ['does not answer', undefined],
    ['does not know the message', { accepted: [], rejected: [{ id: '', reason: 'event' }] }],
    ['refuses it', { accepted: false, reason: 'accessToken: unknown or expired' }],
  ])('makes a new connection where the venue %s, and only one', (_what, ack) => {
    const b = linked(ack)
    b.clock.advance(HOUR_MS)
    expect(b.venue.socket.reconnects).toBe(1)
    expect(b.venue.socket.auths.at(-1)).toHaveProperty('accessToken', 'access-token-2')
    expect(b.venue.socket.named('auth')).toHaveLength(1)
  })

  it('is in the handshake of a connection that comes up later', () => {
    const b = linked(accepted)
    b.clock.advance(HOUR_MS)
    b.venue.socket.cut()
    b.venue.socket.reopen()
    b.clock.advance(100)
    expect(b.venue.socket.auths.at(-1)).toHaveProperty('accessToken', 'access-token-2')
    expect(b.venue.socket.named('auth')).toHaveLength(1)
  })

  it('is given at once where it came while the handshake was under way', () => {
    const b = linked(accepted)
    const { socket } = b.venue
    socket.cut()
    // the handshake reads the old token now and is through after the refresh
    socket.auths.push(socket.auth())
    b.clock.advance(HOUR_MS - 60_000)
    socket.handlers.connected()
    b.clock.advance(50)
    expect(socket.named('auth')).toEqual([{ accessToken: 'access-token-2' }])
  })
})

describe('a private room that was left meanwhile', () => {
  it('is entered by a new connection, whose start reads what was missed', () => {
    const b = linked(accepted)
    b.venue.on('POST', /^\/auth\//, () => ({ status: 500, json: { statusCode: 500, message: 'no' } }))
    b.clock.advance(2 * HOUR_MS)
    expect(b.venue.socket.reconnects).toBe(0)
    b.venue.on('POST', /^\/auth\//, () => ({ json: b.venue.issue() }))
    b.clock.advance(60_000)
    expect(b.venue.socket.reconnects).toBe(1)
    expect(b.venue.socket.named('auth')).toEqual([])
  })

  it('is entered again when the venue says so while the token is alive', () => {
    const b = linked(accepted)
    b.venue.socket.push('auth.ended', { ts: 1, reason: 'expired' })
    b.clock.advance(50)
    expect(b.venue.socket.reconnects).toBe(1)
  })

  it('begins with a new sign-in when the old one was revoked', () => {
    const b = linked(accepted)
    b.venue.socket.push('auth.ended', { ts: 1, reason: 'revoked' })
    b.clock.advance(100)
    expect(b.venue.sent(/^\/auth\/verify/)).toHaveLength(2)
    expect(b.venue.socket.reconnects).toBe(1)
    expect(b.venue.socket.auths.at(-1)).toHaveProperty('accessToken', 'access-token-2')
  })
})
