// Where the specification is silent about sign-in: EIP-4361, nonces, lifetimes, rotation.

import { describe, expect, it } from 'vitest'
import { ALICE, BOB, START_MS, tagSignature, VenueDriver } from '../api/venue-driver.js'

const MINUTE_MS = 60_000

function attempt(venue: VenueDriver, changes: Record<string, unknown> = {}, edit = (text: string) => text) {
  const message = edit(venue.siwe(ALICE, venue.get('/auth/nonce').body.nonce, changes))
  return venue.post('/auth/verify', { message, signature: tagSignature(ALICE, message) }, { key: '' })
}
const verify = (venue: VenueDriver, message: string, signer = ALICE) =>
  venue.post('/auth/verify', { message, signature: tagSignature(signer, message) }, { key: '' })

describe('sign-in, requests and answers', () => {
  it('GET /auth/nonce answers `{ nonce }`, another one each time', () => {
    const venue = new VenueDriver()
    const [one, two] = [1, 2].map(() => venue.get('/auth/nonce', { key: '' }).body)
    expect(Object.keys(one)).toEqual(['nonce'])
    expect(one.nonce).toMatch(/^[A-Za-z0-9]{8,}$/)
    expect(one.nonce).not.toBe(two.nonce)
  })

  it('POST /auth/verify answers `{ accessToken, refreshToken, tokenType: "Bearer", expiresIn }` in seconds', () => {
    const { status, body } = attempt(new VenueDriver())
    expect(status).toBe(200)
    expect(body).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      tokenType: 'Bearer',
      expiresIn: 3600,
    })
  })

  it('the profile names domain, URI, statement and chain to sign with', () => {
    const venue = new VenueDriver({ siwe: { domain: 'app.test', uri: 'https://app.test', statement: 'Hello' } })
    const { siwe, chainId } = venue.get('/', { key: '' }).body.profile
    expect(siwe).toEqual({ domain: 'app.test', uri: 'https://app.test', statement: 'Hello', chainId })
    expect(attempt(venue, { statement: 'Hello' }).status).toBe(200)
    expect(attempt(venue, { domain: 'quoin.localhost' }).status).toBe(401)
  })
})

describe('sign-in, the message', () => {
  const at = (ms: number) => new Date(START_MS + ms)

  it.each([
    ['another domain', { domain: 'evil.example' }, /domain/],
    ['another URI', { uri: 'http://evil.example' }, /URI/],
    ['another chain', { chainId: 1 }, /Chain ID/],
    ['issued in the future', { issuedAt: at(2 * MINUTE_MS) }, /future/],
    ['issued long ago', { issuedAt: at(-60 * MINUTE_MS) }, /too old/],
    ['expired', { expirationTime: at(-1) }, /has passed/],
    ['not valid yet', { notBefore: at(60 * MINUTE_MS) }, /Not Before/],
  ])('is refused with 401 and a reason: %s', (_what, changes, reason) => {
    const { status, body } = attempt(new VenueDriver(), changes)
    expect(status).toBe(401)
    expect(body).toMatchObject({ statusCode: 401, error: 'Unauthorized', code: 'sign_in_failed' })
    expect(body.message).toMatch(reason)
  })

  it('is read to the byte', () => {
    const venue = new VenueDriver()
    const edits = [
      (text: string) => `${text} `,
      (text: string) => ` ${text}`,
      (text: string) => text.replace('Version: 1', 'Version: 2'),
      (text: string) => text.replace(ALICE, ALICE.toLowerCase()),
      () => 'hello',
    ]
    for (const edit of edits) expect(attempt(venue, {}, edit).status).toBe(401)
    expect(attempt(venue).status).toBe(200)
  })
})

describe('sign-in, "Nonces are used once and live ten minutes"', () => {
  it('a nonce is gone before the signature is checked', () => {
    const venue = new VenueDriver()
    const message = venue.siwe(ALICE, venue.get('/auth/nonce').body.nonce)
    expect(verify(venue, message, BOB).body.message).toMatch(/signature/)
    expect(verify(venue, message).body.message).toMatch(/nonce/)
  })

  it('a nonce signs in once', () => {
    const venue = new VenueDriver()
    const message = venue.siwe(ALICE, venue.get('/auth/nonce').body.nonce)
    expect([1, 2].map(() => verify(venue, message).status)).toEqual([200, 401])
    expect(verify(venue, venue.siwe(ALICE, 'neverIssued1')).status).toBe(401)
  })

  it('a nonce lives ten minutes', () => {
    const venue = new VenueDriver()
    const [early, late] = [1, 2].map(() => venue.get('/auth/nonce').body.nonce)
    venue.pass(10 * MINUTE_MS - 1)
    expect(verify(venue, venue.siwe(ALICE, early)).status).toBe(200)
    venue.pass(1)
    expect(verify(venue, venue.siwe(ALICE, late)).body.message).toMatch(/nonce/)
  })
})

describe('sign-in, tokens', () => {
  it('"access tokens one hour"', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    venue.pass(60 * MINUTE_MS - 1)
    expect(venue.get('/me', { token }).status).toBe(200)
    venue.pass(1)
    expect(venue.get('/me', { token })).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  })

  it('"refresh tokens seven days."', () => {
    const refreshedAfter = (ms: number) => {
      const venue = new VenueDriver()
      const { refreshToken } = venue.signIn(ALICE)
      venue.pass(ms)
      return venue.post('/auth/refresh', { refreshToken }, { key: '' }).status
    }
    const week = 7 * 24 * 60 * MINUTE_MS
    expect([refreshedAfter(week - 1), refreshedAfter(week)]).toEqual([200, 401])
  })

  it('"A refresh token used twice revokes its family.": rotation, and what it takes with it', () => {
    const venue = new VenueDriver()
    const first = venue.signIn(ALICE)
    const other = venue.signIn(ALICE)
    const refresh = (refreshToken: string) => venue.post('/auth/refresh', { refreshToken }, { key: '' })
    const { status, body: second } = refresh(first.refreshToken)
    expect(status).toBe(200)
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect(venue.get('/me', { token: second.accessToken }).status).toBe(200)
    expect(refresh(first.refreshToken).status).toBe(401)
    expect(venue.get('/me', { token: second.accessToken }).status).toBe(401)
    expect(venue.get('/me', { token: first.accessToken }).status).toBe(401)
    expect(refresh(second.refreshToken).status).toBe(401)
    // another sign-in is another family
    expect(venue.get('/me', { token: other.accessToken }).status).toBe(200)
  })
})
