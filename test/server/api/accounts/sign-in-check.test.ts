import { describe, expect, it } from 'vitest'
import { ALICE, BOB, START_MS, tagSignature, VenueDriver } from '../venue-driver.js'

function attempt(venue: VenueDriver, changes: Record<string, unknown> = {}, edit = (text: string) => text) {
  const nonce = venue.get('/auth/nonce').body.nonce
  const message = edit(venue.siwe(ALICE, nonce, changes))
  return venue.post('/auth/verify', { message, signature: tagSignature(ALICE, message) }, { key: '' })
}

describe('sign-in', () => {
  it('works without an API key: /auth/* is public', () => {
    const { status, body } = attempt(new VenueDriver())
    expect(status).toBe(200)
    expect(body).toMatchObject({ tokenType: 'Bearer', expiresIn: 3600 })
  })

  it.each([
    ['a foreign domain', { domain: 'evil.example' }, /domain/],
    ['a foreign URI host', { uri: 'http://evil.example' }, /URI/],
    ['another chain', { chainId: 1 }, /Chain ID/],
    ['a message from the future', { issuedAt: new Date(START_MS + 120_000) }, /future/],
    ['an old message', { issuedAt: new Date(START_MS - 3_600_000) }, /too old/],
    ['an expired message', { expirationTime: new Date(START_MS - 1) }, /has passed/],
    ['a message that is not valid yet', { notBefore: new Date(START_MS + 3_600_000) }, /Not Before/],
  ])('refuses %s with 401 and a reason', (_, changes, reason) => {
    const { status, body } = attempt(new VenueDriver(), changes)
    expect(status).toBe(401)
    expect(body).toMatchObject({ statusCode: 401, error: 'Unauthorized', code: 'sign_in_failed' })
    expect(body.message).toMatch(reason)
  })

  it('refuses an address without its checksum, and trailing bytes', () => {
    const venue = new VenueDriver()
    expect(attempt(venue, {}, (text) => text.replace(ALICE, ALICE.toLowerCase())).body.message).toMatch(/checksum/)
    expect(attempt(venue, {}, (text) => `${text} `).status).toBe(401)
  })

  it('takes a nonce once, deleted before the signature is checked', () => {
    const venue = new VenueDriver()
    const message = venue.siwe(ALICE, venue.get('/auth/nonce').body.nonce)
    const bad = venue.post('/auth/verify', { message, signature: tagSignature(BOB, message) })
    expect(bad.body.message).toMatch(/signature/)
    const again = venue.post('/auth/verify', { message, signature: tagSignature(ALICE, message) })
    expect(again.body.message).toMatch(/nonce: unknown or already used/)
  })

  it('lets a nonce live 10 minutes', () => {
    const venue = new VenueDriver()
    const nonce = venue.get('/auth/nonce').body.nonce
    venue.pass(600_000)
    const message = venue.siwe(ALICE, nonce)
    const late = venue.post('/auth/verify', { message, signature: tagSignature(ALICE, message) })
    expect(late.body.message).toMatch(/nonce: expired/)
  })

  it('refreshes with rotation, and 401s a used refresh token', () => {
    const venue = new VenueDriver()
    const { refreshToken } = venue.signIn(ALICE)
    const next = venue.post('/auth/refresh', { refreshToken }, { key: '' })
    expect(next.status).toBe(200)
    expect(venue.get('/me', { token: next.body.accessToken }).body.address).toBe(ALICE)
    expect(venue.post('/auth/refresh', { refreshToken }).status).toBe(401)
    expect(venue.get('/me', { token: next.body.accessToken }).status).toBe(401)
  })

  it('ends an access token after an hour', () => {
    const venue = new VenueDriver()
    const { accessToken } = venue.signIn(ALICE)
    expect(venue.get('/me', { token: accessToken }).status).toBe(200)
    venue.pass(3_600_000)
    expect(venue.get('/me', { token: accessToken }).body.code).toBe('not_signed_in')
  })
})
