import { describe, expect, it } from 'vitest'
import { createdApiKey } from '../../../../src/venue/wire/order-schema.js'
import { ALICE, BOB, SHARED_KEY, VenueDriver } from '../venue-driver.js'

describe('personal API keys', () => {
  it('are created after sign-in, shown once, and work with the DEFAULT budget', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const created = venue.post('/me/api-keys', { name: 'bot' }, { token, key: SHARED_KEY })
    expect(created.status).toBe(201)
    expect(created.headers).not.toHaveProperty('set-cookie')
    const { key, prefix, tier, name } = createdApiKey.parse(created.body)
    expect({ tier, name }).toEqual({ tier: 'DEFAULT', name: 'bot' })
    expect(key.startsWith(prefix)).toBe(true)
    expect(prefix).toMatch(/_live_/)
    const use = venue.get('/tags', { key })
    expect(use.headers).toMatchObject({ 'X-RateLimit-Limit-short': '10', 'X-RateLimit-Limit-medium': '300' })
    const list = venue.get('/me/api-keys', { token })
    expect(list.body.data).toEqual([expect.objectContaining({ name: 'bot', prefix, tier: 'DEFAULT' })])
    expect(JSON.stringify(list.body)).not.toContain(key)
  })

  it('rotate: the old secret stops working, a new one is returned once', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const { id, key } = venue.post('/me/api-keys', { name: 'bot' }, { token }).body
    const rotated = venue.post(`/me/api-keys/${id}/rotate`, undefined, { token }).body
    expect(rotated.id).toBe(id)
    expect(venue.get('/tags', { key }).status).toBe(401)
    expect(venue.get('/tags', { key: rotated.key }).status).toBe(200)
  })

  it('DELETE revokes the key', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const { id, key } = venue.post('/me/api-keys', { name: 'bot' }, { token }).body
    expect(venue.call('DELETE', `/me/api-keys/${id}`, { token }).status).toBe(200)
    expect(venue.get('/tags', { key }).body.message).toBe('Invalid API Key provided')
    expect(venue.call('DELETE', `/me/api-keys/${id}`, { token }).status).toBe(404)
  })

  it('belong to their account alone', () => {
    const venue = new VenueDriver()
    const mine = venue.post('/me/api-keys', { name: 'bot' }, { token: venue.signIn(ALICE).accessToken }).body
    const { accessToken: token } = venue.signIn(BOB)
    expect(venue.call('DELETE', `/me/api-keys/${mine.id}`, { token }).status).toBe(404)
    expect(venue.post(`/me/api-keys/${mine.id}/rotate`, undefined, { token }).status).toBe(404)
    expect(venue.get('/me/api-keys', { token }).body.data).toEqual([])
    expect(venue.get('/tags', { key: mine.key }).status).toBe(200)
  })

  it('need a name', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    expect(venue.post('/me/api-keys', { name: '' }, { token }).status).toBe(400)
    expect(venue.post('/me/api-keys', undefined, { token }).body.message).toEqual([expect.stringMatching(/^body: /)])
  })
})
