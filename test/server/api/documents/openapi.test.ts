// Drives every route from the published document: valid and invalid inputs, each answer checked against its declared schema.

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApiOperation, OpenApiDocument } from '../../../../src/server/api/documents/openapi.js'
import type { Loose, VenueDriver } from '../venue-driver.js'
import { INPUTS, type Input, richVenue } from './operation-inputs.js'

const document: OpenApiDocument = richVenue().get('/openapi.json', { key: '' }).body
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    operation,
  })),
)
type Driven = (typeof operations)[number]

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
const compiled = new Map<string, ValidateFunction>()

function validatorOf(schema: Loose): ValidateFunction {
  const text = JSON.stringify(schema)
  const known = compiled.get(text) ?? ajv.compile({ ...schema, components: document.components })
  compiled.set(text, known)
  return known
}

function call(venue: VenueDriver, { method, path }: Driven, input: Input, key?: string) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(input.params?.[name] ?? 'unknown'))
  const query = new URLSearchParams(input.query).toString()
  const { token, body } = input
  return venue.call(method, query === '' ? filled : `${filled}?${query}`, {
    body,
    ...(token === undefined ? {} : { token }),
    ...(key === undefined ? {} : { key }),
  })
}

/** The answer is one that the document declares, and fits it. */
function expectDeclared({ name, operation }: Driven, answer: ReturnType<typeof call>): void {
  const { status, body } = answer
  const declared = operation.responses[status] as Loose
  expect({ name, status, body, isDeclared: declared !== undefined }).toMatchObject({ isDeclared: true })
  const response = declared.$ref === undefined ? declared : (document.components as Loose).responses.TooManyRequests
  const [{ schema }] = Object.values<Loose>(response.content) as [Loose]
  const validate = validatorOf(schema)
  // as it travels
  const fits = validate(JSON.parse(JSON.stringify(body)))
  expect({ name, status, body, errors: fits ? [] : validate.errors }).toMatchObject({ errors: [] })
}

function inputOf(venue: VenueDriver, { name }: Driven): Input {
  return INPUTS[name]?.(venue) ?? {}
}

describe('the OpenAPI document', () => {
  it('is 3.1, names its version, and each of its references leads somewhere', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } })
    const text = JSON.stringify(document)
    for (const [, pointer = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = pointer.split('/').reduce<Loose>((at, part) => at?.[part], document)
      expect({ pointer, target: typeof target }).toEqual({ pointer, target: 'object' })
    }
    expect(text).not.toContain('$defs')
  })

  it('gives every operation its own id, a tag of the list, a summary and its path parameters', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const tags = document.tags.map(({ name }) => name)
    for (const { path, operation } of operations) {
      expect(tags).toContain(operation.tags[0])
      expect(operation.summary).not.toBe('')
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = (operation.parameters ?? []).filter((p) => p.in === 'path').map((p) => p.name)
      expect(declared).toEqual(named)
    }
  })

  it('uses every component that it has', () => {
    const text = JSON.stringify(document)
    for (const name of Object.keys(document.components.schemas)) {
      expect(text).toContain(`"#/components/schemas/${name}"`)
    }
  })

  it('is driven by an input for each operation, and for no other', () => {
    expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(INPUTS).sort())
  })
})

describe.each(operations)('$name', (driven) => {
  const { operation } = driven

  it('succeeds with a valid input, as declared', () => {
    const venue = richVenue()
    const answer = call(venue, driven, inputOf(venue, driven))
    expect({ body: answer.body, ok: answer.status < 300 }).toMatchObject({ ok: true })
    expectDeclared(driven, answer)
  })

  it('refuses missing credentials as declared', () => {
    const venue = richVenue()
    const input = inputOf(venue, driven)
    const isPublic = operation.security.length === 0
    const keyless = call(venue, driven, input, '')
    expect(keyless.status === 401).toBe(!isPublic)
    expectDeclared(driven, keyless)
    const needsBearer = operation.security.every((one) => 'Bearer' in one) && !isPublic
    const { token: _token, ...tokenless } = input
    if (needsBearer) {
      for (const bad of [tokenless, { ...tokenless, token: 'expired' }]) {
        const answer = call(venue, driven, bad)
        expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
        expectDeclared(driven, answer)
      }
    }
  })

  if (driven.path.includes('{'))
    it('answers 404 for an id that nobody has', () => {
      const venue = richVenue()
      const { params: _params, ...rest } = inputOf(venue, driven)
      const answer = call(venue, driven, rest)
      expect(answer.status).toBe(404)
      expectDeclared(driven, answer)
    })

  if (operation.requestBody !== undefined)
    it('answers 400 with an array of messages for a body that is wrong', () => {
      const venue = richVenue()
      const input = inputOf(venue, driven)
      for (const body of wrongBodies(operation, input.body)) {
        const answer = call(venue, driven, { ...input, body })
        expect({ sent: body, status: answer.status }).toMatchObject({ status: 400 })
        expect(Array.isArray(answer.body.message)).toBe(true)
        expectDeclared(driven, answer)
      }
    })

  const names = (operation.parameters ?? []).filter((p) => p.in === 'query').map((p) => p.name)
  if (names.length > 0)
    it('answers any query as declared', () => {
      const venue = richVenue()
      const input = inputOf(venue, driven)
      const value = fc.oneof(fc.constantFrom('0', '-1', '251', '1.5', 'true', 'OPEN', '0x12', 'ä'), fc.string())
      fc.assert(
        fc.property(fc.dictionary(fc.constantFrom(...names, 'unknown'), value), (query) => {
          expectDeclared(driven, call(venue, driven, { ...input, query }))
        }),
        { numRuns: 25 },
      )
    })
})

/** What no body may be: other types, and the valid one without a required field or with one of another type. */
function wrongBodies({ requestBody }: ApiOperation, valid: unknown): unknown[] {
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema
  const validate = validatorOf(schema)
  const fields = Object.keys(Object(valid))
  const broken = fields.flatMap((field) => {
    const { [field]: _dropped, ...without } = Object(valid)
    return [without, { ...Object(valid), [field]: { odd: [] } }, { ...Object(valid), [field]: null }]
  })
  const candidates = [undefined, null, [], 'text', 7, {}, ...broken]
  return candidates.filter((body) => body === undefined || !validate(body))
}
