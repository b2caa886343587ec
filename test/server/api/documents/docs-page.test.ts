import { describe, expect, it } from 'vitest'
import { asyncApiDocument } from '../../../../src/server/api/documents/asyncapi.js'
import { docsPage } from '../../../../src/server/api/documents/docs-page.js'
import { openApiDocument } from '../../../../src/server/api/documents/openapi.js'
import { schemaText } from '../../../../src/server/api/documents/schema-text.js'
import { SERVER_EVENTS } from '../../../../src/venue/wire/event-schema.js'
import { VenueDriver } from '../venue-driver.js'

describe('GET /docs', () => {
  const { status, text, headers } = new VenueDriver().get('/docs', { key: '' })
  const page = text?.content ?? ''

  it('is one page of HTML without script, and loads nothing from elsewhere', () => {
    expect({ status, type: text?.contentType }).toEqual({ status: 200, type: 'text/html; charset=utf-8' })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(page).not.toMatch(/<script|<link|<img|src=|https?:\/\//)
  })

  it('reads on a phone, by day and by night', () => {
    expect(page).toContain('width=device-width')
    expect(page).toContain('prefers-color-scheme:dark')
  })

  it('names every operation and links both documents', () => {
    expect(page).toContain('GET</span> <code>/markets/{id}/fee</code>')
    expect(page).toContain('POST</span> <code>/orders/cancel-many</code>')
    for (const link of ['/openapi.json', '/asyncapi.json']) expect(page).toContain(`href="${link}"`)
  })

  it('names every event with what it carries', () => {
    for (const event of Object.keys(SERVER_EVENTS)) expect(page).toContain(`<code>${event}</code>`)
    expect(page).toMatch(/id="event-bestBids"[\s\S]*?<code>seq<\/code>/)
  })

  it('escapes what stands in the configuration', () => {
    const evil = docsPage(
      openApiDocument([], '<script>alert(1)</script>'),
      asyncApiDocument({ name: '', host: '', path: '' }),
    )
    expect(evil).not.toContain('<script>')
    expect(evil).toContain('&lt;script&gt;')
  })
})

describe('schemaText', () => {
  it.each([
    [{ type: 'string' }, 'string'],
    [{ $ref: '#/components/schemas/Market' }, 'Market'],
    [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
    [{ enum: ['a', 'b'] }, '"a" | "b"'],
    [{ const: 'x' }, '"x"'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [
      { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'object' } }, required: ['a'] },
      '{ a: integer, b?: {} }',
    ],
    [{}, 'any'],
    [undefined, 'any'],
  ])('%j -> %s', (schema, text) => {
    expect(schemaText(schema)).toBe(text)
  })
})
