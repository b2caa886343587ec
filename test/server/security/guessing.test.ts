import { describe, expect, it } from 'vitest'
import { errorBody } from '../../../src/venue/wire/primitives.js'
import { ALICE, KEY, VenueDriver } from '../api/venue-driver.js'

describe('guessing API keys', () => {
  it('is limited by address, with the usual headers, blocks and windows', () => {
    const venue = new VenueDriver()
    const guess = (n: number, ip = '10.0.0.1') => venue.get('/tags', { key: `quoin_live_guess-${n}`, ip })
    for (let n = 0; n < 10; n++) {
      const { status, headers, body } = guess(n)
      expect(status).toBe(401)
      expect(errorBody.parse(body)).toMatchObject({ message: 'Invalid API Key provided', error: 'Unauthorized' })
      expect(headers).toMatchObject({ 'X-RateLimit-Limit-short': '10', 'X-RateLimit-Remaining-short': String(9 - n) })
    }
    const blocked = guess(10)
    expect(blocked).toMatchObject({ status: 429, headers: { 'Retry-After-short': '1' } })
    expect(blocked.body).toEqual({ statusCode: 429, message: 'ThrottlerException: Too Many Requests' })
    expect(guess(0, '10.0.0.2').status).toBe(401)
    venue.pass(1000)
    expect(guess(11).status).toBe(401)
  })

  it('ends for the minute after 300, in whatever way they come', () => {
    const venue = new VenueDriver()
    const statuses = Array.from({ length: 400 }, (_, n) => {
      venue.pass(110)
      return venue.get(n % 2 === 0 ? '/tags' : '/me', { key: n % 3 === 0 ? '' : `k${n}` }).status
    })
    expect(statuses.filter((status) => status === 401)).toHaveLength(300)
    expect(statuses.slice(300).every((status) => status === 429)).toBe(true)
  })

  it('shares one window, whatever the route, and leaves public ones alone', () => {
    const venue = new VenueDriver()
    const order = () => venue.call('POST', '/markets/m/orders', { key: 'a-guess', body: {} }).status
    for (let n = 0; n < 5; n++) expect([order(), venue.get('/tags', { key: 'a-guess' }).status]).toEqual([401, 401])
    expect(venue.get('/tags', { key: 'a-guess' }).status).toBe(429)
    for (let n = 0; n < 10; n++) expect(venue.get('/health', { key: '' }).status).toBe(200)
    // somebody behind the same address signs in
    for (let n = 0; n < 10; n++) expect(venue.get('/auth/nonce', { key: n % 2 ? '' : 'a-guess' }).status).toBe(200)
    expect(venue.get('/auth/nonce', { key: '' }).status).toBe(429)
    venue.pass(1000)
    expect(venue.get('/tags', { key: 'a-guess' }).status).toBe(401)
  })

  it('locks out nobody with a good key behind the same address', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    for (let n = 0; n < 500; n++) venue.get('/tags', { key: `k${n}` })
    expect(venue.get('/tags', { key: 'one more' }).status).toBe(429)
    expect(venue.get('/tags').headers['X-RateLimit-Remaining-short']).toBe('999')
    expect(venue.get('/me', { token }).status).toBe(200)
    expect(venue.api.refusesSocket({ apiKey: KEY, accessToken: token }, '10.0.0.1', venue.nowMs)).toBeUndefined()
  })

  it('by socket handshakes counts too, for keys and for tokens', () => {
    const venue = new VenueDriver()
    const knock = (auth: object, ip = '10.0.0.1') => venue.api.refusesSocket(auth, ip, venue.nowMs)
    for (let n = 0; n < 5; n++) expect(knock({ apiKey: `k${n}` })).toBe('Invalid API Key provided')
    for (let n = 0; n < 5; n++) expect(knock({ apiKey: KEY, accessToken: `t${n}` })).toBe('Invalid access token')
    expect(knock({ apiKey: 'k' })).toBe('ThrottlerException: Too Many Requests')
    expect(knock({ apiKey: 'k' }, '10.0.0.2')).toBe('Invalid API Key provided')
    expect(knock({ apiKey: KEY })).toBeUndefined()
    venue.pass(1000)
    expect(knock({ apiKey: 'k' })).toBe('Invalid API Key provided')
  })
})
