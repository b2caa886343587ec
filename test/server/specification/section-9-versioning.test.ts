// Section 9 of the venue's specification: versioning.

import { describe, expect, it } from 'vitest'
import { VenueDriver } from '../api/venue-driver.js'

describe('section 9, versioning', () => {
  it('"The interface description is version 1.0.0."', () => {
    const venue = new VenueDriver()
    expect(venue.get('/openapi.json', { key: '' }).body.info.version).toBe('1.0.0')
    expect(venue.get('/', { key: '' }).body.version).toBe('1.0.0')
  })

  it('"Paths carry no version segment."', () => {
    const venue = new VenueDriver()
    const { paths } = venue.get('/openapi.json', { key: '' }).body
    const segments = Object.keys(paths).flatMap((path) => path.split('/'))
    expect(segments.filter((segment) => /^v?\d/.test(segment))).toEqual([])
    for (const path of ['/v1/markets', '/1.0.0/markets', '/api/v1/markets']) expect(venue.get(path).status).toBe(404)
  })
})
