// Section 4 of the venue's specification: API keys and the authentication endpoints.

import { describe, expect, it } from 'vitest'
import { ALICE, BOB, SHARED_KEY, tagSignature, VenueDriver } from '../api/venue-driver.js'

function withKey() {
  const venue = new VenueDriver()
  const { accessToken: token } = venue.signIn(ALICE)
  const made = venue.post('/me/api-keys', { name: 'bot' }, { token })
  return { venue, token, made, works: (key: string) => venue.get('/tags', { key }).status === 200 }
}

describe('section 4, API keys', () => {
  it('POST /me/api-keys: "Body `{ name }` (string). Response: `{ id, name, prefix, tier, key }`; `key` shown once."', () => {
    const { venue, token, made, works } = withKey()
    const { id, name, prefix, tier, key } = made.body
    expect({ name, tier, starts: key.startsWith(prefix) }).toEqual({ name: 'bot', tier: 'DEFAULT', starts: true })
    expect(works(key)).toBe(true)
    const { data } = venue.get('/me/api-keys', { token }).body
    expect(data).toMatchObject([{ id, name, prefix, tier }])
    expect(data[0]).not.toHaveProperty('key')
    for (const body of [{}, { name: 7 }, { name: '' }, undefined]) {
      expect(venue.post('/me/api-keys', body, { token }).status).toBe(400)
    }
  })

  it('POST /me/api-keys/{id}/rotate: "The old secret stops working; a new secret is returned once."', () => {
    const { venue, token, made, works } = withKey()
    const rotated = venue.post(`/me/api-keys/${made.body.id}/rotate`, undefined, { token })
    expect(rotated).toMatchObject({ status: 200, body: { id: made.body.id, name: 'bot', tier: 'DEFAULT' } })
    expect(rotated.body.key).not.toBe(made.body.key)
    expect(rotated.body.key.startsWith(rotated.body.prefix)).toBe(true)
    expect([works(made.body.key), works(rotated.body.key)]).toEqual([false, true])
    expect(venue.get('/me/api-keys', { token }).body.data).toHaveLength(1)
  })

  it('DELETE /me/api-keys/{id}: "Revokes the key."', () => {
    const { venue, token, made, works } = withKey()
    const remove = () => venue.call('DELETE', `/me/api-keys/${made.body.id}`, { token })
    expect(remove().status).toBe(200)
    expect(works(made.body.key)).toBe(false)
    expect(venue.get('/me/api-keys', { token }).body.data).toEqual([])
    expect(remove().status).toBe(404)
  })

  it('"(K, B)": each needs the key and the bearer, and the bearer of the owner', () => {
    const { venue, token, made, works } = withKey()
    const { accessToken: ofBob } = venue.signIn(BOB)
    const calls = [
      ['POST', '/me/api-keys'],
      ['POST', `/me/api-keys/${made.body.id}/rotate`],
      ['DELETE', `/me/api-keys/${made.body.id}`],
    ] as const
    for (const [method, path] of calls) {
      expect(venue.call(method, path, { body: { name: 'x' } }).status).toBe(401)
      expect(venue.call(method, path, { body: { name: 'x' }, token, key: '' }).status).toBe(401)
      if (path !== '/me/api-keys') expect(venue.call(method, path, { token: ofBob }).status).toBe(404)
    }
    expect(works(made.body.key)).toBe(true)
    // the shared key is a key
    expect(venue.post('/me/api-keys', { name: 'x' }, { token, key: SHARED_KEY }).status).toBe(201)
  })
})

describe('section 4, authentication endpoints', () => {
  it('"A nonce endpoint, POST /auth/verify (returns the access token) and a refresh endpoint exist."', () => {
    const venue = new VenueDriver()
    const { nonce } = venue.get('/auth/nonce', { key: '' }).body
    const message = venue.siwe(ALICE, nonce)
    const signed = { message, signature: tagSignature(ALICE, message) }
    const { status, body } = venue.post('/auth/verify', signed, { key: '' })
    expect(status).toBe(200)
    expect(venue.get('/me', { token: body.accessToken }).body.address).toBe(ALICE)
    const refreshed = venue.post('/auth/refresh', { refreshToken: body.refreshToken }, { key: '' })
    expect(refreshed.status).toBe(200)
    expect(refreshed.body.accessToken).not.toBe(body.accessToken)
    expect(venue.get('/me', { token: refreshed.body.accessToken }).body.address).toBe(ALICE)
  })
})
